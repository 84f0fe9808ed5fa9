"""What every game promises, held against every game that there is, and against one that leaks on purpose."""
