"""Rules for the caller's words."""

from __future__ import annotations

import pytest

from patchsmith.errors import DeclarationError
from patchsmith.replx.target import (
    ProgramFound,
    goal_refused,
    target_of,
    word_to_resolve,
    wrapper_of,
)

FOUND, MISSING = ProgramFound(True), ProgramFound(False, hint="The nearest program there is: make")

RESOLVED: dict[str, tuple[tuple[str, ...], str | None]] = {
    "words": (("pytest", "-q"), "pytest"),
    "one word": (("./check.sh",), "./check.sh"),
    "a shell string": (("pytest -q | tail",), "pytest"),
    "an assignment": (("FOO=1 pytest",), None),
    "a builtin": (("cd sub && make",), None),
    "a subshell": (("(cd sub; make)",), None),
    "negated": (("! grep x y",), "grep"),
    "a group": (("{ make; }",), "make"),
    "an expansion": (("$PYTHON -m pytest",), None),
    "a loop": (("until make; do sleep 1; done",), None),
    "prose like a loop": (("for every test, repair it",), "for"),
    "prose like a condition": (("if it fails repair it",), "if"),
    "prose": (("Make the tests pass",), "Make"),
    "prose with an apostrophe": (("don't break the tests",), "don't"),
    "a quoted program": (("'my script.sh' -q",), "my script.sh"),
    "a word before an operator": (("make;ls",), "make"),
    "nothing": ((), None),
    "blank": (("  ",), None),
}


@pytest.mark.parametrize("case", RESOLVED.values(), ids=RESOLVED.keys())
def test_the_word_that_must_name_a_program(case: tuple[tuple[str, ...], str | None]) -> None:
    """Shell syntax decides by itself; otherwise the first word must be a program."""
    assert word_to_resolve(case[0]) == case[1]


def test_words_run_as_they_stand() -> None:
    """Several words are no shell's business."""
    target = target_of(("grep", "a b", "*.py"), FOUND)
    assert target.argv == ("grep", "a b", "*.py")
    assert target.display == "grep 'a b' '*.py'"


def test_one_quoted_argument_runs_through_a_shell() -> None:
    """Its text is the command; its words are looked at for files."""
    target = target_of(("make lint && ./check.sh",), FOUND)
    assert target.argv == ("sh", "-c", "make lint && ./check.sh")
    assert target.display == "make lint && ./check.sh"
    assert "./check.sh" in target.words


def test_one_plain_word_runs_without_a_shell() -> None:
    """There is nothing in it for a shell to read; a builtin alone still needs one."""
    assert target_of(("./check.sh",), FOUND).argv == ("./check.sh",)
    assert target_of(("true",), None).argv == ("sh", "-c", "true")


def test_words_of_a_nested_shell_string_count() -> None:
    """`bash -c TEXT` names the files in TEXT too."""
    assert "./check.sh" in target_of(("bash", "-ec", "./check.sh -v"), FOUND).words


REFUSED: dict[str, tuple[tuple[str, ...], ProgramFound | None, str, str]] = {
    "nothing": ((), None, "no-target", "replx python -m pytest -q"),
    "blank": (("",), None, "no-target", "replx python -m pytest -q"),
    "a missing command": (("maek", "test"), MISSING, "no-target", "make"),
    "a missing command alone": (("maek",), MISSING, "no-target", "make"),
    "prose": (("Repair the tests",), MISSING, "goal-needs-reasoning", "replx python -m pytest"),
    "a builtin in words": (("cd", "sub"), MISSING, "no-target", "replx 'cd sub'"),
    "an assignment in words": (("A=1", "make"), MISSING, "no-target", "replx 'A=1 make'"),
}


@pytest.mark.parametrize("case", REFUSED.values(), ids=REFUSED.keys())
def test_what_is_no_command_is_refused_by_name(
    case: tuple[tuple[str, ...], ProgramFound | None, str, str],
) -> None:
    """The guard is named, and what to pass instead."""
    words, program, code, hint = case
    with pytest.raises(DeclarationError) as caught:
        target_of(words, program)
    assert caught.value.code == code
    assert hint in (caught.value.hint or "")


def test_what_is_wrong_with_the_word_is_said() -> None:
    """A file that is not executable is no missing one."""
    problem = ProgramFound(False, problem="is not executable", hint="chmod +x ./a.sh")
    with pytest.raises(DeclarationError, match=r"'./a.sh' is not executable"):
        target_of(("./a.sh",), problem)


def test_a_goal_is_refused_with_what_to_pass() -> None:
    """An end state in prose needs a repairer that can reason."""
    error = goal_refused("all green")
    assert error.code == "goal-needs-reasoning"
    assert "replx" in (error.hint or "")


WRAPPED = [
    ("until make; do sleep 1; done",),
    ("make; while ! ./ready; do sleep 1; done",),
    ("bash", "-c", "for i in 1 2 3; do make && break; done"),
    ("retry", "make"),
]


@pytest.mark.parametrize("words", WRAPPED)
def test_a_wrapper_in_the_target_is_pointed_out(words: tuple[str, ...]) -> None:
    """A loop in the caller's command runs unseen; the report says so, nothing is refused."""
    target = target_of(words, FOUND)
    assert len(target.notes) == 1
    assert "not counted" in target.notes[0]


def test_plain_commands_have_no_notes() -> None:
    """The words for, while and until in arguments wrap nothing."""
    assert target_of(("grep", "-r", "while", "src"), FOUND).notes == ()
    assert target_of(("echo waiting for while do",), None).notes == ()


@pytest.mark.parametrize(
    ("text", "wrapper"),
    [
        ("until make; do sleep 1; done", "until"),
        ("cd x && while true; do make; done", "while"),
        ("for i in 1 2 3; do make && break; done", "for"),
        ("timeout 60 retry make", "retry"),
        ("cd x && watch make", "watch"),
        ("replx make", "replx"),
        ("make test && ./smoke.sh", None),
        ("grep -q until notes.md", None),
    ],
)
def test_wrappers_are_found_wherever_they_stand(text: str, wrapper: str | None) -> None:
    """Stricter than the note in a caller's own command; a word that is data is none."""
    assert wrapper_of(target_of((text,), ProgramFound(True))) == wrapper


def test_a_shell_word_alone_hides_no_wrapper() -> None:
    """`sh -c` with a loop is a loop."""
    target = target_of(("bash", "-c", "until make; do :; done"), ProgramFound(True))
    assert wrapper_of(target) == "until"
