"""One observation scheme per game: `blocks(seats, options)`."""
