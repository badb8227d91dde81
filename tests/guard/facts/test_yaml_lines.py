"""The part of YAML that workflows are written in."""

from __future__ import annotations

from patchsmith.guard.facts.yaml_lines import entries, flow_list

TEXT = """
on: [push, pull_request]
jobs:
  test:
    steps:
      - uses: a@v1
        with:
          x: "1"  # one
      - name: Test
        run: |
          one
          two
"""


def test_scalars_have_paths_and_lines() -> None:
    """Maps, lists, quotes, comments and blocks are read."""
    found = {entry.path: entry.value for entry in entries(TEXT)}
    assert found["on",] == "[push, pull_request]"
    assert found["jobs", "test", "steps", "[0]", "with", "x"] == "1"
    assert found["jobs", "test", "steps", "[1]", "run"] == "one\ntwo"
    assert flow_list("[push, pull_request]") == ["push", "pull_request"]


def test_nesting_is_cut() -> None:
    """A hostile file costs no more than its length."""
    assert entries("- " * 5000 + "x\n" + "\n".join(" " * n + "a:" for n in range(500)))
