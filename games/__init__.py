"""The rules of four games called bones: pure functions from moves to events, and from events to what a seat may see."""
