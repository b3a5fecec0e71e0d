"""History explained, checked, compared and carried elsewhere."""
