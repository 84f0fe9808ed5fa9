"""The suite. Its packages mirror those of the project; `make test` runs all of it."""
