"""Second engines, written from the rulebooks without looking at the first ones, and played in lock-step with them."""
