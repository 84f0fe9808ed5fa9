"""Delivery: brings each message to Discord exactly once, with fallbacks for private ones.

Three comparisons save work and requests to Discord, the cheapest first:

- The *input hash* (`bot.messages.inputs`) covers everything from which a message is made. If it is unchanged, the
message is not made at all. Workers keep the hash in memory; the message's row keeps it through a restart.
- The *content digest* (`bot.delivery.projector`) covers the finished message. If it is unchanged, nothing is edited.
- The *shown sequence* of a row is the last event that the message is known to show. If only it or the input hash would
change, the row is not written. The log is the exception: its next page begins after its shown sequence, so its row is
written whenever that sequence changes.
"""
