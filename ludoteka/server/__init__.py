"""The table server. `create_app()` in `app.py` makes the application; `House` holds what it consists of."""
