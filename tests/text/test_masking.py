"""Rules for secrets in text."""

from __future__ import annotations

import base64
import random
import re
import time

import pytest

from patchsmith.text import masking
from patchsmith.text.masking import MASKED, Masker, looks_random, secret_values

QUIET = {
    "a traceback": 'File "/home/me/project/src/tokens.py", line 3, in next_token',
    "code": "token = tokens[0]; password = read_password(path)",
    "a comparison": "assert token == expected_token",
    "a type": "api_key: str = settings.API_KEY",
    "a number": "token_count=12345678",
    "words": "secret: undisclosed-for-now",
    "a commit": "HEAD is now at 3f786850e387550fdab836ed7e6dc881de23001b",
    "a checksum": "sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
    "a uuid": "id 123e4567-e89b-12d3-a456-426614174000",
    "an identifier": "TestHttp2ServerConnectionUpgradeRejected",
    "a snake": "test_that_utf8_names_of_Windows_11_files_survive",
    "a path": "node_modules/@babel/core/lib/Transform2/FileNames/normalize-opts",
    "a long path": "/tmp/pytest-of-root/pytest-136/popen-gw0/test_session_README_0_0/app/money",
    "a run folder": "/home/x/.local/state/patchsmith/runs/20261130-231300-ed01b1/runs/01-check",
    "a temporary folder": "/tmp/tmpa1B2c3D4/T5x/build/Release/obj",
    "an address": "https://example.com:8080/a@b",
    "a rule": "=" * 80,
    "nothing": "",
}
MASKS = {
    "a github token": "ghp_" + "aB3" * 12,
    "an openai key": "sk-proj-abcdefghijklmnopqrstuvwx",
    "an aws id": "AKIAIOSFODNN7EXAMPLE",
    "a slack token": "xoxb-123456789012-abcdefghij",
    "a json web token": "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.c2lnbmF0dXJlLXRleHQ",
    "mixed text": "q7Gk2Zp9XwLr4TnV8bYcJ5mD",
    "base64": "dGhpcyBpcyBhIHJhbmRvbSBzZWNyZXQgdmFsdWUgMTIzNDU2Nzg5MA==",
}


@pytest.mark.parametrize("text", QUIET.values(), ids=QUIET.keys())
def test_what_a_reader_needs_stays(text: str) -> None:
    """Names, code, paths, hashes and prose are no secrets."""
    assert Masker().mask(text) == text


@pytest.mark.parametrize("secret", MASKS.values(), ids=MASKS.keys())
def test_what_looks_like_a_key_is_masked(secret: str) -> None:
    """Wherever it stands in a line; masking again changes nothing."""
    masked = Masker().mask(f"using '{secret}' now")
    assert secret not in masked
    assert masked == f"using '{MASKED}' now"
    assert Masker().mask(masked) == masked


@pytest.mark.parametrize(
    ("text", "masked"),
    [
        ("API_KEY=abc123def456", f"API_KEY={MASKED}"),
        ('"password": "hunter2hunter2"', f'"password": "{MASKED}"'),
        ("--token=zz99zz99", f"--token={MASKED}"),
        ("postgres://me:s3cret@db/x", f"postgres://me:{MASKED}@db/x"),
    ],
)
def test_values_given_to_a_secret_name_are_masked(text: str, masked: str) -> None:
    """The name stays, so that a reader knows what was there."""
    assert Masker().mask(text) == masked


def test_known_values_are_masked_wherever_they_stand() -> None:
    """Also inside other words; the longer of two that overlap first."""
    masker = Masker(["hunter2", "hunter2-and-more", ""])
    assert masker.mask("xhunter2-and-morex hunter2") == f"x{MASKED}x {MASKED}"


def test_secrets_are_known_by_the_names_of_variables() -> None:
    """Paths, switches, small numbers and short values are none."""
    environment = {
        "GITHUB_TOKEN": "value-one",
        "DB_PASSWORD": "value-two",
        "stripe_api_key": "value-three",
        "SSH_AUTH_SOCK": "/tmp/agent",
        "TOKEN_FILE": "/run/token",
        "USE_TOKEN": "disabled",
        "SECRET_COUNT": "12345",
        "PASSWORD": "short",
        "KEYBOARD": "qwertz-layout",
        "HOME": "/home/me",
    }
    assert secret_values(environment) == ("value-one", "value-two", "value-three")


def test_bytes_that_are_no_text_stay() -> None:
    """Only the secret between them is replaced."""
    masker = Masker(["hunter2"])
    assert masker.mask_bytes(b"\xff\xfe hunter2 \x00\x80") == b"\xff\xfe [masked] \x00\x80"
    assert masker.mask_bytes(b"\xff\xfe") == b"\xff\xfe"


def test_values_of_json_are_masked_inside() -> None:
    """Keys, numbers and nesting stay."""
    value = {"hunter2": ["hunter2", 1, None, {"a": "x hunter2"}], "b": ("c",)}
    assert Masker(["hunter2"]).mask_all(value) == {
        "hunter2": [MASKED, 1, None, {"a": f"x {MASKED}"}],
        "b": ["c"],
    }


def test_random_texts_are_told_from_words() -> None:
    """At least 95 of 100 random keys of 32 characters are seen."""
    chance = random.Random(7)
    keys = [base64.urlsafe_b64encode(chance.randbytes(24)).decode() for _ in range(300)]
    assert sum(looks_random(key) for key in keys) >= 285


def test_long_texts_are_masked_in_time_linear_in_them() -> None:
    """Repeated beginnings of secrets do not make a text expensive."""
    began = time.monotonic()
    for piece in ("token=", "://a:", "eyJaaaaaaaa.", "aB3", "secret ", "sk-"):
        Masker(["x" * 40]).mask(piece * 100_000)
    assert time.monotonic() - began < 30


PIECES = (
    "token", "Secret", "passw", "api_key", "API-", "KEY", "private", "access_", "=", ": ", '"', "'",
    "\n", " ", "sk-", "ghp_", "eyJ", ".", "AKIA", "hf_", "/", "-", "_", "é", "\u0130", "\udcff",
    "x9", "aB3dE5gH7jK9mN2pQ4rS", "q7Gk2Zp9XwLr4TnV8bYcJ5mD", "0123456789abcdef", "word", "(", "==",
)  # fmt: skip


def by_patterns_alone(text: str) -> str:
    """Return what masking comes to where each pattern is tried at every character."""
    text = masking._KINDS.sub(MASKED, text)
    text = masking._GIVEN.sub(masking._given, text)
    long = re.compile(r"[A-Za-z0-9+/_-]{24,}={0,2}")
    return long.sub(lambda run: MASKED if looks_random(run.group()) else run.group(), text)


def test_looking_for_beginnings_first_changes_nothing() -> None:
    """It is quicker, and finds the same."""
    chance = random.Random(3)
    for _ in range(3000):
        text = "".join(chance.choices(PIECES, k=chance.randint(1, 30)))
        assert Masker().mask(text) == by_patterns_alone(text)


def test_masking_a_long_output_takes_little_time() -> None:
    """20 MB of lines as test runners and compilers print them; measured: 1 s."""
    line = b"tests/test_a.py::test_of_the_thing_with_key[param-1] PASSED [ 10%] token here\n"
    masker, began = Masker(["x" * 40]), time.monotonic()
    for _ in range(20):
        masker.mask_bytes(line * ((1 << 20) // len(line)))
    assert time.monotonic() - began < 30
