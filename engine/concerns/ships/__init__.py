"""Ships: NPCs with a track and qualities.

The qualities count for the difficulty of those at the post.
"""
