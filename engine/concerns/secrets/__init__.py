"""Secrets: hidden notes and scenes, and NPCs that are shown or hidden.

Players do not see the hidden ones.
"""
