"""The JSON API, one module per subject. docs/api.md shows the shapes."""

from ludoteka.server.routes.me import MeController
from ludoteka.server.routes.moves import MovesController
from ludoteka.server.routes.shelf import ShelfController
from ludoteka.server.routes.tables import TablesController

ROUTES = [ShelfController, MeController, TablesController, MovesController]
