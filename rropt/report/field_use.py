"""What an interviewer and a respondent need of a design: cards to draw, what a report reveals at
most, how many people to ask, and the estimate.

The instruction is for the deployable table: chances over at most a hundred cards, private exactly.
With t_i = (r_i1 - r_i0) / (q.r_i) and I = sum t_i (r_i1 - r_i0), the mean of the scores
q_1 + t_i / I over the reports estimates the share of truth 1 without bias, whatever it is: t has
the mean sum t_i r_i0 + p I at the share p, and zero at q_1.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from fractions import Fraction
from html import escape
from itertools import accumulate

from rropt.channel import Channel
from rropt.design.answer import Answer
from rropt.report.facts import MOST_SEARCHED, Facts, deployable
from rropt.utility import Variance
from rropt.utility.worst_case import WorstCase

MOST_CARDS = 100
NEARLY = 0.99
"""A device within one per cent of the optimum is named before the optimum."""

MARGINS = ("0.01", "0.02", "0.03", "0.05")
EXAMPLE = 1000
NAMES = {"k_ary": "k-ary response", "warner": "Warner's device"}


def field_section(design: Answer) -> str:
    """How a design is used in the field; nothing where no deck of cards can do it."""
    table = field_table(design)
    if table is None:
        return ""
    question = getattr(design, "question", None)
    body = instruction(design, table) + respondent_card(table, question)
    objective = design.problem.objective
    if isinstance(objective, Variance) and 0 < objective.prior < 1:
        body += sample_sizes(table, objective.prior) + example(table, objective.prior)
    return body


def field_table(design: Answer) -> Channel | None:
    """The table itself if a hundred cards can give it, or one near it that they can."""
    table, problem = design.table, design.problem
    if table is None or len(table.truths) > MOST_SEARCHED or table.parity() == 1:
        return None
    if number_of_cards(table) <= MOST_CARDS:
        return table
    if problem.levels is not None or isinstance(problem.objective, WorstCase):
        return None
    found = deployable(design, MOST_CARDS)
    if found is None:
        return None
    reports = table.reports if found.shape == table.shape else None
    return Channel.from_rows(found.rows, reports=reports, truths=table.truths)


def number_of_cards(table: Channel) -> int:
    """The common denominator of its chances."""
    return math.lcm(*(entry.denominator for row in table.rows for entry in row))


def advice(facts: Facts) -> str:
    """A classical device that is optimal, or within one per cent of it, said plainly."""
    best = max(facts.rivals, key=lambda line: line.efficiency or 0, default=None)
    if best is None or best.efficiency is None or best.efficiency < NEARLY:
        return ""
    names = best.label.split(", ")
    known = [NAMES[name] for name in NAMES if name in names]
    name = known[0] if known else names[0].replace("_", " ")
    exact = best.efficiency > 1 - 1e-9
    how = "is optimal here" if exact else f"is within {100 * (1 - best.efficiency):.1g} % of it"
    return f'<p class="advice">Use {escape(name)}: it {how}.</p>'


def instruction(design: Answer, table: Channel) -> str:
    """For the interviewer: the deck, and which cards mean which report."""
    cards = number_of_cards(table)
    same = "" if table is design.table else " (the table above, rounded without loss of privacy)"
    lines = [_reading(table, j, cards) for j in range(len(table.truths))]
    return (
        f"<p>Number {cards} cards from 1 to {cards}{same} and shuffle them. The respondent draws "
        "one card, tells nobody which, puts it back, and reports:</p>"
        f"<ul>{''.join(lines)}</ul>"
    )


def _reading(table: Channel, truth: int, cards: int) -> str:
    """The cards of each report for one truth."""
    counts = [int(row[truth] * cards) for row in table.rows]
    ends = list(accumulate(counts))
    parts = []
    for label, count, end in zip(table.reports, counts, ends, strict=True):
        if count:
            first = end - count + 1
            span = f"card {end}" if count == 1 else f"cards {first} to {end}"
            parts.append(f"{span}: <b>{escape(str(label))}</b>")
    answer = escape(str(table.truths[truth]))
    return f"<li>whose true answer is <b>{answer}</b>: {'; '.join(parts)}</li>"


def respondent_card(table: Channel, question: str | None) -> str:
    """For the respondent, to be printed: what anybody can learn at most."""
    asked = f"<p><b>{escape(question)}</b></p>" if question else ""
    return (
        f'<div class="card">{asked}{"".join(f"<p>{line}</p>" for line in _promises(table))}</div>'
    )


def _promises(table: Channel) -> Iterator[str]:
    """In words, from the exact table: posteriors of truths that were equally likely before."""
    yield "Nobody but you sees your card."
    telling = [row for row in table.rows if 0 in row]
    if telling:
        chance = max(sum(column) for column in zip(*telling, strict=True))
        yield (
            "Some reports rule an answer out; whatever your answer is, such a report comes with a "
            f"chance of at most {math.ceil(1000 * chance) / 10:g} %."
        )
    others = [row for row in table.rows if 0 not in row]
    if others:
        odds = max(max(row) / min(row) for row in others)
        which = "With any other report" if telling else "Whatever you report"
        yield (
            f"{which}, somebody who thought two answers of yours equally likely can become at most "
            f"{math.ceil(100 * odds / (1 + odds))} % sure of one of them."
        )


def sample_sizes(table: Channel, prior: Fraction) -> str:
    """How many reports for a margin of 1, 2, 3 and 5 points, at 95 %."""
    from rropt.planning import Proportion, plan

    needed = [plan(Proportion(prior), channel=table, margin=margin).n for margin in MARGINS]
    heads = [f'<th scope="col">&#177;{100 * float(m):g} %</th>' for m in MARGINS]
    cells = [f"<td>{n:,}</td>" for n in needed]
    return (
        f"<p>People to ask, for a margin of error at 95 % and the prevalence {prior}:</p>"
        f'<div class="wide"><table><thead><tr><th scope="col">margin</th>{"".join(heads)}</tr>'
        f'</thead><tbody><tr><th scope="row">people</th>{"".join(cells)}</tr></tbody></table></div>'
    )


def scores(table: Channel, prior: Fraction) -> list[Fraction]:
    """The score of each report; their mean estimates the share of the second truth."""
    slopes = [row[1] - row[0] for row in table.rows]
    means = [(1 - prior) * row[0] + prior * row[1] for row in table.rows]
    tilts = [t / m if m else Fraction(0) for t, m in zip(slopes, means, strict=True)]
    information = sum((t * s for t, s in zip(tilts, slopes, strict=True)), Fraction(0))
    return [prior + t / information for t in tilts]


def example(table: Channel, prior: Fraction) -> str:
    """A thousand reports as they are expected, and the estimate."""
    own = [round(float(score), 4) for score in scores(table, prior)]
    expected = [float((1 - prior) * row[0] + prior * row[1]) for row in table.rows]
    counts = [round(EXAMPLE * share) for share in expected]
    total = sum(counts)
    parts = " + ".join(f"{n} &#215; {x:g}" for n, x in zip(counts, own, strict=True))
    estimate = sum(n * x for n, x in zip(counts, own, strict=True)) / total
    listed = ", ".join(
        f"{x:g} for <b>{escape(str(label))}</b>"
        for x, label in zip(own, table.reports, strict=True)
    )
    share = escape(str(table.truths[1]))
    return (
        f"<p>The share of <b>{share}</b> is the mean of the scores of the reports: {listed}. "
        f"Say {total} people report as expected, {counts[0]} of them "
        f"<b>{escape(str(table.reports[0]))}</b>: ({parts}) / {total} = {estimate:.3f}.</p>"
    )
