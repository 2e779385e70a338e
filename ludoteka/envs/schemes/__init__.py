"""One observation scheme per game: `blocks(seats, options)`; and `SETS` with `legal_sets` where lists would be long."""
