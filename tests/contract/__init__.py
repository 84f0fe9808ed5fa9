"""Contract tests: the promises that every game makes, checked on all registered games, a fifth and a leaky one."""
