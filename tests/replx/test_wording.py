"""Rules for the fixed words of a report."""

from __future__ import annotations

import re

from patchsmith.replx.wording import LANGUAGES, WORDING


def test_every_language_has_the_same_words() -> None:
    """No report can lack a phrase, or the values it is to hold."""
    english = WORDING["en"]
    for language in LANGUAGES:
        words = WORDING[language]
        assert list(words) == list(english)
        for key, text in words.items():
            assert set(re.findall(r"{\w+}", text)) == set(re.findall(r"{\w+}", english[key])), key


def test_japanese_labels_are_those_of_the_shape() -> None:
    """Tools look for them."""
    words = WORDING["ja"]
    expected = ["ターゲット", "成功条件", "予算", "コマンド", "結果", "診断", "修正", "結果"]
    keys = ["target", "condition", "budget", "command", "result", "diagnosis", "fix", "outcome"]
    assert [words[key] for key in keys] == expected
