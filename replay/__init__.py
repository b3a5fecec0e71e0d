"""History told, checked and corrected: what a campaign's log says, in sentences and in tables."""
