"""How numbers and facts are written: exact strings for scripts, six digits for readers."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from typing import Any

from rropt.exact import text

LINES = (
    ("epsilon", "epsilon", ""),
    ("gamma", "e^epsilon", ""),
    ("variance", "variance", "of the device's own estimate"),
    ("variance_at_middle", "middle", "variance of a report on the middle of the interval"),
    ("variance_at_ends", "ends", "variance of a report on its ends"),
    ("efficient", "efficient", "of the best estimate from this table"),
    ("optimum", "optimum", "of the best mechanism at this privacy"),
    ("two_answer_optimum", "two answers", "of the best yes/no card at this privacy"),
    ("loss", "loss", "variance / optimum"),
    ("error_below_with_95_percent", "95% error", "exceeded with probability at most 1/20"),
)


def plain(value: Any) -> Any:
    """Tuples as lists and rationals as strings, all the way down.

    >>> plain((1, (Fraction(1, 2), "b")))
    [1, ['1/2', 'b']]
    """
    if isinstance(value, tuple):
        return [plain(entry) for entry in value]
    return text(value) if isinstance(value, Fraction) else value


def written(facts: dict[str, Any], table: str) -> str:
    """The facts for a reader: the table, then one line each."""
    lines = [f"{facts['name']}({_named(facts['parameters'])})", table, ""]
    lines += [
        f"{label:<12} {shown(facts[key])}" + (f"  ({meaning})" if meaning else "")
        for key, label, meaning in LINES
        if facts.get(key)
    ]
    lines += [f"certified by {facts['certify']}"] if facts.get("certify") else []
    lines += _report_lines(facts.get("report"))
    lines += _matrix_lines(facts.get("own_matrix"), facts.get("levels"))
    lines += _profile_lines(facts.get("own_profile"))
    lines += _joint_lines(facts.get("joint")) + [f"note: {note}" for note in facts["notes"]]
    return "\n".join(line for line in lines if line is not None)


def shown(value: Any) -> str:
    """A number for a reader: the fraction when short, and six digits.

    >>> shown("3/4"), shown(["1/3", "2/3"]), shown("oo")
    ('3/4 = 0.75', '0.333333 .. 0.666667', 'infinite')
    """
    if value == "oo":
        return "infinite"
    if isinstance(value, list):
        low, high = (_decimal(end) for end in value)
        return low if low == high else f"{low} .. {high}"
    if "/" not in value:
        return str(value)
    decimal = _decimal(value)
    return f"{value} = {decimal}" if len(value) < 24 else decimal


def _matrix_lines(own: dict[str, Any] | None, levels: Any) -> list[str]:
    """The optimum at the smallest matrix that the device obeys."""
    if own is None:
        return []
    matrix = "; ".join(", ".join(row) for row in levels)
    return [
        f"its matrix   {matrix}  (the smallest: e^epsilon for each pair of truths)",
        f"optimum      {shown(own['optimum'])}  (of the best mechanism for that matrix)",
        f"loss         {shown(own['loss'])}  (variance / optimum)",
        f"certified by {own['certify']}",
    ]


def _report_lines(report: dict[str, Any] | None) -> list[str]:
    """How long a report is, and what counting them costs, of a table that is not written."""
    if report is None:
        return []
    return [
        f"a report     {report['bits']} bits: {report['form']}",
        f"counting     {report['counting']} steps for n reports on k categories",
    ]


def _profile_lines(own: dict[str, Any] | None) -> list[str]:
    """The optimum among tables that reveal at most as much at every level."""
    if own is None:
        return []
    return [
        "its profile  at every level, not at one (--privacy no-worse-than:FILE demands it)",
        f"optimum      {shown(own['optimum'])}  (of the best mechanism that reveals no more)",
        f"loss         {shown(own['loss'])}  (variance / optimum)",
    ]


def _joint_lines(joint: dict[str, Any] | None) -> list[str]:
    if joint is None:
        return []
    people = joint["respondents"]
    cards = joint["cards"]
    lines = [f"joint        e^epsilon {shown(joint['gamma'])} for {people} reports, {cards} cards"]
    leak = joint["delta_at_the_gamma_of_one_report"]
    lines += [f"             delta {shown(leak)} at the e^epsilon of one report"] if leak else []
    weak = joint["factor_knowing_only_the_prevalence"]
    return lines + ([f"             {shown(weak)} knowing only the prevalence"] if weak else [])


def _named(parameters: dict[str, Any]) -> str:
    return ", ".join(f"{name}={_short(value)}" for name, value in parameters.items())


def _short(value: Any) -> str:
    word = str(value).replace("'", "")
    return word if len(word) <= 40 else word[:37] + "..."


def _decimal(value: str) -> str:
    """Six digits of any size of number."""
    number = Fraction(value)
    return f"{Decimal(number.numerator) / Decimal(number.denominator):.6g}"
