"""Delivery: brings each message to Discord exactly once, with fallbacks for private ones.

Three comparisons keep work away from Discord, each cheaper than the next:

- The *input hash* (`bot.messages.input_hash`) covers everything that a message is made from. While it is equal, the
  message is not even made. Workers keep it in memory; the message's row keeps it too, so that it outlasts a restart.
- The *content digest* (`bot.delivery.projector`) covers a message as it was made. While it is equal, nothing is edited.
- The *shown sequence* of a row is the last event that the message was known to show. It decides where the next page of
  the log begins. The row of any other message is left alone when nothing but this and the input hash would change.
"""
