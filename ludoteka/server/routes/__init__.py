"""The JSON API, one module per subject. docs/api.md shows the shapes."""

from typing import Any

from ludoteka.server.routes.accounts import AccountsController
from ludoteka.server.routes.analysis import AnalysisController
from ludoteka.server.routes.answers import AnswersController
from ludoteka.server.routes.cards import CardsController
from ludoteka.server.routes.contents import ContentsController
from ludoteka.server.routes.health import health, metrics
from ludoteka.server.routes.intentions import IntentionsController
from ludoteka.server.routes.me import MeController
from ludoteka.server.routes.moves import MovesController
from ludoteka.server.routes.order import OrderController
from ludoteka.server.routes.pairing import PairingController
from ludoteka.server.routes.passkeys import PasskeysController
from ludoteka.server.routes.push import PushController
from ludoteka.server.routes.results import ResultsController
from ludoteka.server.routes.shelf import ShelfController
from ludoteka.server.routes.tables import TablesController
from ludoteka.server.routes.ties import TiesController
from ludoteka.server.routes.tournaments import TournamentsController

ROUTES: list[Any] = [
    health,
    metrics,
    ShelfController,
    MeController,
    PushController,
    AnswersController,
    AccountsController,
    PasskeysController,
    TiesController,
    OrderController,
    PairingController,
    TablesController,
    TournamentsController,
    ContentsController,
    MovesController,
    IntentionsController,
    CardsController,
    ResultsController,
    AnalysisController,
]
