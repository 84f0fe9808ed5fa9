"""Facts and decisions about tables; no message, no timer, no task.

Each package in here has one job. The service and the repository stand on top of them.
"""
