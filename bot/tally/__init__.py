"""The crew's tally: what the games move is kept in double entry, told in sheets and charts, settled and handed over."""
