"""Which statements of proofs/found speak about a cell: in whose region its question lies."""

from __future__ import annotations

from fractions import Fraction
from html import escape

from rropt.proofs.bibliography import words
from rropt.proofs.typeset import paragraph
from rropt.proofs.verdicts import named, stored

from examples.atlas.boundaries import left_by_rare
from examples.atlas.questions import EQUAL, Question
from rropt.exact import gamma_from_epsilon


def statements_of(question: Question, level: str) -> tuple[str, ...]:
    """The names, without found/ in front.

    >>> from examples.atlas.questions import questions
    >>> asked = {question.name: question for question in questions([3])}
    >>> statements_of(asked["a-optimal-equal-shares-3"], "1")
    ('shares/subset',)
    >>> statements_of(asked["d-optimal-equal-shares-3"], "1")
    ('determinant/three', 'determinant/equal', 'determinant/subset')
    """
    if question.categories == 2:
        return tuple(_of_two(question))
    gamma = gamma_from_epsilon(level)
    return tuple(_of_more(question, gamma.lo, gamma.hi))


def _of_two(question: Question) -> list[str]:
    """One table is best for all that is convex in its rows."""
    if question.objective == "mean":
        return ["mean/two" if question.options["worst"] == "group" else "mean/population"]
    also = {"variance": ["pair/proportion"], "f-divergence": ["pair/divergence"]}
    return ["pair/universal", *also.get(question.objective, [])]


def _of_more(question: Question, low: Fraction, high: Fraction) -> list[str]:
    """At a level between two numbers, which lie on one side of every bound or the answer is no."""
    objective, k = question.objective, question.categories
    equal = question.at == EQUAL
    if objective == "trace":
        return ["guess/delta"]
    if objective == "guess":
        return ["guess/best-set"]
    if objective == "c-optimal" and question.at.startswith("first share,"):
        return ["question/group"]
    if objective == "a-optimal":
        worst = question.options["prior"] == "worst"
        known = "shares/worst" if worst else "shares/subset" if equal else ""
        return [known] if known else _three(question, low, high)
    if objective == "d-optimal":
        three = k == 3 and question.options["prior"] != "worst"
        response = equal and (k - 1) * (k - 2) <= 2 * low**2
        known = ["determinant/three"] * three + ["determinant/equal"] * response
        return known + ["determinant/subset"] * equal
    alike = {"e-optimal": "shares/eigenvalue", "mutual-information": "shares/information"}
    if equal and objective in alike:
        return [alike[objective]]
    if objective == "e-optimal" and k == 3 and question.at.startswith("shares "):
        return ["contrasts/largest/three"]
    return _mean(question, low, high) if objective == "mean" else []


def _three(question: Question, low: Fraction, high: Fraction) -> list[str]:
    """Inside of the curve, or beyond it, of three shares; what is left grows with the level."""
    shares = sorted(map(Fraction, question.options["prior"].split(",")), reverse=True)
    if len(shares) != 3:
        return []
    if left_by_rare(shares, low) >= 0:
        return ["shares/three/skewed" if shares[1] == shares[2] else "shares/three"]
    return ["shares/three/beyond"] if left_by_rare(shares, high) <= 0 else []


def _mean(question: Question, low: Fraction, high: Fraction) -> list[str]:
    if question.options["worst"] == "population":
        return ["mean/population"]
    if question.categories == 5 and low >= 5 and high <= 7:
        return ["mean/five/middle"]
    if question.categories != 3:
        return []
    found = ["mean/three/low"] if high <= 3 else []
    return [*found, *(["mean/three/high"] if low >= 3 else [])]


def statement_words(name: str) -> str:
    """The statement as HTML, how far it is proved, and what decides it again."""
    record = stored("found")[f"found/{name}"]
    verdict = escape(named(record))
    return (
        f'<section id="{name.replace("/", "-")}"><h2>{escape(name)}</h2>'
        f"<p>{paragraph(words(record['id']))}</p>"
        f"<p>Where: {paragraph(record['scope'])}. It is {verdict}; "
        f"<code>rropt prove found/{escape(name)}</code> decides it again.</p></section>"
    )
