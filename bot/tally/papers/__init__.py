"""Papers: old tallies as CSV, read and compared with the books."""
