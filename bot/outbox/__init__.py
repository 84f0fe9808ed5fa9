"""One-off messages: announcements, notices, digests and letters. They are written in the transaction of
their cause, and sent later, exactly once."""
