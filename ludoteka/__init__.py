"""Ludoteka: four great board games to play, study and trust."""

__version__ = "0.1.0"
