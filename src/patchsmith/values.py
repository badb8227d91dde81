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
    from typing import Self, dataclass_transform
else:

    def dataclass_transform(**_options):  # noqa: ANN003, ANN201 - never seen by a type checker
        """Stand in for `typing.dataclass_transform`, which only type checkers read."""
        return lambda cls: cls


_set = object.__setattr__


@dataclass_transform(frozen_default=True, eq_default=True)
class Value:
    """A frozen record compared by its fields."""

    __slots__: tuple[str, ...] = ()

    def __init__(self, *values: object, **named: object) -> None:
        slots = self.__slots__
        for name, value in zip(slots, values, strict=False):
            _set(self, name, value)
        if len(values) == len(slots) and not named:
            return
        missing = [name for name in slots[len(values) :] if name not in named]
        unknown = [name for name in named if name not in slots[len(values) :]]
        if missing or unknown or len(values) > len(slots):
            raise TypeError(
                f"{type(self).__name__}{slots} got {len(values)} positional values, "
                f"missing {missing}, unknown {unknown}"
            )
        for name, value in named.items():
            _set(self, name, value)

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
