"""The campaign, its rules and its checklist."""
