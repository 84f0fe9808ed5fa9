"""Discord's limits on requests. Violations are answered with 400 code 50035 and the invalid fields."""
