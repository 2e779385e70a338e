"""Mails about turns: a picture, answers as links that only ask, a digest; quiet hours and vacations."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from io import BytesIO
from typing import Any

import pytest
from PIL import Image, ImageColor
from sqlalchemy import select, update

from ludoteka.core.palette import PALETTE
from ludoteka.server import answers, schema
from ludoteka.server.digest import next_digest
from ludoteka.server.notices import Notify
from ludoteka.server.pages.files import cover_board
from ludoteka.server.picture import png, resolved
from tests.server.conftest import Person, Running, running, wait
from tests.server.test_moves import two_at_a_table
from tests.server.test_notices import moment, to_boris

MAIL = {"smtp_host": "mail.test", "smtp_from": "table@ludoteka.test", "public_url": "http://play.test"}


def with_mail(server: Running, person: Person, **notify: Any) -> None:
    """An address that is proved, without the mails in between."""
    values = {"email": f"{person.id}@ludoteka.test"}
    server.run(server.house.store.execute(update(schema.users).where(schema.users.c.id == person.id).values(values)))
    person.ok("PUT", "/api/me/notify", notify)


def links(text: str) -> list[tuple[str, int]]:
    return [(code, int(n)) for code, n in re.findall(r"http://play\.test/answer#([\w-]+)\.(\d)", text)]


def test_a_turn_can_be_answered_from_the_mail(database: str) -> None:
    with running(database, **MAIL) as server:
        server.house.notices.send_mail = server.box.append
        server.house.notices.delay = 0.0
        anna, boris, id = two_at_a_table(server)
        with_mail(server, boris, mail=True)
        # to a question with few answers
        for _ in range(200):
            to_boris(anna, boris, id)
            if 1 < len(boris.see(id)["state"]["actions"]) <= answers.MOST:
                break
            boris.move(id)
        n = boris.see(id)["state"]["n"]

        def letter() -> Any:
            """The one about this moment: earlier questions may have been short, too."""
            for mail in server.box:
                for code, _ in links(mail.get_body(("plain",)).get_content())[:1]:
                    if boris.post("/api/answers/look", json={"code": code}).status_code == 200:
                        return mail
            return None

        wait(lambda: letter() is not None)
        mail = letter()
        text, html = (mail.get_body((kind,)).get_content() for kind in ("plain", "html"))
        assert mail["Date"]
        assert mail["Message-ID"].endswith("@ludoteka.test>")
        assert links(text) == links(html)
        assert len(links(text)) == len(boris.see(id)["state"]["actions"])
        picture = next(part for part in mail.walk() if part.get_content_type() == "image/png")
        assert f"cid:{picture['Content-ID'].strip('<>')}" in html
        assert Image.open(BytesIO(picture.get_payload(decode=True))).width == 900
        code, number = links(text)[1]
        body = {"code": code, "answer": number}
        # looking moves nothing; nobody else can use it, with or without a name
        assert boris.get("/answer").status_code == 200
        offer = boris.ok("POST", "/api/answers/look", {"code": code})
        assert (offer["table"], len(offer["answers"])) == (id, len(links(text)))
        assert boris.see(id)["state"]["n"] == n
        assert anna.post("/api/answers/", json=body).json()["id"] == "error.answer_gone"
        assert server.person().post("/api/answers/", json=body).status_code == 401
        assert boris.post("/api/answers/", json=body | {"code": code[:-1] + "?"}).status_code == 410
        assert boris.ok("POST", "/api/answers/", body)["n"] > n
        # once
        assert boris.post("/api/answers/", json=body).status_code == 410


def test_an_answer_ends_with_its_moment_and_its_time(lone: Running) -> None:
    """The match has moved on, or three days have passed: there is nothing to answer any more."""
    anna, boris, id = two_at_a_table(lone)
    house = lone.house

    def offered() -> str:
        table = lone.run(house.cache.get(id))
        answers.MOST, most = 1000, answers.MOST
        try:
            return lone.run(house.answers.offer(table, boris.id))[0]
        finally:
            answers.MOST = most

    to_boris(anna, boris, id)
    code = offered()
    assert boris.post("/api/answers/look", json={"code": code}).status_code == 200
    lone.run(house.store.execute(update(schema.quick).values(until=0.0)))
    assert boris.post("/api/answers/look", json={"code": code}).status_code == 410
    code = offered()
    boris.move(id)
    assert boris.post("/api/answers/look", json={"code": code}).status_code == 410


def test_no_address_of_the_house_no_links(lone: Running) -> None:
    anna, boris, id = two_at_a_table(lone)
    to_boris(anna, boris, id)
    table = lone.run(lone.house.cache.get(id))
    letter = lone.run(lone.house.notices.letters.turn(table, boris.id, "en", "Your turn.", ""))
    assert (letter.text, letter.html, letter.picture) == ("Your turn.", "", b"")
    assert lone.run(lone.house.store.rows(select(schema.quick))) == []


def test_nobody_is_told_on_vacation(lone: Running) -> None:
    anna, boris, id = two_at_a_table(lone, clock={"kind": "correspondence", "seconds": 86400})
    with_mail(lone, boris, mail=True)
    boris.ok("POST", "/api/me/away", {"days": 5})
    to_boris(anna, boris, id)
    notices = schema.notices
    wait(lambda: lone.run(lone.house.store.rows(select(notices))))
    (row,) = lone.run(lone.house.store.rows(select(notices)))
    until = boris.ok("GET", "/api/me")["away_until"]
    assert row["due"] >= until > 0


def test_when_the_next_digest_is_due() -> None:
    morning = Notify(digest="08:00", zone="Europe/Moscow")  # 05:00 in UTC
    assert next_digest(morning, moment(4)) == moment(5)
    assert next_digest(morning, moment(5)) == moment(5) + 86400
    assert next_digest(Notify(), moment(4)) is None
    spring = datetime(2026, 3, 28, 12, tzinfo=UTC).timestamp()  # the clocks change in the night after
    due = datetime.fromtimestamp(next_digest(Notify(digest="08:00", zone="Europe/Berlin"), spring) or 0, UTC)
    assert (due.day, due.hour) == (29, 6)


@pytest.mark.parametrize("away", [False, True])
def test_a_digest_of_all_that_waits(database: str, away: bool) -> None:
    with running(database, **MAIL) as server:
        house, users = server.house, schema.users
        house.notices.send_mail = server.box.append
        anna, boris, id = two_at_a_table(server)
        with_mail(server, boris, digest="08:00")
        due = select(users.c.digest_at).where(users.c.id == boris.id)
        later = server.run(house.store.row(due))["digest_at"]
        assert later > 0
        to_boris(anna, boris, id)
        if away:
            boris.ok("POST", "/api/me/away", {"days": 5})
        server.run(house.store.execute(update(users).where(users.c.id == boris.id).values(digest_at=1.0)))
        wait(lambda: server.run(house.store.row(due))["digest_at"] >= later)
        if away:
            assert server.box == []
            return
        wait(lambda: server.box)
        (mail,) = server.box
        assert mail["Subject"] == "1 table waits for you"
        assert f"http://play.test/t/{id}" in mail.get_content()
        boris.ok("PUT", "/api/me/notify", {})
        assert server.run(house.store.row(due))["digest_at"] is None


def test_pictures_have_the_colours_of_the_page() -> None:
    """What the renderer does not know is worked out before: tokens, and the colours that classes hand down."""
    assert resolved("var(--a, var(--b, red))", {"--b": "blue"}) == "blue"
    assert resolved("var(--a, #fff)", {"--a": "var(--b)", "--b": "green"}) == "green"
    drawing = cover_board("tigris_euphrates", "en")
    shown = Image.open(BytesIO(png(drawing, 450))).convert("RGB")
    often = {colour for n, colour in shown.getcolors(1_000_000) or [] if n > 40}
    wanted = {f"e-{name}": PALETTE[f"e-{name}"][0] for name in ("red", "blue", "green", "land", "river")}
    assert {name for name, paint in wanted.items() if ImageColor.getrgb(paint) not in often} == set()
    assert (0, 0, 0) not in often  # what a renderer paints that it cannot read
