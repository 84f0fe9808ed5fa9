"""Contract tests: the promises of every game, checked on all registered games and on one that leaks on purpose."""
