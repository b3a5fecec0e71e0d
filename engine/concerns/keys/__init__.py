"""Keys: what characters do that brings them XP."""
