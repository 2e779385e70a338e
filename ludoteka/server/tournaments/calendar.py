"""A tournament for a calendar (iCalendar, RFC 5545): when it begins, and until when each round is to be played."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime

from ludoteka.server.refused import words
from ludoteka.server.tournaments.shown import TournamentOut

DUE = 3600.0
"""A round shows as the hour before its end: until then it has to be played."""


def calendar(cup: TournamentOut, lang: str, host: str, link: str = "") -> str:
    """`host` makes the names of events unique in the world."""
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Ludoteka//EN", f"X-WR-CALNAME:{_text(cup.name)}"]
    about = [f"DTSTAMP:{_time(cup.created)}"]
    about += [f"URL:{link}"] if link else []
    about += ["STATUS:CANCELLED"] if cup.status == "off" else []
    events = list(_events(cup, lang))
    for uid, start, end, title in events:
        lines += [
            "BEGIN:VEVENT",
            f"UID:{cup.id}-{uid}@{host}",
            *about,
            f"DTSTART:{_time(start)}",
            f"DTEND:{_time(end)}",
            f"SUMMARY:{_text(f'{cup.name}: {title}')}",
            "END:VEVENT",
        ]
    if not events:  # no day is known yet, and a calendar must not be empty
        lines += ["BEGIN:VTODO", f"UID:{cup.id}@{host}", *about, f"SUMMARY:{_text(cup.name)}", "END:VTODO"]
    return "".join(f"{part}\r\n" for line in [*lines, "END:VCALENDAR"] for part in _folded(line))


def _events(cup: TournamentOut, lang: str) -> Iterator[tuple[str, float, float, str]]:
    say = words(lang).say
    if cup.starts is not None:
        yield "start", cup.starts, cup.starts + DUE, say("cup.begins")
    for r in cup.rounds:
        if r.until is not None:
            title = say("cup.final_ends") if r.final else say("cup.round_ends", n=r.number)
            yield str(r.number), r.until - DUE, r.until, title


def _time(moment: float) -> str:
    return datetime.fromtimestamp(moment, UTC).strftime("%Y%m%dT%H%M%SZ")


def _text(words: str) -> str:
    """What has a meaning in the format is written with a stroke before it."""
    for sign in "\\;,":
        words = words.replace(sign, "\\" + sign)
    return " ".join(words.split())


def _folded(line: str) -> Iterator[str]:
    """No line is longer than 75 bytes; the rest goes on after a space."""
    start, room = "", 75
    while line:
        part = line.encode()[: room - len(start)].decode(errors="ignore")
        yield start + part
        line, start = line[len(part) :], " "
