"""Environments for learning: numbers made of views and actions. Needs the extra `[rl]`."""

try:
    import pettingzoo  # noqa: F401
except ModuleNotFoundError as missing:
    said = "ludoteka.envs needs pettingzoo: pip install 'ludoteka[rl]'"
    raise ModuleNotFoundError(said, name="pettingzoo") from missing

from ludoteka.envs.aec import GameEnv, env
from ludoteka.envs.batch import Batch, BatchEnv, ProcessBatchEnv
from ludoteka.envs.scheme import Scheme, scheme
from ludoteka.envs.solo import SoloEnv
from ludoteka.envs.table import ActionTable
from ludoteka.envs.vector import MatchesEnv

__all__ = [
    "ActionTable",
    "Batch",
    "BatchEnv",
    "GameEnv",
    "MatchesEnv",
    "ProcessBatchEnv",
    "Scheme",
    "SoloEnv",
    "env",
    "scheme",
]
