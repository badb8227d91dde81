r"""Recognising a call of `apply_patch` in what an agent wants to run.

Agents send argument lists and shell scripts. These shapes, and no others, are a patch:

    ["apply_patch", PATCH]                      or "applypatch"
    ["bash", "-lc", SCRIPT]                     or sh, zsh, by whatever path, and -c
    {"command": either of these, "workdir": DIR}      or SCRIPT itself as the command

    SCRIPT := [ "cd " WORD " && " ] CALL
    CALL   := "apply_patch <<" DELIMITER NL body DELIMITER
            | "cat <<" DELIMITER " | apply_patch" NL body DELIMITER

Whatever a shell would do beyond that (a second command, a comment, a redirection, an expansion in
the path or, with an unquoted delimiter, in the body) makes it another program, and then it is not
a patch: running it must be left to a shell, or refused. Nothing here is run.

This is no parser of shell: it accepts a few shapes exactly and refuses everything else.

Source: the shapes that Codex's prompts teach and its harness intercepts.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from patchsmith.values import Value

NAMES = ("apply_patch", "applypatch")
SHELLS = ("bash", "sh", "zsh")
_PLAIN = (
    "_-./+,:@%="  # characters of an unquoted word, besides letters and digits, that mean nothing
)
_BLANKS = " \t"


class Invocation(Value):
    """A call of `apply_patch`."""

    __slots__ = ("patch", "workdir")

    patch: str
    """The whole patch, as the command would get it."""
    workdir: str | None
    """The folder to apply it in, as the call spells it; None for the current one."""


class NotAnInvocation(Value):
    """Something else."""

    __slots__ = ("reason",)

    reason: str
    """Why it is not taken for a call of `apply_patch`, as a sentence without a full stop."""


class _Other(Exception):  # noqa: N818 - it never leaves this module
    """The command is something else; the message says why."""


def read_invocation(
    command: str | Sequence[str] | Mapping[str, object],
) -> Invocation | NotAnInvocation:
    """Return the patch that a command applies, when applying it is all the command does.

    Args:
        command: An argument list; a script for a shell; or an object with either as its
            `command`, and perhaps a `workdir` that the command is to be run in. Other fields of
            such an object, such as a time limit, do not matter to a patch.
    """
    try:
        if isinstance(command, str):
            return _in_script(command)
        return _in_object(command) if isinstance(command, Mapping) else _in_words(command)
    except _Other as reason:
        return NotAnInvocation(str(reason))


def _in_object(command: Mapping[str, object]) -> Invocation:
    inner = command.get("command")
    found = _in_script(inner) if isinstance(inner, str) else _in_words(inner)
    workdir = command.get("workdir")
    if workdir is None:
        return found
    if not isinstance(workdir, str) or not workdir:
        raise _Other("the workdir is not a path")
    if found.workdir is None or found.workdir.startswith("/"):
        return found.replaced(workdir=found.workdir or workdir)
    return found.replaced(workdir=f"{workdir.rstrip('/')}/{found.workdir}")


def _in_words(words: object) -> Invocation:
    """Read an argument list."""
    if not isinstance(words, Sequence) or isinstance(words, bytes) or not words:
        raise _Other("the command is not a list of words")
    texts = [word for word in words if isinstance(word, str)]
    if len(texts) != len(words):
        raise _Other("the command is not a list of words")
    if texts[0] in NAMES:
        if len(texts) != 2:
            raise _Other("apply_patch takes the patch as its one argument")
        if texts[1].startswith("-"):
            raise _Other("the argument is an option, not a patch")
        return Invocation(texts[1], None)
    if texts[0].rpartition("/")[2] not in SHELLS:
        raise _Other("the command is neither apply_patch nor a shell")
    if len(texts) != 3 or texts[1] not in ("-c", "-lc"):
        raise _Other("the shell is not called as SHELL -c SCRIPT or SHELL -lc SCRIPT")
    return _in_script(texts[2])


# --- scripts


class _Script:
    """A script being read from left to right."""

    __slots__ = ("at", "text")

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0

    def skip_blanks(self) -> bool:
        """Skip blanks and tabs; return whether there were any."""
        start = self.at
        while self.text[self.at : self.at + 1] in tuple(_BLANKS):
            self.at += 1
        return self.at > start

    def takes(self, token: str) -> bool:
        """Take a token if it is next."""
        if not self.text.startswith(token, self.at):
            return False
        self.at += len(token)
        return True

    def rest_of_line(self) -> str:
        """Take the rest of the line and its end."""
        line, newline, _ = self.text[self.at :].partition("\n")
        if not newline:
            raise _Other("no text follows the line of the command")
        self.at += len(line) + 1
        return line

    def word(self, what: str) -> str:
        """Take a word that a shell would leave as it is, quotes aside."""
        quote = self.text[self.at : self.at + 1]
        if quote in ("'", '"') and quote:
            end = self.text.find(quote, self.at + 1)
            inner = self.text[self.at + 1 : end]
            if end < 0 or "\n" in inner:
                raise _Other(f"the quotes of {what} do not end on its line")
            if quote == '"' and any(character in inner for character in "$`\\!"):
                raise _Other(f"a shell would expand {what}")
            self.at = end + 1
        else:
            start = self.at
            while (c := self.text[self.at : self.at + 1]) and (c.isalnum() or c in _PLAIN):
                self.at += 1
            inner = self.text[start : self.at]
        follows = self.text[self.at : self.at + 1]
        if follows and follows not in " \t\n|&;<>":
            raise _Other(f"{what} is more than one plain or quoted word")
        if not inner:
            raise _Other(f"{what} is missing")
        return inner


def _in_script(text: str) -> Invocation:
    """Read `[ "cd " WORD " && " ] CALL`."""
    script = _Script(text)
    _skip_blank_lines(script)
    workdir = _folder(script) if _starts_with(script, "cd") else None
    if _starts_with(script, "cat"):
        quoted, delimiter, strip_tabs = _here_document(script)
        script.skip_blanks()
        if not script.takes("|"):
            raise _Other("the text does not go into apply_patch")
        script.skip_blanks()
        _take_name(script)
    else:
        _take_name(script)
        quoted, delimiter, strip_tabs = _here_document(script)
    if script.rest_of_line().strip(_BLANKS):
        raise _Other("something else follows on the line of apply_patch")
    return Invocation(_body(script, delimiter, quoted=quoted, strip_tabs=strip_tabs), workdir)


def _skip_blank_lines(script: _Script) -> None:
    while script.skip_blanks() or script.takes("\n"):
        pass


def _starts_with(script: _Script, name: str) -> bool:
    """Take a command's name if it is next, and the blanks behind it."""
    start = script.at
    if script.takes(name) and (script.skip_blanks() or script.text.startswith("<<", script.at)):
        return True
    script.at = start
    return False


def _folder(script: _Script) -> str:
    """Read `WORD " && "` behind `cd`."""
    folder = script.word("the path behind cd")
    if folder.startswith(("-", "+", "=")):
        raise _Other("the path behind cd means another folder to a shell")
    script.skip_blanks()
    if not script.takes("&&"):
        raise _Other("cd is not followed by &&")
    script.skip_blanks()
    return folder


def _take_name(script: _Script) -> None:
    for name in NAMES:
        if script.takes(name):
            script.skip_blanks()
            return
    raise _Other("the script does not call apply_patch")


def _here_document(script: _Script) -> tuple[bool, str, bool]:
    """Read `"<<" [ "-" ] DELIMITER`: whether it is quoted, the word, whether tabs are stripped."""
    if not script.takes("<<") or script.text.startswith("<", script.at):
        raise _Other("the patch does not come as a here-document")
    strip_tabs = script.takes("-")
    script.skip_blanks()
    quoted = script.text[script.at : script.at + 1] in ("'", '"')
    return quoted, script.word("the delimiter"), strip_tabs


def _body(script: _Script, delimiter: str, *, quoted: bool, strip_tabs: bool) -> str:
    """Read the lines up to the delimiter; nothing but blank lines may follow."""
    lines = script.text[script.at :].split("\n")
    if strip_tabs:
        lines = [line.lstrip("\t") for line in lines]
    if delimiter not in lines:
        raise _Other("the here-document does not end")
    end = lines.index(delimiter)
    if any(line.strip(_BLANKS) for line in lines[end + 1 :]):
        raise _Other("another command follows")
    body = "".join(f"{line}\n" for line in lines[:end])
    if not quoted and ("$" in body or "`" in body or "\\\\" in body or "\\\n" in body):
        raise _Other("a shell would expand the text: its delimiter is not quoted")
    return body
