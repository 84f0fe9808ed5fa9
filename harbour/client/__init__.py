"""Discord's client as a person uses it: commands, controls, forms and messages."""
