"""The crew's tally: books in double entry, shown as sheets and charts, and settled with the fewest hand-overs."""
