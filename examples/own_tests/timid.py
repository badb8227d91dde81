"""A repairer of our own: it fixes one kind of slip, and leaves everything else alone."""

from patchsmith import edit
from patchsmith.repairers.base import Diagnosis


class TimidRepairer:
    """Turns `=<` into `<=`."""

    name = "timid"

    def attempt(self, failure, workspace):
        """Mend the slip where the traceback shows it."""
        for line in failure.stderr.splitlines():
            if line.strip().startswith("File ") and "slip.py" in line:
                edit("slip.py", "=<", "<=", root=workspace.root)
                return Diagnosis("`=<` is no comparison; `<=` is")
        return Diagnosis("nothing that this repairer knows", next_step="look at it by hand")
