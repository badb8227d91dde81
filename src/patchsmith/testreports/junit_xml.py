"""JUnit XML, as most runners can write it: test cases with failure, error, skipped.

Never trusts the file: a document type is refused, since entities can blow up a few bytes to
gigabytes or name other files, and size and depth are bounded.
"""

from __future__ import annotations

from xml.parsers import expat  # bounded and without document types

from patchsmith.errors import InputError
from patchsmith.testreports.model import Report, Results, TestStatus

MAX_BYTES = 32 * 1024 * 1024
"""Largest file that is read."""
_MAX_DEPTH = 64
_STATUS = {
    "failure": TestStatus.FAILED,
    "rerunFailure": TestStatus.PASSED,
    "error": TestStatus.ERROR,
    "skipped": TestStatus.SKIPPED,
}
_EXPECTED = "pytest.xfail"


def read(content: bytes) -> Report | None:
    """Return what a file reports; None when it is not JUnit XML.

    Args:
        content: The whole file.

    Raises:
        InputError: `bad-text`, it is too large or too deep, declares a document type, or breaks
            off inside a report.
    """
    if len(content) > MAX_BYTES:
        raise _refused(f"it is larger than {MAX_BYTES} bytes")
    reading = _Reading()
    try:
        reading.parser.Parse(content, True)
    except expat.ExpatError as error:
        if not reading.is_report:
            return None
        raise _refused(f"it is broken: {error}") from error
    if not reading.is_report:
        return None
    results = reading.results
    return Report(
        runner="JUnit XML",
        counts=results.counted(),
        results=results.listed(),
        line=f"<{reading.top}>",
    )


class _Reading:
    """What has been read of one file."""

    def __init__(self) -> None:
        self.parser = expat.ParserCreate()
        self.parser.StartDoctypeDeclHandler = self._doctype
        self.parser.StartElementHandler = self._start
        self.parser.EndElementHandler = self._end
        self.results = Results()
        self.top = ""
        self._depth = 0
        self._case: str | None = None
        self._status = TestStatus.PASSED

    @property
    def is_report(self) -> bool:
        return self.top in ("testsuite", "testsuites")

    def _doctype(self, *_: object) -> None:
        raise _refused("it declares a document type, which a report does not need")

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        self._depth += 1
        if self._depth > _MAX_DEPTH:
            raise _refused(f"it is nested deeper than {_MAX_DEPTH} elements")
        self.top = self.top or name
        if name == "testcase":
            where = attributes.get("classname") or attributes.get("file") or ""
            self._case = f"{where}::{attributes.get('name', '')}"
            self._status = TestStatus.PASSED
            if attributes.get("status") in ("notrun", "disabled", "skipped"):
                self._status = TestStatus.SKIPPED
        elif self._case is not None and name in _STATUS:
            expected = name == "skipped" and attributes.get("type") == _EXPECTED
            self._status = TestStatus.XFAILED if expected else _STATUS[name]

    def _end(self, name: str) -> None:
        self._depth -= 1
        if name == "testcase" and self._case is not None:
            self.results.add(self._case, self._status, repeatable=True)
            self._case = None


def _refused(why: str) -> InputError:
    return InputError("bad-text", f"the JUnit XML file is not read: {why}")
