"""`export FOLDER/`: a campaign as Obsidian notes by evening, character and NPC."""
