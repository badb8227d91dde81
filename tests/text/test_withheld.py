"""Names of files whose text is not shown."""

from __future__ import annotations

import pytest

from patchsmith.text.withheld import is_withheld


@pytest.mark.parametrize(
    "path",
    [
        ".env",
        "app/.env.local",
        "prod.env",
        "home/.ssh/id_ed25519",
        "certs/server.KEY",
        "tls.pem",
        ".netrc",
        ".npmrc",
        "x/.aws/credentials",
        "config/credentials.yml",
        "secrets.toml",
        "gcp-credentials-prod.json",
        "main.tfvars",
        "a/.docker/config.json",
        ".git-credentials",
    ],
)
def test_names_of_keys_and_credentials_are_withheld(path: str) -> None:
    """Whatever the folder and the case of letters."""
    assert is_withheld(path)


@pytest.mark.parametrize(
    "path",
    [
        "src/env.py",
        ".env.example",
        "id_rsa.pub",
        "secrets.py",
        "config.json",
        "docker/config.json",
        "keys.ts",
        "environment.yml",
        "tests/test_credentials.py",
    ],
)
def test_ordinary_files_are_shown(path: str) -> None:
    """Source code about secrets holds none, examples are made to be read."""
    assert not is_withheld(path)
