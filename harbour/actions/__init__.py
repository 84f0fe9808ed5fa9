"""Changes to the server state, with the checks that Discord makes."""
