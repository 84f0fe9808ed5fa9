"""Game nights: plans, their dates, and the tables that open for the people who are in."""
