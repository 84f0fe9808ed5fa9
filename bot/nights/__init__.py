"""Game nights: plans, their dates, and the tables that open for those who said that they are in."""
