"""One word for one thing: in help, messages, README and guide no second word stands for a thing.

The words and what is not said instead of them are `examples/guide/words.py`. Messages are those of
the command line: all its string constants with a space that are no docstrings. What other rooms
say, and the statements of the checker, whose words are a format, are not read here.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from examples.guide.narrated import read_script, scripts
from examples.guide.words import WORDS, what_words_mean
from rropt.cli import VERBS, main

ROOT = Path(__file__).parent.parent
NEVER = [(word.word, re.compile(said, re.IGNORECASE)) for word in WORDS for said in word.never]


def second_words(text: str) -> list[str]:
    """The words that stand in a text instead of the one for their thing; code is not prose.

    >>> second_words("the best table for this goal"), second_words("the table that is printed")
    (['mechanism: best table', 'objective: goal'], [])
    """
    prose = re.sub(r"```.*?```|`[^`]*`", " ", text, flags=re.DOTALL)
    return [f"{word}: {found[0]}" for word, said in NEVER if (found := said.search(prose))]


def docstrings(tree: ast.AST) -> set[int]:
    """Constants that are statements by themselves."""
    alone = (node for node in ast.walk(tree) if isinstance(node, ast.Expr))
    return {id(node.value) for node in alone}


def messages(file: Path) -> Iterator[str]:
    tree = ast.parse(file.read_text(encoding="utf-8"))
    prose = docstrings(tree)
    for node in ast.walk(tree):
        said = node.value if isinstance(node, ast.Constant) and id(node) not in prose else None
        if isinstance(said, str) and " " in said:
            yield said


FILES = sorted((ROOT / "rropt" / "cli").glob("*.py"))


@pytest.mark.parametrize("file", FILES, ids=lambda path: path.stem)
def test_messages_have_one_word_for_one_thing(file: Path) -> None:
    said = [(text, second_words(text)) for text in messages(file)]
    assert [found for found in said if found[1]] == []


@pytest.mark.parametrize("verb", VERBS)
def test_help_has_one_word_for_one_thing(verb: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main([verb, "--help"])
    assert second_words(capsys.readouterr().out) == []
    assert second_words(VERBS[verb]) == []


def test_the_readme_has_one_word_for_one_thing() -> None:
    assert second_words((ROOT / "README.md").read_text(encoding="utf-8")) == []


@pytest.mark.parametrize("script", scripts(), ids=lambda path: path.stem)
def test_a_page_of_the_guide_has_one_word_for_one_thing(script: Path) -> None:
    told = read_script(script)
    prose = [told.title, told.question, *(f"{cell.heading}. {cell.prose}" for cell in told.cells)]
    assert [second_words(part) for part in prose if second_words(part)] == []


def test_the_page_of_words_says_each_once() -> None:
    page = what_words_mean()
    assert all(page.count(f"<td><b>{word.word}</b></td>") == 1 for word in WORDS)
    assert second_words(" ".join(word.meaning for word in WORDS)) == []


SECOND = ["no private table", "Privacy level 3", "its utility", "a goal", "plus noise"]


@pytest.mark.parametrize("text", SECOND)
def test_a_second_word_is_found(text: str) -> None:
    assert second_words(text)


@pytest.mark.parametrize("text", ["the table below", "`rropt.utility`", "utility-optimised LDP"])
def test_a_word_in_its_place_is_not(text: str) -> None:
    assert second_words(text) == []
