"""The ways in: single commands, prompt, scripts, full screen and replay tool."""
