"""What no reviewer should have to look for: arrows, writers, rule ids, links, lengths, documents in step."""
