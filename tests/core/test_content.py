"""Content of people's own: a text under its hash, packed where it travels, never a path."""

import base64
import zlib

import pytest

from ludoteka.core import content


def test_a_text_is_known_by_its_hash() -> None:
    word = content.add('name = "Гномы"\n')
    assert word == content.add('name = "Гномы"\n') != content.add('name = "Gnomes"\n')
    assert content.text_of(word) == 'name = "Гномы"\n'
    assert content.is_content(word)
    assert not content.is_content("/etc/passwd")


def test_a_packed_text_needs_no_registry() -> None:
    word = content.add("travelling")
    travels = content.packed(word)
    assert travels.startswith("toml:")
    assert content.text_of(travels) == "travelling"
    assert content.packed("gnomes") == "gnomes"


@pytest.mark.parametrize("word", ["own:nothing", "toml:!!", "toml:" + "A" * 50])
def test_what_is_not_there_is_said(word: str) -> None:
    with pytest.raises(content.BadContent):
        content.text_of(word)


def test_no_text_is_too_long() -> None:
    with pytest.raises(content.BadContent):
        content.add("x" * (content.LARGEST + 1))
    bomb = base64.urlsafe_b64encode(zlib.compress(b"x" * (content.LARGEST + 1))).decode()
    with pytest.raises(content.BadContent):
        content.text_of("toml:" + bomb)


def test_the_registry_is_bounded() -> None:
    first = content.add("the first text")
    for n in range(content.KEPT):
        content.add(f"text {n}")
    assert not content.has(first)
