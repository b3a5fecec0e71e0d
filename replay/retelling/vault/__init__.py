"""`export FOLDER/`: a campaign as notes for Obsidian, an evening, a character and an NPC each."""
