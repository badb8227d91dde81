"""Secrets in text, masked before it is stored, printed or handed on.

Decides what looks like a secret: the values of environment variables that are named like one,
texts in the form of a known kind of key, values given to a name like `api_key`, and long mixed
texts that are too random to be words. It must leave readable what a reader needs: names, paths,
hashes in hexadecimal, code. Masking is a precaution, no proof that nothing is left.

Rules for editors: every pattern is bounded and begins with a fixed text, which is looked for
first: a pattern that is tried at every character costs a hundred times as much, and all output of
a command comes through here. Text that has been masked once is not changed by masking it again.
"""

from __future__ import annotations

import re
from collections import Counter
from math import log2
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

MASKED = "[masked]"
"""What stands in a secret's place."""

_SECRET_NAME = re.compile(
    r"TOKEN|SECRET|PASSW(?:OR)?D|PASSPHRASE|PASSWD|CREDENTIAL|COOKIE|DSN$"
    r"|(?:API|ACCESS|PRIVATE|SIGNING|ENCRYPTION|ACCOUNT)_?KEY|_KEY$|(?:^|_)AUTH$|_PAT$|_PWD$",
    re.IGNORECASE,
)
_MIN_VALUE_CHARS = 6
_NO_SECRET = re.compile(r"/.*|\d{1,7}|true|false|none|null|disabled|enabled", re.IGNORECASE)
_KINDS = re.compile(
    r"gh[pousr]_[A-Za-z0-9]{20,255}|github_pat_\w{20,255}|glpat-[\w-]{16,100}"
    r"|sk-[\w-]{20,255}|xox[abeoprs]-[A-Za-z0-9-]{10,255}|AKIA[0-9A-Z]{16}|AIza[\w-]{30,50}"
    r"|npm_[A-Za-z0-9]{30,50}|pypi-[\w-]{40,255}|hf_[A-Za-z0-9]{30,50}"
    r"|eyJ[\w-]{8,2000}\.[\w-]{8,4000}\.[\w-]{8,1000}"
)
_KIND_BEGINNINGS = (
    "ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat_", "glpat-", "sk-", "xox", "AKIA", "AIza",
    "npm_", "pypi-", "hf_", "eyJ",
)  # fmt: skip
_IN_ADDRESS = re.compile(r"(://[^\s:/@]{1,100}:)([^\s/@]{1,200})(@)")
_GIVEN = re.compile(
    r"((?:token|secret|passw(?:or)?d|passphrase|api_?-?key|access_?-?key|private_?-?key)"
    r"[\w-]{0,40}[\"']?\s{0,3}[=:]\s{0,3}[\"']?)([A-Za-z0-9+/_=!@#$%^&*-]{8,255})(?![\w.(\[])",
    re.IGNORECASE,
)
_GIVEN_BEGINNINGS = ("token", "secret", "passw", "passphrase")
_KEY_BEGINNINGS = ("api", "access", "private")  # of names that end in `key`
_MIN_RUN = b"a" * 24
_IN_RUN = bytes.maketrans(
    bytes(range(256)),
    bytes(
        ord("a") if chr(each).isascii() and (chr(each).isalnum() or chr(each) in "+/_-") else 32
        for each in range(256)
    ),
)
_KIND_OF = bytes.maketrans(
    bytes(range(256)),
    bytes(
        ord("0" if 48 <= each <= 57 else "A" if 65 <= each <= 90 else "a") for each in range(256)
    ),
)
_NO_LETTERS = bytes(each for each in range(128) if not chr(each).isalnum())
_CHANGES = (b"aA", b"Aa", b"a0", b"0a", b"A0", b"0A")
_MIN_LONG_CHARS = 20
_MAX_LONG_CHARS = 4096
_WORD_IN_PATH = re.compile(r"(?:^|[/_-])(?:[a-z]{3,}|[A-Z][a-z]{3,})(?=$|[/_-])")


class Masker:
    """Masks the secrets it knows and the texts that look like some."""

    def __init__(self, values: Iterable[str] = ()) -> None:
        """Learn values to mask wherever they stand.

        Args:
            values: The secrets; longer ones are looked for first.
        """
        self._values = sorted({value for value in values if value}, key=len, reverse=True)

    def mask(self, text: str) -> str:
        """Return the text with every secret replaced by `MASKED`."""
        for value in self._values:
            if value in text:
                text = text.replace(value, MASKED)
        text = _replaced(text, _starts(text, _KIND_BEGINNINGS), _KINDS, lambda _: MASKED)
        if "://" in text and "@" in text:
            text = _IN_ADDRESS.sub(rf"\1{MASKED}\3", text)
        return _without_random(_without_given(text))

    def mask_bytes(self, data: bytes) -> bytes:
        """Return bytes with every secret replaced; bytes that are no text stay as they are."""
        text = data.decode("utf-8", "surrogateescape")
        masked = self.mask(text)
        return data if masked == text else masked.encode("utf-8", "surrogateescape")

    def mask_all(self, value: object) -> object:
        """Return a value of JSON with every text in it masked; keys stay."""
        if isinstance(value, str):
            return self.mask(value)
        if isinstance(value, dict):
            return {key: self.mask_all(each) for key, each in value.items()}
        if isinstance(value, (list, tuple)):
            return [self.mask_all(each) for each in value]
        return value


def secret_values(environment: Mapping[str, str]) -> tuple[str, ...]:
    """Return the values of variables whose names say that they are secret.

    Args:
        environment: Such as `os.environ`. Paths, small numbers and switches are no secrets.
    """
    return tuple(
        value
        for name, value in environment.items()
        if _SECRET_NAME.search(name)
        and len(value) >= _MIN_VALUE_CHARS
        and not _NO_SECRET.fullmatch(value)
    )


def _starts(text: str, beginnings: Iterable[str]) -> list[int]:
    """Return where any of the texts begins, in order."""
    found = []
    for beginning in beginnings:
        at = text.find(beginning)
        while at >= 0:
            found.append(at)
            at = text.find(beginning, at + 1)
    return sorted(found)


def _replaced(
    text: str,
    starts: Iterable[int],
    pattern: re.Pattern[str],
    replace: Callable[[re.Match[str]], str],
) -> str:
    """Return what `pattern.sub` returns for a pattern that matches nowhere but at the starts."""
    parts, end = [], 0
    for at in starts:
        if at >= end and (found := pattern.match(text, at)):
            parts += [text[end:at], replace(found)]
            end = found.end()
    return "".join([*parts, text[end:]]) if parts else text


def _without_given(text: str) -> str:
    lower = text.lower()
    beginnings = (*_GIVEN_BEGINNINGS, *(_KEY_BEGINNINGS if "key" in lower else ()))
    starts = _starts(lower, beginnings)
    if starts and len(lower) != len(text):  # a letter whose small form is two: places differ
        return _GIVEN.sub(_given, text)
    return _replaced(text, starts, _GIVEN, _given)


def _given(found: re.Match[str]) -> str:
    value = found.group(2)
    has_both = any(c.isdigit() for c in value) and any(c.isalpha() for c in value)
    return f"{found.group(1)}{MASKED}" if has_both else found.group()


def _without_random(text: str) -> str:
    """Mask the runs of 24 and more letters, digits and `+/_-` that look random."""
    marked = text.encode("latin-1", "replace").translate(_IN_RUN)  # one byte for a character
    parts, end, at = [], 0, marked.find(_MIN_RUN)
    while at >= 0:
        stop = marked.find(b" ", at)
        stop = len(text) if stop < 0 else stop
        padding = text[stop : stop + 2]
        stop += len(padding) - len(padding.lstrip("="))
        if looks_random(text[at:stop]):
            parts += [text[end:at], MASKED]
            end = stop
        at = marked.find(_MIN_RUN, stop)
    return "".join([*parts, text[end:]]) if parts else text


def looks_random(text: str) -> bool:
    """Return whether a text without blanks is too mixed to be words, a path or hexadecimal.

    It needs small and capital letters and digits, changes between them all the time, and hardly
    repeats a character.
    """
    if _WORD_IN_PATH.search(text):
        return False
    sample = text[:_MAX_LONG_CHARS].encode("ascii", "ignore").translate(None, _NO_LETTERS)
    kinds = sample.translate(_KIND_OF)
    if len(sample) < _MIN_LONG_CHARS or not all(kind in kinds for kind in (b"a", b"A", b"0")):
        return False
    if sum(map(kinds.count, _CHANGES)) < 0.35 * len(sample):
        return False
    bits = log2(len(sample)) - sum(n * log2(n) for n in Counter(sample).values()) / len(sample)
    return bits >= min(4.4, 0.85 * log2(len(sample)))
