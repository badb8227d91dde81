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

Rules for editors: nothing is imported here; a value is never changed after it was made.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import ClassVar, Self, dataclass_transform
else:

    def dataclass_transform(**_options):  # noqa: ANN003, ANN201 - never seen by a type checker
        """Stand in for `typing.dataclass_transform`, which only type checkers read."""
        return lambda cls: cls


@dataclass_transform(frozen_default=True, eq_default=True)
class Value:
    """A frozen record compared by its fields."""

    __slots__: tuple[str, ...] = ()
    _setters: ClassVar[tuple[Callable[[object, object], None], ...]] = ()

    def __init_subclass__(cls) -> None:
        cls._setters = tuple([getattr(cls, name).__set__ for name in cls.__slots__])

    def __init__(self, *values: object, **named: object) -> None:
        setters = self._setters
        if named or len(values) != len(setters):
            values = _in_order(type(self), values, named)
        for put, value in zip(setters, values):  # noqa: B905 - checked above; strict costs time
            put(self, value)

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
