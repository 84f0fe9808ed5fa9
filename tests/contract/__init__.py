"""Contract tests: the promises that every game makes, checked on all registered games and on a leaky one."""
