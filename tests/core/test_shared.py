"""What exists once stays one through every kind of copy."""

import copy
import multiprocessing
import pickle
from types import ModuleType

import cloudpickle
import pytest

from ludoteka.core.shared import Shared, constant, name_of_constant
from ludoteka.games.pebbles import phases


class Thing(Shared):
    pass


THING = Thing()


@pytest.mark.parametrize("thing", [THING, phases.TURN, phases.END_OF_TURN], ids=lambda thing: type(thing).__name__)
def test_whatever_copies_a_constant_gets_the_constant(thing: object) -> None:
    assert copy.copy(thing) is thing
    assert copy.deepcopy([thing])[0] is thing
    for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
        assert pickle.loads(pickle.dumps(thing, protocol)) is thing
    assert cloudpickle.loads(cloudpickle.dumps(thing)) is thing


def test_a_constant_of_another_module_than_its_class_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    elsewhere = ModuleType("tests.core.elsewhere")
    elsewhere.OTHER = Thing()  # type: ignore[attr-defined]
    monkeypatch.setitem(__import__("sys").modules, "tests.core.elsewhere", elsewhere)
    assert name_of_constant(elsewhere.OTHER) == ("tests.core.elsewhere", "OTHER")
    assert pickle.loads(pickle.dumps(elsewhere.OTHER)) is elsewhere.OTHER


def test_a_thing_without_a_name_says_so() -> None:
    with pytest.raises(TypeError, match="no constant"):
        pickle.dumps(Thing())


def test_another_process_finds_its_own() -> None:
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        assert pool.apply(name_of_constant, (phases.TURN,)) == ("ludoteka.games.pebbles.phases", "TURN")
    assert constant("ludoteka.games.pebbles.phases", "TURN") is phases.TURN
