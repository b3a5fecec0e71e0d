"""Looking back on recorded events."""
