"""Looking back on what was recorded."""
