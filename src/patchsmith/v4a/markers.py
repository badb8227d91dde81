"""Markers in other spellings: slips of case and blanks, and machine-translated ones.

Source: the translated texts are those that machine-translated prompts of the V4A language were
seen to contain in Japanese, Korean and Spanish. Languages may be mixed in one patch.
"""

from __future__ import annotations

from patchsmith.v4a.grammar import ADD, BEGIN, DELETE, END, END_OF_FILE, MOVE, UPDATE
from patchsmith.values import Value

FENCE = "```"

EOF = END_OF_FILE
CANONICAL = (BEGIN, END, EOF, ADD, DELETE, UPDATE, MOVE)

TRANSLATED = {
    BEGIN: ("パッチ開始", "パッチの開始", "패치 시작", "comienza el parche", "inicio del parche"),
    END: ("パッチ終了", "パッチの終了", "패치 종료", "패치 끝", "fin del parche"),
    EOF: ("ファイルの終わり", "파일 끝", "fin de archivo"),
    ADD: ("ファイルを追加", "ファイルの追加", "파일 추가", "agregar archivo"),
    DELETE: ("ファイルを削除", "ファイルの削除", "파일 삭제", "eliminar archivo"),
    UPDATE: (
        "ファイルの更新", "更新ファイル", "ファイルを更新", "파일 업데이트", "업데이트 파일",
        "archivo de actualización", "archivo actualizado", "actualizar archivo",
    ),
    MOVE: ("移動先", "다음으로 이동", "mover a"),
}  # fmt: skip
"""Canonical marker -> its translations, lower case, without stars and colon."""

MOVE_SUFFIXES = ("으로 이동", "로 이동")
"""Korean word order puts the path first: `*** path` and then one of these."""

_WORDS = {marker.strip("* :").casefold(): marker for marker in CANONICAL}
_FOREIGN = {words: marker for marker, texts in TRANSLATED.items() for words in texts}


class Marker(Value):
    """A marker line in canonical spelling."""

    __slots__ = ("line", "leniency")  # noqa: RUF023 - field order

    line: str
    """The line as the grammar has it."""
    leniency: str
    """`marker-spelling` or `translated-marker`."""


def canonical_marker(line: str) -> Marker | None:
    """Return a marker line as the grammar spells it.

    Returns:
        None for a canonical line and for one that is no marker in any spelling.
    """
    bare = line.strip()
    if line.startswith((ADD, DELETE, UPDATE, MOVE)) or bare in (BEGIN, END, EOF):
        return None
    if not bare.startswith("***"):
        return None
    text = bare.strip("*").strip() if bare.endswith("***") else bare.lstrip("*").strip()
    words, colon, path = text.replace("\uff1a", ":", 1).partition(":")
    key = " ".join(words.split()).casefold()
    for table, leniency in ((_WORDS, "marker-spelling"), (_FOREIGN, "translated-marker")):
        marker = table.get(key)
        if marker is not None and marker.endswith(" ") == bool(colon):
            return Marker(marker + path.strip() if colon else marker, leniency)
    for suffix in MOVE_SUFFIXES:
        if text.endswith(suffix) and text != suffix:
            return Marker(MOVE + text.removesuffix(suffix).strip(), "translated-marker")
    return None
