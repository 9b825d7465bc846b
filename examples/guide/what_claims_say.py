"""The vocabulary of claims: what a text may hold, and every word that makes a goal."""

from __future__ import annotations

import inspect
from html import escape
from typing import Any

from rropt.proofs import goals
from rropt.proofs.text import FUNCTIONS, NUMBERS

from examples.guide.docstrings import as_html
from examples.guide.highlighted import highlighted
from examples.guide.reference import signature

DECIDING = ("decide", "refuse", "worst")
"""What is done to a goal; it says nothing."""


def what_claims_say() -> str:
    """The page."""
    parts = [_texts(), *(_word(name, word) for name, word in words().items())]
    return "".join(parts)


def words() -> dict[str, Any]:
    """The functions of `rropt.proofs.goals` that say something."""
    found = {name: getattr(goals, name) for name in goals.__all__ if name not in DECIDING}
    return {name: word for name, word in found.items() if inspect.isfunction(word)}


def _texts() -> str:
    functions = ", ".join(f"<code>{escape(name)}</code>" for name in FUNCTIONS)
    numbers = " and ".join(f"<code>{escape(name)}</code>" for name in NUMBERS)
    return (
        "<p>A claim is a text or a relation of sympy, as in "
        '<code>rr.prove("x*y &lt;= x", "x &gt;= 0", "y &lt;= 1")</code>, or a goal made by the '
        "words below; <code>rropt prove --new my.py</code> writes a file of them. A text has "
        f"+ - * / ** %, comparisons, and, or, not, {functions}, and the numbers {numbers}; every "
        "other name is a real variable.</p>"
    )


def _word(name: str, word: Any) -> str:
    called = f"<pre>{highlighted(f'{name}{signature(word)}')}</pre>"
    return f"<h2 id='{name}'>{name}</h2>{called}{as_html(inspect.getdoc(word) or '')}"
