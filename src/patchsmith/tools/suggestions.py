"""What the result of an edit suggests to do next."""

from __future__ import annotations

_SAFE = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./-+=:,@%")


def suggestion_for(path: str) -> str | None:
    """Return the sentence that suggests to run an edited Python file; None for other files.

    Args:
        path: The file, relative to the root.
    """
    if not path.endswith(".py"):
        return None
    word = f"./{path}" if path.startswith("-") else path
    return f"Check the change by running: python3 {shell_quoted(word)}"


def shell_quoted(word: str) -> str:
    """Return a word as a shell reads it back; importing `shlex` for this would cost start-up."""
    if word and _SAFE.issuperset(word):
        return word
    return "'" + word.replace("'", "'\"'\"'") + "'"
