"""What Discord's own client lets a person do."""
