"""Entries of the books and what is read from them: stakes, whole units, statements, records, debts settled, audits."""
