"""Fabled: The Spirit Lands. Competition, six scenarios, and the Trial against the spirits."""

from ludoteka.core.game import Game
from ludoteka.games.fabled.actions import VERBS
from ludoteka.games.fabled.draw import draw
from ludoteka.games.fabled.laws import LAWS
from ludoteka.games.fabled.listing import every_action
from ludoteka.games.fabled.options import FabledOptions
from ludoteka.games.fabled.panels import panels
from ludoteka.games.fabled.start import from_view, place, start
from ludoteka.games.fabled.text import INK, text
from ludoteka.games.fabled.told import standing, told
from ludoteka.games.fabled.ways import ways
from ludoteka.games.fabled.words import describe, source

GAME = Game(
    name="fabled",
    version=12,
    package=__name__,
    seats=range(1, 6),
    options=FabledOptions,
    verbs=VERBS,
    start=start,
    read_position=place,
    from_view=from_view,
    draw=draw,
    panels=panels,
    laws=LAWS,
    longest=6000,
    describe_action=describe,
    text=text,
    ink=INK,
    every_action=every_action,
    ways=ways,
    source=source,
    told=told,
    standing=standing,
    upgrade=lambda version, options: {"edition": version, **options},
    presets={
        "first": {"scenario": 0},
        "trial_beginner": {"scenario": 0, "level": "beginner"},
        "trial_high": {"level": "high"},
        "comrades": {"mode": "comradeship"},
        "rivals": {"mode": "rivalry"},
        "knowledge": {"scenario": 2},
        "roads": {"scenario": 3},
        "wisdom": {"scenario": 4},
        "storm": {"scenario": 5},
    },
)
