"""Effects: modifiers of a character's actions and levels, until they end."""
