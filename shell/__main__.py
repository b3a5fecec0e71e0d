"""`python -m shell` is the program, from a checkout."""

import sys

from shell.cli import main

sys.exit(main())
