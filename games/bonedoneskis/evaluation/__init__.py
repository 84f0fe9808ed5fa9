"""The value of six or more cards, with wild cards, dead cards and the readings of a ten."""
