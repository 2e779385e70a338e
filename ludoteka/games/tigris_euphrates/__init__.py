"""Tigris & Euphrates: leaders, kingdoms and their quarrels between two rivers."""

from __future__ import annotations

from ludoteka.core.game import Game
from ludoteka.games.tigris_euphrates.actions import VERBS, every_action
from ludoteka.games.tigris_euphrates.data import PRESETS, TigrisOptions
from ludoteka.games.tigris_euphrates.draw import draw
from ludoteka.games.tigris_euphrates.laws import LAWS
from ludoteka.games.tigris_euphrates.panels import panels
from ludoteka.games.tigris_euphrates.plain import INK, text
from ludoteka.games.tigris_euphrates.position import place
from ludoteka.games.tigris_euphrates.scenario import short
from ludoteka.games.tigris_euphrates.setup import start
from ludoteka.games.tigris_euphrates.told import told
from ludoteka.games.tigris_euphrates.words import describe_action, source, ways
from ludoteka.games.tigris_euphrates.worlds import from_view

GAME = Game(
    name="tigris_euphrates",
    version=1,
    package=__name__,
    seats=range(2, 5),
    options=TigrisOptions,
    verbs=VERBS,
    start=start,
    read_position=place,
    from_view=from_view,
    draw=draw,
    panels=panels,
    laws=LAWS,
    describe_action=describe_action,
    text=text,
    ink=INK,
    short=short,
    ways=ways,
    source=source,
    told=told,
    every_action=every_action,
    presets=PRESETS,
)
