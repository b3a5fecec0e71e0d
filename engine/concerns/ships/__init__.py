"""Ships: NPCs with a track, whose qualities count for the difficulty of those at the post."""
