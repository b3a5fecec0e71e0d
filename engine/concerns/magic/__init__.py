"""Magic: spells by range, minor magic with its limits, rituals with their needs."""
