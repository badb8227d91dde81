"""Secrets in text, masked before it is stored, printed or handed on.

Decides what looks like a secret: the values of environment variables that are named like one,
texts in the form of a known kind of key, values given to a name like `api_key`, and long mixed
texts that are too random to be words. It must leave readable what a reader needs: names, paths,
hashes in hexadecimal, code. Masking is a precaution, no proof that nothing is left.

Rules for editors: every pattern is bounded and anchored at a fixed text or class, so the time
stays linear; text that has been masked once is not changed by masking it again.
"""

from __future__ import annotations

import re
from itertools import pairwise
from math import log2
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

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
_KIND_KEYS = ("_", "sk-", "xox", "AKIA", "AIza", "glpat", "pypi-", "eyJ")
_IN_ADDRESS = re.compile(r"(://[^\s:/@]{1,100}:)([^\s/@]{1,200})(@)")
_GIVEN = re.compile(
    r"((?:token|secret|passw(?:or)?d|passphrase|api_?-?key|access_?-?key|private_?-?key)"
    r"[\w-]{0,40}[\"']?\s{0,3}[=:]\s{0,3}[\"']?)([A-Za-z0-9+/_=!@#$%^&*-]{8,255})(?![\w.(\[])",
    re.IGNORECASE,
)
_GIVEN_KEYS = ("token", "secret", "passw", "passphrase", "key")
_LONG = re.compile(r"[A-Za-z0-9+/_-]{24,}={0,2}")
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
        if any(key in text for key in _KIND_KEYS):
            text = _KINDS.sub(MASKED, text)
        if "://" in text and "@" in text:
            text = _IN_ADDRESS.sub(rf"\1{MASKED}\3", text)
        lower = text.lower()
        if any(key in lower for key in _GIVEN_KEYS):
            text = _GIVEN.sub(_given, text)
        return _LONG.sub(_long, text)

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


def _given(found: re.Match[str]) -> str:
    value = found.group(2)
    has_both = any(c.isdigit() for c in value) and any(c.isalpha() for c in value)
    return f"{found.group(1)}{MASKED}" if has_both else found.group()


def _long(found: re.Match[str]) -> str:
    return MASKED if looks_random(found.group()) else found.group()


def looks_random(text: str) -> bool:
    """Return whether a text without blanks is too mixed to be words, a path or hexadecimal.

    It needs small and capital letters and digits, changes between them all the time, and hardly
    repeats a character.
    """
    if _WORD_IN_PATH.search(text):
        return False
    sample = "".join(character for character in text[:_MAX_LONG_CHARS] if character.isalnum())
    kinds = [_kind(character) for character in sample]
    if len(sample) < _MIN_LONG_CHARS or len(set(kinds)) < 3:
        return False
    changes = sum(one != other for one, other in pairwise(kinds))
    if changes < 0.35 * len(sample):
        return False
    counts = [sample.count(character) for character in set(sample)]
    bits = -sum(n / len(sample) * log2(n / len(sample)) for n in counts)
    return bits >= min(4.4, 0.85 * log2(len(sample)))


def _kind(character: str) -> str:
    if character.isdigit():
        return "0"
    return "A" if character.isupper() else "a"
