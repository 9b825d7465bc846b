"""The page of a public name: its call, what it takes, what it returns, an example, what is near.

Nothing is written twice: types and defaults are those of the signature, the meaning of a parameter
is the sentence of the docstring that names it, or that of the same name on the command line.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from html import escape
from typing import Any

import rropt as rr
from examples.guide.docstrings import as_html
from examples.guide.highlighted import highlighted
from examples.guide.parameter_words import GIVEN_ON, MEANINGS
from examples.guide.typeset import with_formulas
from rropt.cli.table import TABLE

TYPES = {
    "NumberOrNumbers": "a number or numbers",
    "NumberTable": "rows of numbers",
    "Numbers": "numbers",
    "Number": "number",
    "Mechanism": "Design, Device, Channel or rows",
    "Criterion": "privacy",
    "Utility | Curved": "objective",
    "Any": "",
    "None": "none",
}
"""Types as a reader would say them; an exact number is 1, "1/4", "0.25" or a Fraction."""

ONE_LINE = 64
"""Characters of a signature that fit beside its name on a page."""

GROUPS = {
    "Design a mechanism": (
        "optimal", "optimal_shuffled", "minimax_regret", "Design", "Problem", "load", "mechanism",
        "derive", "derive_for_every_k", "explain", "crosscheck", "sweep", "run_sweep", "read_sweep",
        "equal_shares_loss",
    ),
    "Privacy": (
        "LocalDP", "Privacy", "MetricDP", "OneSided", "UtilityOptimized", "HighLow", "Blocks",
        "RenyiDP", "ZeroConcentratedDP", "PointwiseMaximalLeakage", "LocalInformationPrivacy",
        "NoWorseThan", "BetaFactor", "BayesFactor", "Rho1Rho2", "StrictInformation",
        "CanonicalStrictInformation", "strict_bound", "StrictBound", "equivalents", "Region",
        "BreachRegion", "region", "h_boundary", "Gamma",
    ),
    "Objectives": (
        "Variance", "Warner", "Mean", "AOptimal", "COptimal", "DOptimal", "EOptimal", "ForModel",
        "Logit", "Probit", "LinearProbability", "Guess", "Trace", "Gain", "Loss",
        "MutualInformation", "FDivergence", "Custom", "Average", "Minimax", "WorstCase",
        "WorstProportion", "VarianceOverInterval",
    ),
    "Collect and estimate": (
        "randomize", "simulate", "count", "estimate", "interval", "test", "regress", "Regression",
        "correlations", "Correlations", "ItemCount", "linear_estimator",
    ),
    "Plan": (
        "plan", "plan_shuffled", "Proportion", "Categories", "Strata", "TwoGroups", "Bits",
        "Coefficient",
    ),
    "Devices, and what they reveal": (
        "device", "devices", "Channel", "measures", "shuffled", "shuffled_rounds",
    ),
    "Compare": (
        "compare", "Comparison", "side_by_side", "SideBySide", "admissible", "Admissibility",
        "frontier", "threshold",
    ),
    "Check and prove": (
        "check", "Certificate", "prove", "cite", "figure", "figures", "InputError",
    ),
}  # fmt: skip
"""Every public name once, beside those that are used for the same purpose."""


@dataclass(frozen=True)
class Parameter:
    """One line of the table: how it is called, what it may be, what it is where nothing is said."""

    name: str
    kind: str
    default: str
    meaning: str


def public_names() -> list[str]:
    """What `rropt` offers, but for its version."""
    return sorted(name for name in rr.__all__ if not name.startswith("_"))


def reference(name: str, thing: Any) -> str:
    """The page of a name."""
    said = inspect.getdoc(thing) or ""
    parts = [f"<pre>{highlighted(f'rropt.{name}{signature(thing)}')}</pre>", as_html(said)]
    parts += [_table(parameters(thing)), _returned(thing), _near(name)]
    return "".join([*parts, *(_methods(thing) if inspect.isclass(thing) else ())])


def signature(thing: Any) -> str:
    """As it is called, without quotes around types; a long one has a line for each parameter."""
    try:
        told = inspect.signature(thing)
    except ValueError:
        return ""
    whole = str(told).replace("'", "")
    if len(whole) <= ONE_LINE:
        return whole
    lines = whole[1 : whole.rindex(")")].replace("*, ", "*,\n    ")
    for name in told.parameters:
        lines = re.sub(rf", (\*{{0,2}}{name}: )", r",\n    \1", lines, count=1)
    return f"(\n    {lines},\n{whole[whole.rindex(')') :]}"


def parameters(thing: Any) -> list[Parameter]:
    """What it takes, with the parameters that it hands on written out."""
    try:
        taken = inspect.signature(thing).parameters.values()
    except ValueError:
        return []
    said, found = inspect.getdoc(thing) or "", []
    for each in taken:
        handed_on = re.fullmatch(r"Unpack\[(\w+)\]", str(each.annotation))
        if each.name == "self":
            continue
        if handed_on is None:
            found.append(_parameter(each, said))
            continue
        for name, kind in GIVEN_ON[handed_on[1]].items():
            found.append(Parameter(name, as_said(kind), "", meaning(name, said)))
    return found


def _parameter(each: inspect.Parameter, said: str) -> Parameter:
    empty = inspect.Parameter.empty
    kind = "" if each.annotation is empty else as_said(str(each.annotation))
    many = each.kind in (inspect.Parameter.VAR_KEYWORD, inspect.Parameter.VAR_POSITIONAL)
    default = "" if many or each.default is empty else repr(each.default)
    if not many and each.default is empty:
        default = "required"
    return Parameter(each.name, kind, default, meaning(each.name, said))


def as_said(kind: str) -> str:
    """A type in words.

    >>> as_said("NumberOrNumbers | None"), as_said("Sequence[str] | None")
    ('a number or numbers, or none', 'Sequence[str], or none')
    """
    for written, spoken in TYPES.items():
        kind = re.sub(rf"(?<!\w){re.escape(written)}(?!\w)", spoken, kind)
    return kind.strip(" |").replace(" | none", ", or none").replace(" | ", " or ").strip("'")


def meaning(name: str, said: str) -> str:
    """The sentence of a docstring that names a parameter, or what the name means everywhere.

    >>> meaning("n", "Draw. `n` is how many. Then stop.")
    '`n` is how many.'
    """
    prose = " ".join(block for block in said.split("\n\n") if not block.startswith((">>>", "|")))
    for sentence in re.split(r"(?<=[.;])\s+", " ".join(prose.split())):
        if f"`{name}`" in sentence or f"`{name}=" in sentence:
            return sentence
    return MEANINGS.get(name) or _of_the_command_line().get(name, "")


@cache
def _of_the_command_line() -> Mapping[str, str]:
    rows = [row for every in TABLE.values() for row in every]
    own = {row.name: row.help for row in rows}
    return own | {row.name: row.help for row in rows if not row.of}


def _table(taken: Iterable[Parameter]) -> str:
    rows = [
        f"<tr><td><code>{escape(each.name)}</code></td><td>{escape(each.kind)}</td>"
        f"<td>{escape(each.default)}</td><td>{with_formulas(each.meaning)}</td></tr>"
        for each in taken
    ]
    if not rows:
        return ""
    head = "<tr><th>name</th><th>type</th><th>default</th><th>meaning</th></tr>"
    return (
        "<h2>Parameters</h2><div class='wide' tabindex='0'><table class='words'>"
        f"{head}{''.join(rows)}</table></div>"
    )


def _returned(thing: Any) -> str:
    if inspect.isclass(thing):
        return ""
    kind = as_said(str(inspect.signature(thing).return_annotation))
    return f"<h2>Returns</h2><p><code>{escape(kind or 'see above')}</code></p>"


def near(name: str) -> list[str]:
    """The other names for the same purpose."""
    group = next(names for names in GROUPS.values() if name in names)
    return [other for other in group if other != name]


def _near(name: str) -> str:
    links = ", ".join(f'<a href="{other}.html">{other}</a>' for other in near(name))
    return f"<h2>See also</h2><p>{links}</p>"


def _methods(kind: type) -> Iterator[str]:
    """The methods and properties of rropt's own, inherited ones too."""
    for name, member in inspect.getmembers(kind):
        said = inspect.getdoc(member)
        documented = callable(member) or isinstance(member, property)
        if name.startswith("_") or not documented or not said or inspect.isclass(member):
            continue
        called = "" if isinstance(member, property) else signature(member)
        yield f"<h3><code>{escape(name)}</code></h3><pre>{highlighted(f'{name}{called}')}</pre>"
        yield as_html(said)
