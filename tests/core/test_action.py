from __future__ import annotations

from dataclasses import dataclass

import pytest

from ludoteka.core.action import LONGEST_KEPT, Action, args_of, is_one_of, parse, reader, verb_of, verbs
from ludoteka.core.errors import NotAnAction


@dataclass(frozen=True, slots=True)
class Build(Action):
    what: str
    at: str


@dataclass(frozen=True, slots=True)
class Pay(Action):
    n: int


@dataclass(frozen=True, slots=True)
class Take(Action):
    n: int


@dataclass(frozen=True, slots=True)
class End(Action):
    pass


CLASSES = (Build, Pay, Take)
VERBS = verbs(CLASSES)


def test_an_action_is_written_and_read_back() -> None:
    assert str(Build("temple", "E7")) == "build temple E7"
    assert parse(VERBS, "build temple E7") == Build("temple", "E7")
    assert parse(VERBS, "  pay   -3 ") == Pay(-3)


def test_a_reader_remembers_what_is_short_and_is_remembered() -> None:
    read = reader(CLASSES)
    assert reader(CLASSES) is read
    assert read("build temple E7") == Build("temple", "E7")
    assert read("build temple E7") is read("build temple E7")
    long = "build temple " + "E" * LONGEST_KEPT
    assert read(long) == parse(VERBS, long)
    assert read(long) is not read(long)


def test_what_a_reader_remembers_does_not_pile_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ludoteka.core.action.KEPT", 3)
    read = reader((Pay,))
    first = read("pay 0")
    assert [read(f"pay {n}") for n in (1, 2)] == [Pay(1), Pay(2)]
    assert read("pay 0") is first, "three are remembered"
    read("pay 3")
    assert read("pay 0") is not first


def test_the_parts_of_an_action() -> None:
    assert verb_of(Pay(2)) == "pay"
    assert args_of(Build("temple", "E7")) == {"what": "temple", "at": "E7"}


def test_the_same_number_under_two_verbs_is_two_actions() -> None:
    assert Pay(1) != Take(1)
    assert len({Pay(1), Take(1)}) == 2


def test_whether_an_action_is_one_of_those() -> None:
    legal = [Pay(1), Take(2), Build("temple", "E7"), End()]
    for action in (Take(1), Take(2), Pay(2), Pay(1), Build("E7", "temple"), Build("temple", "E7"), End()):
        assert is_one_of(action, legal) == (action in legal)
    assert not is_one_of(End(), legal[:3])


@pytest.mark.parametrize(
    ("text", "id"),
    [
        ("", "error.empty_action"),
        ("   ", "error.empty_action"),
        ("dance", "error.unknown_verb"),
        ("BUILD temple E7", "error.unknown_verb"),
        ("build temple", "error.word_count"),
        ("build temple E7 now", "error.word_count"),
        ("pay much", "error.not_a_number"),
        ("pay 007", "error.not_a_number"),
        ("pay 1_0", "error.not_a_number"),
        ("pay ٣", "error.not_a_number"),
        ("pay +1", "error.not_a_number"),
        ("pay --1", "error.not_a_number"),
        ("pay -0", "error.not_a_number"),
        ("pay 99999999999999", "error.not_a_number"),
    ],
)
def test_nonsense_is_told_apart(text: str, id: str) -> None:
    with pytest.raises(NotAnAction) as caught:
        parse(VERBS, text)
    assert caught.value.reason.id == id


def test_the_error_says_how_it_should_be() -> None:
    with pytest.raises(NotAnAction, match="build <what> <at>"):
        parse(VERBS, "build E7")
