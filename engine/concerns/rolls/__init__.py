"""Other rolls, reactions, critical results and secrets."""
