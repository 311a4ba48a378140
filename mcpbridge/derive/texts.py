"""A text that may be translated later -> English now, beside its words in the project's other languages."""

from __future__ import annotations

import re
from typing import Any

from django.conf import global_settings, settings
from django.utils import translation

ENGLISH = "en"


def english(text: Any) -> str:
    """The text in English, blanks evened; "" for None."""
    if text is None:
        return ""
    with translation.override(ENGLISH):
        return " ".join(str(text).split())


def other_languages(text: Any) -> dict[str, str]:
    """Language code -> the text in it, for every further language of the project in which it differs."""
    plain = english(text)
    said = {}
    for code in _further_languages():
        with translation.override(code):
            if (word := " ".join(str(text).split())) and word != plain:
                said[code] = word
    return said


def first_sentence(text: str | None, longest: int = 160) -> str:
    """The first sentence of a docstring, without a full stop at its end; cut at a word where it is longer."""
    paragraph = " ".join((text or "").strip().split("\n\n")[0].split())
    sentence = re.split(r"(?<=[.!?])\s", paragraph, maxsplit=1)[0].rstrip(".")
    return sentence if len(sentence) <= longest else sentence[:longest].rsplit(" ", 1)[0] + " ..."


def words(name: str) -> str:
    """A Python or URL name as words: "bulk_resend" -> "bulk resend"."""
    spaced = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", name)
    return " ".join(re.split(r"[\W_]+", spaced)).strip().lower()


def singular(word: str) -> str:
    """One of what an English plural names: "categories" -> "category". Words that are no plural stay."""
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith(("sses", "shes", "ches", "xes", "statuses", "addresses")):
        return word[:-2]
    if word.endswith("s") and not word.endswith(("ss", "us", "is")):
        return word[:-1]
    return word


def with_article(noun: str) -> str:
    return f"an {noun}" if noun[:1] in "aeio" else f"a {noun}"


def _further_languages() -> list[str]:
    # Django's own list of every language it knows says nothing about the project.
    codes = [code for code, _name in settings.LANGUAGES]
    if codes == [code for code, _name in global_settings.LANGUAGES]:
        codes = [settings.LANGUAGE_CODE]
    return [code for code in codes if code.lower() != ENGLISH]
