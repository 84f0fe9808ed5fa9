"""Facts and decisions about tables, without messages, timers and tasks.

Each package in here has one job. The service and the repository build on them.
"""
