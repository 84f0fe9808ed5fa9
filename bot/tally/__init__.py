"""The crew's tally: books in double entry, sheets and charts of them, and settling up with the fewest payments."""
