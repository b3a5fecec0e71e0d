"""The game master's moves, and questions to the players."""
