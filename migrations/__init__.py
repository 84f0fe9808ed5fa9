"""The history of the database's schema.

A migration is `versions/NNNN_topic.py`: its revision is its number, its `down_revision` the number before. It imports
nothing from the project, so that later changes cannot alter it. The tests compare the newest schema with
`bot.store.database.schema`, and migrate a full database down and up again on both engines.
"""
