"""What every device of the catalogue reveals, by every measure."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from examples.guide.which_device import table_of
from rropt.bibliography import cite
from rropt.measures.named_measures import every_measure
from rropt.report.measures_page import catalogue_measures


def what_devices_reveal() -> str:
    """One line a device, at the parameters of its example; then formulas and sources."""
    found = catalogue_measures()
    names = list(next(iter(found.values()))["measures"])
    rows = [
        [name, *(_digits(facts["measures"][measure]) for measure in names)]
        for name, facts in found.items()
    ]
    sources = [
        [name, _parameters(facts), cite(name).replace("*", "")] for name, facts in found.items()
    ]
    words = (
        "<p>Each device at the parameters of its example, all truths equally protected; oo where "
        "no level is finite. Divergences are the largest over pairs of truths. <code>rropt "
        "measures NAME</code> has all digits, the profile and the trade-off function.</p>"
    )
    numbers = table_of(["device", *names], rows)
    devices = table_of(["device", "parameters", "source"], sources)
    said = [[m.name, m.formula, m.source] for m in every_measure() if m.name in names]
    return words + numbers + table_of(["measure", "formula", "source"], said) + devices


def _parameters(facts: dict[str, Any]) -> str:
    given = facts["parameters"].items()
    return ", ".join(f"{name} = {_listed(value)}" for name, value in given)


def _listed(value: Any) -> str:
    """Lists inside lists in brackets."""
    if isinstance(value, (list, tuple)):
        return f"({', '.join(map(_listed, value))})"
    return str(value)


def _digits(value: Any) -> str:
    """Five digits, of the lower end of an enclosure."""
    shown = value[0] if isinstance(value, list) else value
    return shown if shown == "oo" else f"{float(Fraction(shown)):.5g}"
