"""what a name looks like, by more letters that people take for each other"""

import sqlalchemy as sa
from alembic import op

from ludoteka.server.lookalike import look_of

revision = "0016"
down_revision = "0015"


def upgrade() -> None:
    """Of accounts that look alike already the oldest is protected; the others keep their names."""
    users = sa.table("users", *map(sa.column, ("id", "name", "name_look", "password", "created")))
    bind, taken = op.get_bind(), set()
    bind.execute(users.update().values(name_look=None))
    accounts = sa.select(users.c.id, users.c.name).where(users.c.password.is_not(None)).order_by(users.c.created)
    for id, name in bind.execute(accounts).all():
        look = look_of(name)
        if look not in taken:
            taken.add(look)
            bind.execute(users.update().where(users.c.id == id).values(name_look=look))


def downgrade() -> None:
    pass
