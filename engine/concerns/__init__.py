"""The concerns of the game, a room each: all rooms are furnished alike, and each registers what it does by itself."""
