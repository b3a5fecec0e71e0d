"""Players' phones: pages that follow an evening, and who gets in."""
