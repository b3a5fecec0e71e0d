"""Session zero and safety: the group's agreements, lines and veils, the X-card."""
