"""The ways in: single commands, the prompt, scripts, the full screen, and the replay tool."""
