"""Small World: fourteen races, twenty powers, four boards and not enough room for all."""

from ludoteka.core.game import Game
from ludoteka.games.small_world.actions import VERBS
from ludoteka.games.small_world.draw import draw
from ludoteka.games.small_world.laws import LAWS
from ludoteka.games.small_world.listing import every_action
from ludoteka.games.small_world.options import SmallWorldOptions, upgrade
from ludoteka.games.small_world.panels import INK, panels, text
from ludoteka.games.small_world.plays import plays
from ludoteka.games.small_world.position import from_view, place, start
from ludoteka.games.small_world.told import told
from ludoteka.games.small_world.words import describe_action, source

GAME = Game(
    name="small_world",
    version=2,
    package=__name__,
    seats=range(2, 6),
    options=SmallWorldOptions,
    verbs=VERBS,
    start=start,
    draw=draw,
    panels=panels,
    plays=plays,
    laws=LAWS,
    longest=6000,
    read_position=place,
    describe_action=describe_action,
    text=text,
    ink=INK,
    source=source,
    told=told,
    every_action=every_action,
    upgrade=upgrade,
    from_view=from_view,
    presets={"open": {"coins": "open"}, "gnomes": {"custom": "gnomes"}},
)
