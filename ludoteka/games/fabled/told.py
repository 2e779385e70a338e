"""What is told about an action: chapters, events, what the spirits did, the books at the end."""

from __future__ import annotations

from ludoteka.core.action import Action
from ludoteka.core.game import OVER, State
from ludoteka.core.text import Catalogue
from ludoteka.core.told import Tally, Told
from ludoteka.games.fabled import scoring
from ludoteka.games.fabled import words as speech
from ludoteka.games.fabled.actions import Reveal
from ludoteka.games.fabled.state import FabledState
from ludoteka.games.fabled.vocab import TIERS

REASONS = (
    *("tell.gap_", "tell.condition_", "tell.no_", "tell.not_", "tell.nobody_", "tell.deck_empty", "tell.steps_lost"),
    *("tell.conversion_lost", "tell.forest_first", "tell.tricks_wait", "tell.last_territory", "tell.escalated_no"),
)
"""What the sentences about nothing done begin with."""


def told(before: State, action: Action, after: State, words: Catalogue) -> list[Told]:
    assert isinstance(before, FabledState)
    assert isinstance(after, FabledState)
    found = []
    if deeds := _deeds(before, after, words):
        found.append(Told(words.say("told.spirits"), "event", " ".join(deeds), rule="FB-9.8"))
    if after.chapter > before.chapter:
        last = after.setting.last_chapter
        key = "told.chapter" if after.setting.last_discards else "told.chapter_of"
        found.append(Told(words.say(key, n=after.chapter, most=last), "round", rule="FB-1.12"))
        array = dict(after.setting.milestones).get(after.chapter)
        if array is not None and (brings := after.content.records[array]):
            text = words.say("told.everybody", effects=speech.effects(words, brings))
            found.append(Told(words.say("told.milestone"), "event", text, rule="FB-1.12"))
    if isinstance(action, Reveal):
        record = after.content.raw.records["event"][action.what]
        name = speech.named(after.content.names, action.what, words)
        found.append(Told(words.say("told.event", name=name), "event", speech.event(words, record), rule="FB-11.1"))
    if after.to_move() == OVER and before.to_move() != OVER:
        found += _final(after, words)
    return found


def _deeds(before: FabledState, after: FabledState, words: Catalogue) -> list[str]:
    """What the spirits did with this action; why they did not do something else stays beside the board."""
    known = len(before.told) if after.told[: len(before.told)] == before.told else 0
    fresh = [(id, args) for id, args in after.told[known:] if not id.startswith(REASONS)]
    return [speech.told(words, {"id": id, "args": dict(args)}) for id, args in fresh]


def _final(s: FabledState, words: Catalogue) -> list[Told]:
    """Books from the tier that breaks the last tie to the one that decides; in scenario 2 points."""
    seats = range(s.seats)
    spirits = words.say("told.of_spirits", n=s.books[s.spirits * 4 + 3]) if s.spirits >= 0 else ""
    for message, n in s.setting.starts_told.values():
        spirits += f" {words.say(message, n=n)}."
    alone = "FB-9.70" if s.setting.starts_told else "FB-1.3"
    sun = {"comradeship": "FB-9.67", "rivalry": "FB-9.68"}.get(s.setting.mode, alone)
    steps = []
    for tier, name in enumerate(TIERS):
        counts = tuple(s.books[seat * 4 + tier] for seat in seats)
        more, rule = (spirits, sun) if name == "sun" else ("", "FB-1.3")
        steps.append(Told(words.say(f"told.{name}"), "final", more, counts=counts, rule=rule))
    if s.spirits < 0 and s.setting.knowledge:
        points = tuple(scoring.knowledge(s, seat) for seat in seats)
        steps.append(Told(words.say("told.knowledge"), "final", counts=points, rule="FB-8.6"))
    return steps


def standing(s: State, words: Catalogue) -> Tally:
    """In the Trial the spirits stand beside the players, and the first number only says who has won."""
    assert isinstance(s, FabledState)
    tiers = tuple(words.say(f"score.{n}") for n in range(1, 5))
    if s.spirits < 0:
        return Tally((words.say("told.knowledge"), *tiers) if s.setting.knowledge else tiers)
    beaten = not scoring.spirits_win(s)
    name, won = words.say("told.spirits"), words.say("told.won")
    starts = ("told.spirits_started", s.setting.head_start), ("told.spirits_started_in_ties", s.setting.forest_start)
    for key, n in starts:
        if n:
            name = words.say(key, n=f"{n:+d}".replace("-", "−"))
    rating = scoring.rating(s)
    headline = words.say("tell.players_win" if beaten else "tell.spirits_win")
    if rating >= 0:
        headline += " " + words.say(f"rating.{rating}")
    if s.setting.mode == "comradeship":
        ours, theirs = scoring.comrades(s)
        headline = words.say("told.comrades_win" if beaten else "told.comrades_lose", n=ours, theirs=theirs)
        return Tally((won, words.say("told.sums")), 1, headline, ((name, (int(not beaten), theirs)),))
    counted = int(not beaten), *scoring.standing(s, s.spirits)
    return Tally((won, *tiers), 1, headline if s.seats == 1 or not beaten else "", ((name, counted),))
