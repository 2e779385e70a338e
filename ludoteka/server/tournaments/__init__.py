"""Tournaments and leagues, run by the server alone. docs/tournaments.md says how places are counted."""
