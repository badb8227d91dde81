"""Files whose text is never shown in errors and diffs: they are there to hold secrets.

What a tool prints ends up in transcripts, logs and other people's screens. A file whose name
says that it holds keys or credentials is edited like any other, but its text is not echoed.

Rules for editors: one table; patterns match the file's name, or the end of its path when they
hold a `/`. A name that is usually public (an example, a public key) goes into the second table.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator


def _settings(*stems: str) -> Iterator[str]:
    """Yield the names of settings files, not of source code, with one of the stems."""
    for stem in stems:
        for end in ("yml", "yaml", "json", "toml", "ini", "cfg", "conf", "xml", "txt", "enc"):
            yield f"{stem}.{end}"


_SECRET = (
    ".env",
    ".env.*",
    "*.env",
    ".envrc",
    "id_rsa*",
    "id_dsa*",
    "id_ecdsa*",
    "id_ed25519*",
    "*.pem",
    "*.key",
    "*.p12",
    "*.pfx",
    "*.jks",
    "*.keystore",
    "*.kdbx",
    "*.ppk",
    "*.asc",
    "*.tfvars",
    "*.ovpn",
    ".netrc",
    "_netrc",
    ".npmrc",
    ".pypirc",
    ".pgpass",
    ".my.cnf",
    ".htpasswd",
    ".git-credentials",
    ".dockercfg",
    ".docker/config.json",
    ".kube/config",
    "kubeconfig",
    "*credentials*.json",
    "*client_secret*.json",
    "credentials",
    "secret",
    "secrets",
    *_settings("credentials", "secret", "secrets"),
    "*.secret",
    "*.secrets",
    "service-account*.json",
    "service_account*.json",
    "*.token",
    ".vault-token",
)
_PUBLIC = (
    ".env.example",
    ".env.sample",
    ".env.template",
    ".env.dist",
    "*.example.env",
    "*.pub",
)


def is_withheld(path: str) -> bool:
    """Say whether a file's name tells that its text must not be shown.

    Args:
        path: The file's path, `/` between its parts.
    """
    lowered = path.lower()
    name = lowered.rpartition("/")[2]
    if any(_fits(name, pattern) for pattern in _PUBLIC):
        return False
    return any(
        _fits(name, pattern) if "/" not in pattern else f"/{lowered}".endswith(f"/{pattern}")
        for pattern in _SECRET
    )


def _fits(name: str, pattern: str) -> bool:
    """Say whether a name is a pattern's, whose stars stand for any text (`fnmatch` is slow)."""
    first, *others = pattern.split("*")
    if not others:
        return name == pattern
    *inner, last = others
    if not name.startswith(first):
        return False
    at = len(first)
    for part in inner:
        found = name.find(part, at)
        if found < 0:
            return False
        at = found + len(part)
    return name.endswith(last) and len(name) - len(last) >= at
