"""The policy that a project configures, read from the files of the baseline.

`[tool.patchsmith.guard]` in `pyproject.toml`, or `[guard]` in `patchsmith.toml`, which stands
above it. Decides how the tables are read; a mistake in them is refused, since a policy that is
silently left out would let pass what its owner forbade. Must never be given files of the change.
"""

from __future__ import annotations

import tomllib
from dataclasses import replace
from typing import TYPE_CHECKING

from patchsmith.errors import RequestError
from patchsmith.findings import Severity
from patchsmith.guard.policy import Policy

if TYPE_CHECKING:
    from collections.abc import Mapping

FILES = {"pyproject.toml": ("tool", "patchsmith", "guard"), "patchsmith.toml": ("guard",)}
"""File at the root -> where its table is; the later one stands above the earlier one."""


def configured_policy(
    baseline: Mapping[str, bytes], *, strict: bool = False, allow: tuple[str, ...] = ()
) -> Policy:
    """Return the policy of a project, with what the caller adds.

    Args:
        baseline: The tree before the change, path -> content.
        strict: Whether the caller wants warnings to block.
        allow: Paths and rule ids that the caller permits.

    Raises:
        RequestError: `bad-request`, a table says what no policy can be.
    """
    policy = Policy()
    for name, keys in FILES.items():
        if name in baseline:
            policy = _with(policy, _table(baseline[name], keys), name)
    return replace(policy, strict=policy.strict or strict, allow=(*policy.allow, *allow))


def _table(content: bytes, keys: tuple[str, ...]) -> Mapping[str, object]:
    try:
        found: object = tomllib.loads(content.decode("utf-8", "replace"))
    except (ValueError, RecursionError):
        return {}  # a file that no tool can read configures nothing
    for key in keys:
        found = found.get(key, {}) if isinstance(found, dict) else {}
    return found if isinstance(found, dict) else {}


def _with(policy: Policy, table: Mapping[str, object], name: str) -> Policy:
    for key, value in table.items():
        if key == "strict" and isinstance(value, bool):
            policy = replace(policy, strict=value)
        elif key == "allow" and isinstance(value, list) and _are_texts(value):
            policy = replace(policy, allow=(*policy.allow, *value))
        elif key == "rules" and isinstance(value, dict):
            severities = {rule: _severity(each, name) for rule, each in value.items()}
            policy = replace(policy, severities={**policy.severities, **severities})
        elif key in ("max-files", "max-lines") and type(value) is int and value > 0:
            field = key.replace("-", "_")
            policy = replace(policy, **{field: value})  # type: ignore[arg-type]
        else:
            raise _wrong(name, f"{key} = {value!r}")
    return policy


def _are_texts(values: list[object]) -> bool:
    return all(isinstance(each, str) and each for each in values)


def _severity(value: object, name: str) -> Severity:
    try:
        return Severity(str(value))
    except ValueError:
        raise _wrong(name, f"a rule that weighs {value!r}") from None


def _wrong(name: str, seen: str) -> RequestError:
    return RequestError(
        "bad-request",
        f"the guard's table can not hold {seen}",
        path=name,
        hint='It holds strict = true, allow = ["tests/golden"], max-files, max-lines, and '
        '[...guard.rules] with entries like CF05 = "info" (block, warn or info).',
    )
