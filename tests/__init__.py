"""All tests. The packages mirror those of the project; `make test` runs them all."""
