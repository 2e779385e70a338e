"""What may be chosen and what then happens, one module per moment of the game."""
