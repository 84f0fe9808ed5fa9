"""The crew's books: crews, postings, audits and reports."""
