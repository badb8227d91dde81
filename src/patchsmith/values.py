"""The base of Patchsmith's immutable values on the path that starts fast.

A value is a slotted class whose fields are its `__slots__`, in order:

    class Hunk(Value):
        __slots__ = ("anchors", "lines")
        anchors: tuple[str, ...]
        '''What it means.'''
        lines: tuple[str, ...]
        '''What it means.'''

`Hunk(anchors, lines)` and `Hunk(anchors=..., lines=...)` both work; type checkers see the fields
as those of a frozen dataclass. Dataclasses themselves stay off this path because importing
`dataclasses` costs more than the rest of `apply_patch` together (design/0003-start-up.md).

A class of few fields gets a constructor of its own, written out below for each number of fields
and given the fields' names: values are made by the thousand, and a loop over fields takes four
times as long.

Rules for editors: nothing is imported here; a value is never changed after it was made.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, ClassVar, Self, dataclass_transform

    Put = Callable[[object, object], None]
    Init = Callable[..., None]
else:

    def dataclass_transform(**_options):  # noqa: ANN003, ANN201 - never seen by a type checker
        """Stand in for `typing.dataclass_transform`, which only type checkers read."""
        return lambda cls: cls


def _of_one(a: Put) -> Init:
    def init(self: object, x: object) -> None:
        a(self, x)

    return init


def _of_two(a: Put, b: Put) -> Init:
    def init(self: object, x: object, y: object) -> None:
        a(self, x)
        b(self, y)

    return init


def _of_three(a: Put, b: Put, c: Put) -> Init:
    def init(self: object, x: object, y: object, z: object) -> None:
        a(self, x)
        b(self, y)
        c(self, z)

    return init


def _of_four(a: Put, b: Put, c: Put, d: Put) -> Init:
    def init(self: object, x: object, y: object, z: object, u: object) -> None:
        a(self, x)
        b(self, y)
        c(self, z)
        d(self, u)

    return init


def _of_five(a: Put, b: Put, c: Put, d: Put, e: Put) -> Init:
    def init(self: object, x: object, y: object, z: object, u: object, v: object) -> None:
        a(self, x)
        b(self, y)
        c(self, z)
        d(self, u)
        e(self, v)

    return init


_MAKERS: dict[int, Callable[..., Any]] = {
    1: _of_one, 2: _of_two, 3: _of_three, 4: _of_four, 5: _of_five,
}  # fmt: skip
"""Number of fields -> maker of a constructor, from what puts each field's value."""


@dataclass_transform(frozen_default=True, eq_default=True)
class Value:
    """A frozen record compared by its fields."""

    __slots__: tuple[str, ...] = ()

    def __init_subclass__(cls) -> None:
        if "__init__" not in cls.__dict__ and len(cls.__slots__) in _MAKERS:
            setters = [getattr(cls, name).__set__ for name in cls.__slots__]
            init = _MAKERS[len(setters)](*setters)
            init.__code__ = init.__code__.replace(co_varnames=("self", *cls.__slots__))
            init.__qualname__ = f"{cls.__name__}.__init__"
            cls.__init__ = init  # type: ignore[method-assign]

    def __init__(self, *values: object, **named: object) -> None:
        for name, value in zip(self.__slots__, _in_order(type(self), values, named), strict=True):
            object.__setattr__(self, name, value)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"{type(self).__name__} is immutable; use replaced({name}=...)")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"{type(self).__name__} is immutable")

    def replaced(self, **changes: object) -> Self:
        """Return a copy with the named fields changed."""
        fields = {name: getattr(self, name) for name in self.__slots__}
        fields.update(changes)
        return type(self)(**fields)

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return all(getattr(self, name) == getattr(other, name) for name in self.__slots__)

    def __hash__(self) -> int:
        return hash((type(self), *(getattr(self, name) for name in self.__slots__)))

    def __repr__(self) -> str:
        fields = ", ".join(f"{name}={getattr(self, name)!r}" for name in self.__slots__)
        return f"{type(self).__name__}({fields})"


class Deferred(Value):
    """A value one field of which is worked out when it is first read.

    A subclass names the field in `_deferred`. Made by its constructor it is a value like any
    other; made by `later` it holds what works the field out.
    """

    __slots__ = ("_source",)
    _deferred = ""
    _fill: ClassVar[Init]

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        names = ["_source", *(name for name in cls.__slots__ if name != cls._deferred)]
        cls._fill = _MAKERS[len(names)](*[getattr(cls, name).__set__ for name in names])
        setattr(cls, cls._deferred, _late(getattr(cls, cls._deferred)))

    @classmethod
    def later(cls, source: Callable[[], object], *others: object) -> Self:
        """Return a value whose deferred field is what a call returns.

        Args:
            source: Called when the field is first read; always returns the same.
            others: The other fields, in order.
        """
        made = cls.__new__(cls)
        cls._fill(made, source, *others)
        return made

    @property
    def source(self) -> Any:  # noqa: ANN401 - the class that defers knows what it is
        """What works the deferred field out; None for a value that was made whole."""
        return getattr(self, "_source", None)


def _late(slot: Any) -> property:  # noqa: ANN401 - the type of slots has no name
    """Return a property that fills a slot when it is first read."""

    def value(self: Deferred) -> object:
        try:
            return slot.__get__(self)
        except AttributeError:
            found = self.source()
            slot.__set__(self, found)
            return found

    return property(value)


def _in_order(
    kind: type[Value], values: tuple[object, ...], named: dict[str, object]
) -> tuple[object, ...]:
    """Return all fields' values in the order of the slots."""
    rest = kind.__slots__[len(values) :]
    missing = [name for name in rest if name not in named]
    unknown = [name for name in named if name not in rest]
    if missing or unknown or len(values) > len(kind.__slots__):
        raise TypeError(
            f"{kind.__name__}{kind.__slots__} got {len(values)} positional values, "
            f"missing {missing}, unknown {unknown}"
        )
    return (*values, *[named[name] for name in rest])
