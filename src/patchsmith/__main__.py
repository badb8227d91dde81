"""`python -m patchsmith` is the command `patchsmith`."""

from __future__ import annotations

import sys

from patchsmith.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
