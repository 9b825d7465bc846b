"""A formula for every k, in words."""

from __future__ import annotations

from typing import Any

from rropt.closed.derived.guess_law import GuessLaw
from rropt.closed.derived.subset_laws import SubsetLaw


def plain_for_every_k(answer: Any) -> str:
    """The formula, its region, its table, and what was decided for every k."""
    law = answer.law
    table = _of_guess(law) if isinstance(law, GuessLaw) else _of_subsets(law)
    verdict = "proved" if answer.proved else "NOT proved"
    lines = [f"{answer.reported} for gamma > 1 and every number k of truths", ""]
    lines += [f"{answer.reported} = {answer.value}", *(f"  {line}" for line in table), ""]
    lines.append(f"for every k: {verdict}, {len(answer.steps)} steps decided by algebra")
    lines += [f"  {step.says}: {'yes' if step.holds else 'NO'}" for step in answer.steps]
    return "\n".join(lines)


def _of_guess(law: GuessLaw) -> list[str]:
    told = "with probability delta the truth is reported; else"
    if law.trace:
        return [f"{told} each truth reports itself gamma times as likely as each other"]
    begins, ends = law.where
    return [
        "Q_m is the mass of the m likeliest truths, q_m the least of them, q_next the one after",
        f"where {begins} (for m > 1) and {ends} (while q_next > 0)",
        f"{told} one of these m: one of them reports itself gamma times as likely as each other,",
        "the other truths report each of the m alike",
    ]


def _of_subsets(law: SubsetLaw) -> list[str]:
    """The rule for m."""
    lines = [
        "m is the least size that is as good as m + 1: where 2*m + 1 >= k, or else",
        f"  {law.enough} >= 0",
    ]
    if law.switch is not None:
        lines.append(f"  that is gamma >= {law.switch}")
    lines.append("m + 1 gives way to m at one gamma, the larger the smaller m is")
    return [*lines, "one report for each m-subset: gamma times as likely for the truths in it"]
