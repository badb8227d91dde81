"""Values are frozen records."""

from __future__ import annotations

import pytest

from patchsmith.values import Deferred, Value


class Point(Value):
    __slots__ = ("x", "y")

    x: int
    """Across."""
    y: int
    """Down."""


class Other(Value):
    __slots__ = ("x", "y")

    x: int
    """Across."""
    y: int
    """Down."""


def test_fields_are_given_by_position_or_by_name() -> None:
    """Both spellings make the same value."""
    assert Point(1, 2) == Point(x=1, y=2) == Point(1, y=2)


def test_a_value_is_equal_only_to_one_of_its_own_class() -> None:
    """Equal fields of another class are another value."""
    assert Point(1, 2) != Other(1, 2)
    assert len({Point(1, 2), Point(1, 2), Point(2, 1)}) == 2


def test_a_value_can_not_be_changed() -> None:
    """Setting or deleting a field raises, and the message names the way out."""
    point = Point(1, 2)
    with pytest.raises(AttributeError, match="replaced"):
        point.x = 3  # type: ignore[misc]
    with pytest.raises(AttributeError):
        del point.x
    assert point.replaced(x=3) == Point(3, 2)


@pytest.mark.parametrize(
    ("values", "named"),
    [((1,), {}), ((1, 2, 3), {}), ((1, 2), {"z": 3}), ((1, 2), {"x": 1})],
    ids=["missing", "too-many", "unknown", "given-twice"],
)
def test_wrong_fields_raise(values: tuple[int, ...], named: dict[str, int]) -> None:
    """A constructor call with missing, surplus or unknown fields is a TypeError."""
    with pytest.raises(TypeError):
        Point(*values, **named)


def test_repr_shows_the_fields() -> None:
    """The representation reads as the call that makes the value."""
    assert repr(Point(1, 2)) == "Point(x=1, y=2)"


class Long(Value):
    __slots__ = ("a", "b", "c", "d", "e", "f")

    a: int
    b: int
    c: int
    d: int
    e: int
    f: int


def test_any_number_of_fields_works() -> None:
    """Few fields have a constructor of their own, many share one; both know the names."""
    one = Long(1, 2, 3, d=4, e=5, f=6)
    assert one == Long(1, 2, 3, 4, 5, 6)
    with pytest.raises(TypeError, match="missing"):
        Long(1, 2, 3, 4, 5)  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="Point"):
        Point(1)  # type: ignore[call-arg]


class Late(Deferred):
    __slots__ = ("a", "b", "c")
    _deferred = "b"
    a: int
    b: int
    c: int


def test_a_deferred_field_is_worked_out_once() -> None:
    """When it is first read; the value then equals one that was made whole, source or not."""
    calls: list[int] = []

    def work() -> int:
        calls.append(1)
        return 2

    value = Late.later(work, 1, 3)
    assert (value.a, value.c, calls) == (1, 3, [])
    assert value == Late(1, 2, 3)
    assert value.b == 2
    assert calls == [1]
    assert value.source is work
    assert Late(1, 2, 3).source is None


def test_a_deferred_value_has_no_other_attributes() -> None:
    """A misspelt field is an error, and so is a wrong number of the others."""
    with pytest.raises(AttributeError):
        Late.later(lambda: 2, 1, 3).d  # type: ignore[attr-defined]  # noqa: B018
    with pytest.raises(TypeError, match="missing 1"):
        Late.later(lambda: 2, 1)
