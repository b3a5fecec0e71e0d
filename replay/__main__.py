"""Run `python -m replay`: the program, limited to review and correction.

Nothing imports this module, so it may import the shell, which the rest of `replay` must not know.
"""

import sys

from shell.__main__ import start

sys.exit(start(replay=True))
