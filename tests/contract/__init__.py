"""Contract tests: every registered game satisfies `games.core.game`; one game leaks on purpose."""
