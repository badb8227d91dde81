"""Marks, focuses, hiding places and swallowing handlers of languages without a parser here."""

from __future__ import annotations

import re

_JS_SKIP = re.compile(
    r"\b(it|test|describe|context|suite|specify)\.(skip|skipIf)\b|(?<![\w.])x(it|test|describe|context)\s*\("
    r"|\bskip:\s*(true|['\"`])|\b(it|test)\.concurrent\.skip\b"
)
_JS_CALL = re.compile(r"(?<!\w)(t|this|ctx|context|test)\.skip\s*\(\s*(['\"`][^()]*)?\)")
_JS_FAIL = re.compile(
    r"\b(it|test)\.(fails|failing|todo)\b|\btodo:\s*(true|['\"`])|\btest\.fail\(|\bt\.todo\("
)
MARKS = {
    ("javascript", "skip"): _JS_SKIP,
    ("javascript", "skip-call"): _JS_CALL,
    ("javascript", "xfail"): _JS_FAIL,
    ("go", "skip-call"): re.compile(r"\b[tb]\.(Skip|Skipf|SkipNow)\("),
    ("rust", "skip"): re.compile(r"#\[ignore\b|#\[cfg_attr\([^\n]*ignore"),
    ("rust", "xfail"): re.compile(r"#\[should_panic"),
    ("java", "skip"): re.compile(r"@(Disabled|Ignore|EnabledIf\w*|DisabledIf\w*|DisabledOn\w*|EnabledOn\w*)\b"),
    ("java", "skip-call"): re.compile(r"\b(assumeTrue|assumeFalse|assumeThat|assumingThat)\s*\(|\babort\(\)"),
    ("java", "xfail"): re.compile(r"@Test\s*\(\s*expected\b|@ExpectedToFail"),
    ("ruby", "skip"): re.compile(r"(?<![\w.])x(it|describe|context|specify|example)\b|\bskip:\s*(true|['\"])|,\s*:skip\b|\bpending:\s*(true|['\"])"),
    ("ruby", "skip-call"): re.compile(r"^\s*(skip|omit)\b(?!\s*[=:.])"),
    ("ruby", "xfail"): re.compile(r"^\s*pending\b(?!\s*[=:.])|,\s*:pending\b"),
    ("csharp", "skip"): re.compile(r"\bSkip\s*=\s*\"|\[Ignore\b|\[Explicit\b"),
    ("csharp", "skip-call"): re.compile(r"\bAssert\.(Ignore|Inconclusive|Pass|Skip\w*)\(|\bSkip\.(If|IfNot)\("),
    ("csharp", "xfail"): re.compile(r"\[ExpectedException"),
}  # fmt: skip
"""Language and kind of mark -> the lines that set it."""
for _kind in ("skip", "skip-call", "xfail"):
    MARKS["typescript", _kind] = MARKS["javascript", _kind]

_JS_FOCUS = re.compile(
    r"\b(it|test|describe|context|suite)\.only\b|(?<![\w.])f(it|describe|context)\s*\(|\bonly:\s*true"
)
FOCUS = {
    "javascript": _JS_FOCUS,
    "typescript": _JS_FOCUS,
    "ruby": re.compile(r"(?<![\w.])f(it|describe|context|specify|example)\b\s*\(?['\"]|\bfocus:\s*true|,\s*:focus\b"
                       r"|filter_run(_when_matching|_including)?\s*\(?:focus"),
}  # fmt: skip
"""Language -> lines that make only some tests run."""
HIDES = {
    "javascript": re.compile(r"^\s*if\s*\(\s*(false|0)\s*\)"),
    "typescript": re.compile(r"^\s*if\s*\(\s*(false|0)\s*\)"),
    "go": re.compile(r"^\s*if\s+false\s*\{"),
    "rust": re.compile(r"#!?\[cfg\((?!test\)\])[^\n]*\]"),
    "ruby": re.compile(r"^\s*(if\s+false|__END__|=begin)\b|^\s*return\b.*(?<!\w)(unless|if)\s+ENV"),
    "csharp": re.compile(r"^\s*#if\s+(?!DEBUG\b)\w+"),
}  # fmt: skip
"""Language -> lines that keep what follows from being run."""
RETURNS = re.compile(
    r"^\s*(return\s*;?|\{?\s*return\s*;?\s*\}?|if\s*\([^)]*\)\s*\{?\s*return\s*;?\s*\}?|return\b\s+(if|unless)\b.*)\s*$"
)
"""Lines that leave a test before its end."""
SWALLOWS = re.compile(
    r"catch\s*(?:\([^)]*\))?\s*\{[^{}]{0,300}\}|\.catch\(\s*\(?\w*\)?\s*=>\s*(?:\{[^{}]{0,200}\}|[\w.]+)\s*\)"
    r"|catch_unwind|\brecover\(\)|(?m:^\s*rescue\b[^\n]*\n[^\n]*$)"
)
"""Handlers, with their bodies."""
SILENT = re.compile(
    r"\b(throw|raise|assert\w*|expect|fail|Fail|Assert|panic|reject|done|t\.(Error|Fatal)\w*)\b|\w+\s*=\s*(e|err|error|ex|exc|exception)\b"
)
"""What makes a handler no swallower: it raises, checks or keeps the error."""
