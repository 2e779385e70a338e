"""The epilogue: the scenario's step, the players' conversions, the spirits, the end."""

from __future__ import annotations

from typing import Final

from ludoteka.core.game import Step
from ludoteka.games.fabled import scoring
from ludoteka.games.fabled.phases import books, spirit_choices, storm
from ludoteka.games.fabled.state import EPILOGUE, OVER, Doing, FabledState, ForSide
from ludoteka.games.fabled.vocab import FOREST, MOUNTAIN, STEPPE, SUN, TIERS


def begin(s: FabledState) -> None:
    """In turn order; allies and events never act here (FB-4.13)."""
    s.part = EPILOGUE
    if s.event >= 0:
        s.past_events = (*s.past_events, s.event)
        s.event = -1
    s.stack.append(FINISH.step)
    if s.spirits >= 0:
        s.stack.append(SPIRITS_END.step)
    s.stack += [FAREWELL.of[seat] for seat in reversed(s.order)]
    if s.setting.winds:
        storm.claim(s)


def farewell(s: FabledState, f: ForSide) -> None:
    """A conversion for each own sage in the row (FB-4.12)."""
    n = s.in_row(f.side) * s.content.epilogue_each
    if s.content.epilogue_most:
        n = min(n, s.content.epilogue_most)
    up = s.content.epilogue_up and s.setting.knowledge is None  # only scenario 2 gives points for low books
    books.ask_conversions(s, f.side, n, up, 0)


def spirits_end(s: FabledState, f: Step) -> None:
    """What the spirits do (FB-9.55 to 9.58); in rivalry they first gain for those who fall behind."""
    s.told = ()
    out = 0
    if s.setting.mode == "rivalry":
        mine = s.books[s.spirits * 4 + SUN]
        gone = [seat for seat in range(s.seats) if s.books[seat * 4 + SUN] < mine]
        out = sum(1 << seat for seat in gone)
        tier = s.setting.level.eliminated
        for seat in gone:
            s.tell("tell.eliminated", seat=seat, what=TIERS[tier])
            s.gain(s.spirits, tier, 1, "eliminated")
    if s.setting.level.epilogue:
        exchange(s, STEPPE, MOUNTAIN)
        exchange(s, MOUNTAIN, FOREST)
        spirit_choices.convert(s, s.content.trial.conversions)
    more = 0
    if s.setting.mode == "comradeship":
        mine = s.books[s.spirits * 4 + SUN]
        behind = sum(s.books[seat * 4 + SUN] <= mine for seat in range(s.seats))
        more = behind * s.content.trial.sun_per_not_ahead
        if more:
            s.tell("tell.not_ahead", n=more)
            s.gain(s.spirits, SUN, more, "not_ahead")
    for message, n in s.setting.starts_told.values():
        s.tell(message, n=n)
    s.result = (out, more)


def exchange(s: FabledState, low: int, high: int) -> None:
    """Three to one, as often as possible (FB-9.56)."""
    rate = s.content.trial.exchange
    n = s.books[s.spirits * 4 + low] // rate
    if n:
        s.tell("tell.exchange", what=TIERS[low], to=TIERS[high], n=n * rate, got=n)
        books.exchange(s, s.spirits, low, n * rate, high, n, "exchange")


def finish(s: FabledState, f: Step) -> None:
    s.part = OVER
    if s.spirits >= 0:
        s.tell("tell.spirits_win" if scoring.spirits_win(s) else "tell.players_win")


FAREWELL: Final = Doing("Farewell", ForSide, farewell)
SPIRITS_END: Final = Doing("SpiritsEnd", Step, spirits_end)
FINISH: Final = Doing("Finish", Step, finish)
