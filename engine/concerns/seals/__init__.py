"""Seals: a player says a number at the end of an evening, and five words prove the log up to there."""
