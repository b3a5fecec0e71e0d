"""Text in, text out: the prompt, the script and the single command of a fudgelog campaign."""
