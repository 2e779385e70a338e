"""Pebbles: the smallest full game of the shelf. Copy this folder to begin a new one (docs/add-a-game.md)."""

from ludoteka.core.game import Game
from ludoteka.games.pebbles.actions import Decline, Draw, Place, Snatch, every_action
from ludoteka.games.pebbles.draw import draw, panels, source, text
from ludoteka.games.pebbles.laws import LAWS
from ludoteka.games.pebbles.phases import start
from ludoteka.games.pebbles.position import from_view, place
from ludoteka.games.pebbles.state import PebblesOptions
from ludoteka.games.pebbles.told import told

GAME = Game(
    name="pebbles",
    version=1,
    package=__name__,
    seats=range(2, 5),
    options=PebblesOptions,
    verbs=(Draw, Place, Snatch, Decline),
    start=start,
    read_position=place,
    from_view=from_view,
    draw=draw,
    panels=panels,
    laws=LAWS,
    longest=200,
    text=text,
    source=source,
    told=told,
    every_action=every_action,
)
