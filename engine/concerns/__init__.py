"""The concerns of the game, a room each.

All rooms have the same files, and each registers what it does.
"""
