"""Effects: what bears on a character's actions and levels, from whatever source, and until when."""
