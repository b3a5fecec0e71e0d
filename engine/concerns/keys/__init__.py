"""Keys: actions of characters that bring them XP."""
