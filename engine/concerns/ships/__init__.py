"""Ships: NPCs with a track and with qualities that add to the difficulty of those at the post."""
