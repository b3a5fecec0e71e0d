"""`python -m replay` is the replay tool: the program, for looking back and correcting alone.

This is a door and no part of the house: nothing imports it. So its one line may look back to the shell, where lines
are read and answered, while everything else in `replay` knows of no shell.
"""

import sys

from shell.doors.replay_tool import replay_main

sys.exit(replay_main())
