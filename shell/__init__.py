"""Text in, text out: the prompt, scripts and single commands of a campaign."""

#: The version of the program, which the package takes from here.
__version__ = "0.1.0"
