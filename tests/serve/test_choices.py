"""Codes and labels -> the code that is sent, or the choices there are."""

from __future__ import annotations

import pytest

from mcpbridge.tools import Choice, Shape
from tests.serve.made import LEVELS, Calling, body, query, tool

PRIORITIES = tuple(
    Choice(code, label, {"pt-br": pt})
    for code, label, pt in [
        (1, "Very low", "Muito baixa"), (2, "Low", "Baixa"), (3, "Medium", "Média"), (4, "High", "Alta"),
        (5, "Very high", "Muito alta"), (6, "Major", "Máxima"),
    ]
)  # fmt: skip
ORDERING = tuple(Choice(code, code) for code in ("title", "-title", "due", "-due"))


def choosing(choices: tuple[Choice, ...], **shape: object) -> Calling:
    return Calling(tool(body("level", "choice", choices=choices, **shape)))


@pytest.mark.requirement("E-09")
@pytest.mark.parametrize(
    ("written", "code"),
    [
        (4, 4), ("4", 4), ("High", 4), ("high", 4), (" HIGH ", 4), ("Alta", 4), ("alta", 4), ("ALTA", 4),
        ("média", 3), ("media", 3), ("MEDIA", 3), ("muito  alta", 5), ("maxima", 6), ("Very High", 5),
    ],
)  # fmt: skip
def test_case_10_a_number_is_chosen_by_code_or_label_in_either_language(written, code):
    prepared = choosing(PRIORITIES)({"level": written})

    assert prepared.call.body == {"level": code}
    assert type(prepared.sent["level"]) is int
    assert prepared.labels == {"level": PRIORITIES[code - 1].label}


@pytest.mark.requirement("E-09")
@pytest.mark.parametrize("written", ["hi", "HI", "High", "high", "Alta"])
def test_case_10_a_text_is_chosen_by_code_or_label(written):
    assert choosing(LEVELS)({"level": written}).call.body == {"level": "hi"}


@pytest.mark.requirement("E-09")
@pytest.mark.parametrize("written", ["Highest", 7, "7", "", True, False, 4.0, 4.5, "4.0", [4], {"code": 4}, "x" * 500])
def test_case_10_anything_else_is_answered_with_all_codes_and_labels(written):
    problem = choosing(PRIORITIES).problem({"level": written})

    assert problem.code == "choice"
    assert {row["value"] for row in problem.allowed} == {1, 2, 3, 4, 5, 6}
    assert {row["label"] for row in problem.allowed} == {choice.label for choice in PRIORITIES}


def test_the_nearest_choice_comes_first_and_is_named():
    problem = choosing(PRIORITIES).problem({"level": "hgih"})

    assert problem.allowed[0] == {"value": 4, "label": "High"}
    assert problem.hint == "Did you mean 4 (High)?"


def test_a_near_label_of_another_language_leads_to_its_choice_and_is_told_in_english():
    problem = choosing(PRIORITIES).problem({"level": "maxma"})

    assert problem.allowed[0] == {"value": 6, "label": "Major"}
    assert problem.hint == "Did you mean 6 (Major)?"


def test_a_label_of_two_choices_is_ambiguous():
    choices = (Choice("a", "Open", {"pt-br": "Aberto"}), Choice("b", "Opened", {"pt-br": "Aberto"}), Choice("c", "No"))

    problem = choosing(choices).problem({"level": "aberto"})

    assert problem.code == "ambiguous"
    assert problem.allowed == [{"value": "a", "label": "Open"}, {"value": "b", "label": "Opened"}]


def test_a_code_counts_before_a_label_and_the_exact_before_the_alike():
    choices = (Choice("low", "high"), Choice("high", "low"), Choice("LOW", "Low"))

    call = choosing(choices)

    assert call({"level": "low"}).sent == {"level": "low"}
    assert call({"level": "LOW"}).sent == {"level": "LOW"}
    assert call({"level": "Low"}).sent == {"level": "LOW"}


def test_numbers_that_are_texts_stay_texts():
    call = choosing((Choice("1", "One"), Choice("2", "Two")))

    assert call({"level": 2}).sent == {"level": "2"}
    assert call({"level": "2"}).sent == {"level": "2"}


def test_true_is_no_one():
    call = choosing((Choice(1, "One"), Choice(True, "Yes")))

    assert call({"level": True}).sent["level"] is True
    assert call({"level": 1}).sent["level"] == 1
    assert call({"level": "true"}).sent["level"] is True


def test_null_is_a_choice_where_it_is_one_of_them():
    assert choosing((Choice(None, "Unknown"), Choice("a", "A")))({"level": None}).call.body == {"level": None}
    assert choosing((Choice(None, "Unknown"), Choice("a", "A")))({"level": "unknown"}).call.body == {"level": None}


def test_null_is_answered_with_the_choices_where_it_is_none_of_them():
    problem = choosing(LEVELS).problem({"level": None})

    assert problem.code == "type"
    assert problem.allowed == [{"value": "lo", "label": "Low"}, {"value": "hi", "label": "High"}]


@pytest.mark.parametrize("written", ["nope", "--title", "title,-nope", "title,due"])
def test_case_36_an_unknown_ordering_is_refused(written):
    call = Calling(tool(query("ordering", "choice", choices=ORDERING), method="GET"))

    problem = call.problem({"ordering": written})

    assert {row["value"] for row in problem.allowed} == {"title", "-title", "due", "-due"}


def test_case_36_a_known_ordering_is_sent():
    call = Calling(tool(query("ordering", "choice", choices=ORDERING), method="GET"))

    assert call({"ordering": "-title"}).call.query == (("ordering", "-title"),)


def test_at_most_twenty_choices_are_listed_the_nearest_first():
    choices = tuple(Choice(f"c{number}", f"Colour {number}") for number in range(300)) + (Choice("x", "Crimson"),)

    problem = choosing(choices).problem({"level": "crimsn"})

    assert len(problem.allowed) == 20
    assert problem.allowed[0] == {"value": "x", "label": "Crimson"}
    assert "301" in problem.hint


def test_several_choices_are_read_one_by_one():
    call = Calling(tool(body("levels", "array", item=Shape("choice", choices=LEVELS))))

    assert call({"levels": ["High", "lo"]}).call.body == {"levels": ["hi", "lo"]}
    assert call.problem({"levels": ["High", "medium"]}).field == "levels.1"
