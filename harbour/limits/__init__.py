"""Discord's own limits on what an application sends; a breach answers 400 with code 50035 and where it is."""
