"""The use cases behind commands and controls, one module per topic."""
