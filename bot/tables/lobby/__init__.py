"""Everything before the first hand: opening, seats, house rules, the start."""
