"""Text in, text out: the prompt, the script and the single command of a fudgelog campaign."""

#: The version of the program; the package takes it from here.
__version__ = "0.1.0"
