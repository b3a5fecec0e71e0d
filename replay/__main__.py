"""`python -m replay` is the replay tool: the program, for looking back and correcting alone.

This is a door and no part of the house: nothing imports it. So it may look back to the shell, where lines are read
and answered, while everything else in `replay` knows of no shell.
"""

import sys

from shell.__main__ import start

sys.exit(start(replay=True))
