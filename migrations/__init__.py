"""The history of the database's schema.

A migration is `versions/NNNN_what.py`: its revision is its number, its `down_revision` the number before, and it
imports nothing of ours, so that it does the same for ever. The tests compare the end of the chain with
`bot.store.database.schema`, and go down and up again with a full database on both engines.
"""
