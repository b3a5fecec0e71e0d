"""Magic: spells by how far they reach, minor magic with its limits, and rituals with what they need."""
