from __future__ import annotations

import re

import pytest

from ludoteka.core.errors import reason
from ludoteka.core.text import LANGS, MOST_KEPT, Catalogue, core_catalogue, plural_form


@pytest.mark.parametrize(
    ("n", "word"),
    [
        (0, "монет"),
        (1, "монета"),
        (2, "монеты"),
        (4, "монеты"),
        (5, "монет"),
        (11, "монет"),
        (12, "монет"),
        (14, "монет"),
    ]
    + [(21, "монета"), (22, "монеты"), (25, "монет"), (101, "монета"), (111, "монет"), (-1, "монета")],
)
def test_russian_has_three_plurals(n: int, word: str) -> None:
    catalogue = Catalogue("ru", {"coins": "{n} {n:монета|монеты|монет}"})
    assert catalogue.say("coins", n=n) == f"{n} {word}"


def test_english_has_two_plurals() -> None:
    assert [plural_form(n, "en") for n in (0, 1, 2, 21)] == [1, 0, 1, 1]


def test_arguments_are_translated_where_the_catalogue_knows_them() -> None:
    catalogue = Catalogue("ru", {"put": "{what} на {at}", "what.red": "красный"})
    assert catalogue.say("put", what="red", at="E7") == "красный на E7"


def test_a_reason_names_its_rule() -> None:
    catalogue = Catalogue("en", {"why.full": "{at} is full."})
    assert catalogue.why(reason("why.full", "PB-2.1", at="A")) == "A is full. [PB-2.1]"
    assert catalogue.why(reason("why.full", at="A")) == "A is full."


def test_a_missing_argument_is_an_error_and_not_a_gap() -> None:
    with pytest.raises(KeyError):
        Catalogue("en", {"put": "{what}"}).say("put")


def test_the_core_speaks_both_languages_with_the_same_arguments() -> None:
    english, russian = (core_catalogue(lang).messages for lang in LANGS)
    assert english.keys() == russian.keys()
    for key, text in english.items():
        assert set(re.findall(r"{(\w+)", text)) == set(re.findall(r"{(\w+)", russian[key])), key


def test_messages_said_before_are_the_same_and_do_not_pile_up() -> None:
    words = Catalogue("en", {"got": "{n} {n:coin|coins} for {what}", "what.red": "the red one"})
    for _ in range(2):
        assert [words.say("got", n=n, what="red") for n in (1, 2)] == [
            "1 coin for the red one",
            "2 coins for the red one",
        ]
        assert words.say("got", n=True, what="red") == "True coin for the red one"  # equal to 1, yet another word
    for n in range(MOST_KEPT + 10):
        words.say("got", n=n, what="blue")
    assert len(words._said) <= MOST_KEPT


def test_the_lines_of_a_log_share_the_catalogue_that_calls_players_by_their_names() -> None:
    words = Catalogue("en", {"player.number": "player {n}"})
    named = words.calling(["Anna", "Boris"])
    assert words.calling(["Anna", "Boris"]) is named
    for other in (words.calling(["Anna", "Vera"]), words.calling(["Anna", "Boris"], 1)):
        assert other is not named
    assert [named.player(seat) for seat in range(3)] == ["Anna", "Boris", "player 3"]


def test_nouns_are_bent_where_a_language_wants_it() -> None:
    words = {"home.red": "пустошь", "home.red@ins": "пустошью", "why": "чтобы стать {home:ins}, {home}"}
    russian = Catalogue("ru", words)
    english = Catalogue("en", {"home.red": "wasteland", "why": "to become {home:ins}, {home}"})
    assert russian.say("why", home="red") == "чтобы стать пустошью, пустошь"
    assert english.say("why", home="red") == "to become wasteland, wasteland"
    assert russian.say("why", home="blue") == "чтобы стать blue, blue", "what has no words stays as it is"


def test_parts_of_places_are_named_alike() -> None:
    words = {"at.*.*": "cell {n} of {of}", "at.*.d*@gen": "ячейки {n} тупика {of}", "at.G9": "the gorge"}
    words |= {"go": "to {at}", "from": "с {at:gen}", "at.G9.4": "the spring"}
    catalogue = Catalogue("ru", words)
    assert catalogue.say("go", at="G10.3") == "to cell 3 of G10"
    assert catalogue.say("go", at="G9.3") == "to cell 3 of the gorge"
    assert catalogue.say("go", at="G9.4") == "to the spring"
    assert catalogue.say("from", at="G10.d12") == "с ячейки 12 тупика G10"
    assert catalogue.say("from", at="G10.3") == "с cell 3 of G10", "a case that is not there"
    assert catalogue.say("go", at="G10.e3") == "to G10.e3"


def test_who_reads_of_themselves_is_told_so() -> None:
    words = Catalogue("en", {"won": "{name} wins", "won.you": "you win", "lost": "{name} loses"})
    told = words.calling(["Anna", "Boris"], reader=0)
    assert [told.tell("won", seat) for seat in (0, 1)] == ["you win", "Boris wins"]
    assert told.tell("lost", 0) == "Anna loses", "there are no other words for it"
    assert words.tell("won", 0, name="The lion") == "The lion wins"
