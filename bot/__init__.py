"""The table in Discord: interactions in, messages out, and a store between that loses nothing."""
