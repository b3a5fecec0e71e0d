"""A log as a file: checked, copied, carried elsewhere and read back in."""
