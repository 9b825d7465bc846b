"""Which device to use: the optimum beside the classical devices, by epsilon and prevalence."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from rropt.certified import Design, optimal
from rropt.privacy import LocalDP, OneSided
from rropt.report.facts import facts_of
from rropt.utility import Variance
from rropt.utility.at_prior import AOptimal

EPSILONS = ("1/2", "1", "2")
PREVALENCES = ("1/20", "1/10", "1/4", "1/2")
SHARES = ("3/5", "1/5", "1/10", "3/50", "1/25")
"""Five unequal categories, as income brackets or brands have them."""
MARGIN = "0.03"


def which_device() -> str:
    """The page as HTML: what to do in words, then two tables that were computed for it."""
    words = (
        "<p>For a yes/no question that is sensitive either way use Warner's device, or any that "
        "has its table (crosswise, forced response, two coins): no private table is better for any "
        "purpose. If only one answer stigmatises, protect that answer: it takes far fewer "
        "respondents. For three and more categories the best classical device comes close, but "
        "which one it is depends on epsilon; ask for the table of your shares. For numbers use the "
        "design for their mean.</p>"
    )
    yes_no = table_of(YES_NO, [_yes_no(e, p) for e in EPSILONS for p in PREVALENCES])
    five = table_of(FIVE, [_five(epsilon) for epsilon in EPSILONS])
    return (
        f"{words}<h2>Yes or no</h2><p>Respondents for a margin of 3 points at 95%, and what "
        f"share of the information of the optimum other devices have.</p>{yes_no}"
        f"<h2>Five categories</h2><p>Shares {', '.join(SHARES)}; the value is the sum of the "
        f"variances of the shares times the number of respondents.</p>{five}"
    )


YES_NO = ("epsilon", "prevalence", "Warner's device", "only yes protected", "Christofides", "Kuk")
FIVE = ("epsilon", "best value", "reports", "efficiency of the classical devices")


def _yes_no(epsilon: str, prevalence: str) -> list[str]:
    goal, answers = Variance(prevalence), ["no", "yes"]
    both = optimal(LocalDP(epsilon), goal, truths=answers)
    one = optimal(OneSided(["yes"], epsilon), goal, truths=answers)
    shares = dict(_rivals(both))
    needed = [f"{design.plan(margin=MARGIN).n:,}" for design in (both, one)]
    return [epsilon, prevalence, *needed, shares["christofides"], shares["kuk"]]


def _five(epsilon: str) -> list[str]:
    design = optimal(LocalDP(epsilon), AOptimal(list(SHARES)))
    others = "; ".join(f"{name} {share}" for name, share in _rivals(design))
    return [epsilon, f"{float(design.bound):.4g}", str(design.channel.shape[0]), others]


def _rivals(design: Design) -> list[tuple[str, str]]:
    """The devices that reach something, with their efficiency against the proved bound."""
    lines = facts_of(design).rivals
    return [(line.label, f"{line.efficiency:.0%}") for line in lines if line.efficiency is not None]


def table_of(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """An HTML table."""
    head = "".join(f"<th>{escape(name)}</th>" for name in heads)
    lines = ("".join(f"<td>{escape(cell)}</td>" for cell in row) for row in rows)
    body = "".join(f"<tr>{line}</tr>" for line in lines)
    return f'<div class="wide"><table><tr>{head}</tr>{body}</table></div>'
