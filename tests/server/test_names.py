"""Names and words of people on every page, in every picture and in every mail: text, never markup."""

from __future__ import annotations

import re
from typing import Any
from xml.etree import ElementTree

from tests.server.conftest import Running, running

HOSTILE = "<hostile a='b'>&\"x"
CUSTOM = f"""
[race]
id = "gnomes"
tokens = 5
borrows = "giants"
name.en = '''{HOSTILE}'''
name.ru = '''{HOSTILE}'''

[power]
id = "sly"
tokens = 4
name.en = '''{HOSTILE}'''
name.ru = '''{HOSTILE}'''
"""


def test_no_name_is_markup_on_a_page(lone: Running) -> None:
    anna = lone.person(HOSTILE)
    anna.ok("POST", "/api/register", {"name": HOSTILE, "password": "12345678"})
    word = anna.ok("POST", "/api/contents", {"game": "small_world", "option": "custom", "text": CUSTOM})["word"]
    new = {"game": "small_world", "seats": 2, "options": {"custom": word}}
    ids = [anna.ok("POST", "/api/tables", new)["table"]["id"]]
    ids.append(anna.ok("POST", "/api/tables", new | {"players": ["me", "bot:random"], "start": True})["table"]["id"])
    for id in ids:
        anna.ok("POST", f"/api/tables/{id}/chat", {"text": HOSTILE})
        anna.ok("PUT", f"/api/tables/{id}/note", {"text": HOSTILE})
    seen = 0
    paths = ["/", "/tables", "/leaders", "/me", "/new", f"/players/user:{anna.id}", "/learn"]
    for path in [*paths, *(f"{kind}/{id}" for id in ids for kind in ("/t", "/r"))]:
        for lang in ("en", "ru"):
            answer = anna.get(path, params={"lang": lang})
            assert answer.status_code in (200, 404), path
            assert "<hostile" not in answer.text, path
            assert "='b'>&\"" not in answer.text, path
            seen += "hostile" in answer.text
    assert seen > 10, "the name never came near a page: the test is blind"
    for id in ids:
        picture = anna.get(f"/r/{id}/board.svg", params={"step": 0}).text
        assert not [e for e in ElementTree.fromstring(picture).iter() if e.tag.endswith("hostile")]
        for part in pictures(anna.see(id)["state"]):
            assert "<hostile" not in part


def pictures(state: dict[str, Any]) -> list[str]:
    drawn = [state["board"], *(p["svg"] for p in state["panels"])]
    return [text for svg in drawn for key, text in svg.items() if key in ("defs", "static", "ground", "live") and text]


def test_no_name_is_markup_or_a_header_in_a_mail(tmp_path: object) -> None:
    sent: list[Any] = []
    with running(f"{tmp_path}/a.db", smtp_host="mail", smtp_from="a@b.cc") as server:
        server.house.notices.send_mail = sent.append
        server.house.notices.delay = 0.0
        anna = server.person(HOSTILE)
        anna.ok("POST", "/api/me/email", {"email": "anna@example.com"})
        code = re.search(r"\d{8}", sent[-1].get_content())
        assert code
        anna.ok("POST", "/api/me/email/proof", {"code": code[0]})
        anna.ok("PUT", "/api/me/notify", {"mail": True})
        anna.ok("POST", "/api/me/notify/test")
        for mail in sent:
            assert mail.get_content_type() == "text/plain"
            assert "hostile" not in str(mail["To"]) + str(mail["From"])
            assert "\n" not in str(mail["Subject"])
