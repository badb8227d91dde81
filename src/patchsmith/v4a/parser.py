"""Reading a V4A patch: all at once where it is the grammar to the letter, else line by line.

The grammar is printed in `grammar.py`. A patch is read whole before anything is planned: one
malformed line refuses all of it. What is accepted beyond the grammar is named in the patch's
`tolerated` (leniency.py gives each name its reason); `strict` refuses all of it.

`canonical` answers for a patch without any deviation; it and `reading` agree wherever it does.
"""

from __future__ import annotations

from patchsmith.v4a.canonical import canonical

TYPE_CHECKING = False
if TYPE_CHECKING:
    from patchsmith.v4a.model import Patch


def parse(text: str, *, strict: bool = False) -> Patch:
    """Read a patch.

    Args:
        text: The whole patch, markers included.
        strict: Whether to refuse everything that the grammar does not allow.

    Raises:
        InputError: `patch-syntax` with the 1-based patch line and what is expected there.
    """
    patch = canonical(text)
    if patch is not None:
        return patch
    from patchsmith.v4a.reading import Reading

    reading = Reading(strict=strict)
    lines, newline, last = text.rpartition("\n")
    if newline:
        reading.feed(lines)
    return reading.finish(last)
