"""The JSON API, one module per subject. docs/api.md shows the shapes."""

from typing import Any

from ludoteka.server.routes.analysis import AnalysisController
from ludoteka.server.routes.contents import ContentsController
from ludoteka.server.routes.health import health, metrics
from ludoteka.server.routes.intentions import IntentionsController
from ludoteka.server.routes.me import MeController
from ludoteka.server.routes.moves import MovesController
from ludoteka.server.routes.results import ResultsController
from ludoteka.server.routes.shelf import ShelfController
from ludoteka.server.routes.tables import TablesController

ROUTES: list[Any] = [
    health,
    metrics,
    ShelfController,
    MeController,
    TablesController,
    ContentsController,
    MovesController,
    IntentionsController,
    ResultsController,
    AnalysisController,
]
