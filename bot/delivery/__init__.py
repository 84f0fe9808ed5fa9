"""Delivery: brings each message to Discord exactly once, with fallbacks for private ones.

Three comparisons save work and requests to Discord, the cheapest first:

- The *input hash* (`bot.messages.input_hash`) covers everything that a message is made from. While the hash is the
  same, the message is not even made. Workers keep the hash in memory; the message's row keeps it through a restart.
- The *content digest* (`bot.delivery.projector`) covers the message that was made. While the digest is the same,
  nothing is edited.
- The *shown sequence* of a row is the last event that the message was known to show. It decides where the next page of
  the log begins. The row of any other message is not written if only its shown sequence and input hash would change.
"""
