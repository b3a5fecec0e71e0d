"""The concerns of the game, one room each. Files of one name do the same in every room."""
