"""Session zero and safety: what the group agrees on, lines and veils, and the X-card."""
