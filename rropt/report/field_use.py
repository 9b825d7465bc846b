"""What an interviewer and a respondent need of a design: something to draw with, what a report
reveals at most, how many people to ask, and the estimate.

The instructions are for deployable tables, private exactly: chances over at most a hundred cards, a
spinner with the same chances, and over the 36 throws of two dice.

**From reports back to shares.** L is the left inverse of the table, `L P = I`, efficient at the
planned shares. The score of report i for truth j is L_ji: over the reports of a truth l its mean is
1 if l = j and 0 if not, so the mean score of all reports estimates the share of truth j without
bias, whatever the shares are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from html import escape

import numpy as np

from rropt.channel import Channel
from rropt.channel.instructions import spoken
from rropt.design.answer import Answer, found_once
from rropt.design.answer_facts import numbers_of
from rropt.exact import InputError, text
from rropt.report.compared_devices import proved_best
from rropt.report.facts import MOST_SEARCHED, Facts, deployable_over
from rropt.report.field_draws import (
    MOST_CARDS,
    SIDES,
    deck,
    spinner,
    told_of_cards,
    told_of_dice,
    two_dice,
)
from rropt.report.formulas import frac, math_element, mi, mn, mo, row, sub, under
from rropt.report.html_tables import header_cells, table_of
from rropt.report.text import above_per_cent, percent
from rropt.survey.identification import Rows, exact_left_inverse, identified
from rropt.utility.worst_case import WorstCase

NEARLY = 0.99
"""A device within one per cent of the optimum is named before the optimum."""

USEFUL = 0.1
"""A rounded table that wastes nine respondents of ten is no table to deploy."""

NAMES = {"k_ary": "k-ary response", "warner": "Warner's device"}


def field_section(design: Answer) -> str:
    """How a design is used in the field; nothing where neither cards nor dice can do it."""
    if design.problem.objective.numbers is not None:
        return _numbers(design) + _draws(design)
    return _draws(design) + _shares(design)


def _draws(design: Answer) -> str:
    """What to draw with, and what the respondent is told of it."""
    body = ""
    told = ""
    cards = field_table(design)
    dice = dice_table(design)
    if cards is not None:
        said = spoken(cards)
        body = deck(said, _loss(design, cards)) + spinner(said)
        told = told_of_cards(said)
    if dice is not None:
        said = spoken(dice)
        body += two_dice(said, _loss(design, dice))
        told = told or told_of_dice(said)
    table = cards or dice
    if table is None:
        return ""
    question = getattr(design, "question", None)
    return body + respondent_card(table, question, told) + _recorded(table)


def _recorded(table: Channel) -> str:
    """Under which labels the data have what was said."""
    said = spoken(table)
    if said.reports == table.reports:
        return ""
    pairs = zip(said.reports, table.reports, strict=True)
    codes = ", ".join(f"<b>{escape(word)}</b> as {code}" for word, code in pairs)
    return f"<p>The data have what was said by its number: {codes}.</p>"


def _shares(design: Answer) -> str:
    """The estimator of the shares, planned at the prior, for each table that is drawn from."""
    cards = field_table(design)
    dice = dice_table(design)
    if cards is None or dice is None or cards.rows == dice.rows:
        return _estimates(design, cards or dice)
    return _estimates(design, cards, "cards or a spinner") + _estimates(design, dice, "two dice")


def _estimates(design: Answer, table: Channel | None, drawn: str = "") -> str:
    if table is None:
        return ""
    truths = len(table.truths)
    # The shares that are planned for decide how efficient the scores are, never their mean.
    planned = design.certificate.prior or (Fraction(1, truths),) * truths
    try:
        return estimates(table, planned, drawn)
    except InputError:  # reports that tell next to nothing have no useful sample size
        return ""


def _numbers(design: Answer) -> str:
    """The estimator of a mean."""
    table = design.table
    few = table is not None and len(table.reports) <= MOST_SCORED
    return number_estimates(design.channel, numbers_of(design)) if few else ""


@found_once
def field_table(design: Answer) -> Channel | None:
    """The table itself if a hundred cards can give it, or one near it that they can."""
    return _table_over(design, lambda table: table.denominator <= MOST_CARDS, MOST_CARDS)


@found_once
def dice_table(design: Answer) -> Channel | None:
    """The table itself if the throws of two dice can give it, or one near it that they can."""
    throws = SIDES**2
    return _table_over(design, lambda table: throws % table.denominator == 0, throws)


def _table_over(design: Answer, fits: Callable[[Channel], bool], total: int) -> Channel | None:
    """With no more reports than the optimum: people learn its instructions by heart."""
    table = design.table
    problem = design.problem
    if table is None or len(table.truths) > MOST_SEARCHED or table.parity() == 1:
        return None
    if fits(table):
        return table
    if problem.levels is not None or isinstance(problem.objective, WorstCase):
        return None
    found = deployable_over(design, total, table.shape[0])
    if found is None or (_kept(design, found.table) or 0) < USEFUL:
        return None
    return named_like(table, found.table)


def named_like(table: Channel, found: Channel) -> Channel:
    """The reports in the order and under the names of those that they are nearest to.

    Reports that the table does not have come last, under their numbers.

    >>> table = Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]], reports=["no", "yes"])
    >>> found = Channel.from_rows([["1/3", "2/3"], ["2/3", "1/3"]])
    >>> named_like(table, found).to_json()["channel"][0]
    ['2/3', '1/3']
    """
    from scipy.optimize import linear_sum_assignment

    # Reports are matched so that the chances moved between them are least in all.
    apart = np.abs(table.to_numpy()[:, None] - found.to_numpy()[None]).sum(axis=2)
    names = dict(zip(*map(list, linear_sum_assignment(apart)[::-1]), strict=True))
    more = iter(range(table.shape[0], found.shape[0]))
    places = [names[i] if i in names else next(more) for i in range(found.shape[0])]
    order = sorted(range(found.shape[0]), key=places.__getitem__)
    reports = [*table.reports, *map(str, range(table.shape[0], found.shape[0]))]
    return Channel.from_rows(
        [found.rows[i] for i in order],
        reports=[reports[places[i]] for i in order],
        truths=table.truths,
    )


def _kept(design: Answer, table: Channel) -> float | None:
    objective = design.problem.objective
    return objective.efficiency(float(objective.worth(table)), proved_best(design))


def _loss(design: Answer, table: Channel) -> str:
    """What a table that is not the one above costs."""
    if table is design.table:
        return ""
    kept = percent(_kept(design, table))
    return (
        "<p>This is the table above with its chances rounded: as private, decided exactly, and "
        f"{kept} efficient.</p>"
    )


def advice(facts: Facts) -> str:
    """A classical device that is optimal, or within one per cent of it, said plainly."""
    best = max(facts.rivals, key=lambda line: line.efficiency or 0, default=None)
    if best is None or best.efficiency is None or best.efficiency < NEARLY:
        return ""
    names = best.label.split(", ")
    known = [NAMES[name] for name in NAMES if name in names]
    name = known[0] if known else names[0].replace("_", " ")
    lost = 1 - best.efficiency
    how = "is optimal here" if lost < 1e-9 else f"is within {100 * lost:.1g} % of the optimum"
    return f'<p class="advice">Use {escape(name)}: it {how}.</p>'


def respondent_card(table: Channel, question: str | None, told: str) -> str:
    """For the respondent, to be printed: the question, what to do, what anybody can learn."""
    asked = f"<p><b>{escape(question)}</b></p>" if question else ""
    said = "".join(f"<p>{escape(line, quote=False)}</p>" for line in _promises(table))
    return f'<h3>A card for the respondent</h3><div class="card">{asked}{told}{said}</div>'


def _promises(table: Channel) -> Iterator[str]:
    """In words, from the exact table: posteriors of truths that were equally likely before."""
    yield "Nobody but you sees what you draw."
    telling = [row for row in table.rows if 0 in row]
    if telling:
        # Under each truth the chances of such reports add up; the promise is for the worst truth.
        chance = max(sum(column) for column in zip(*telling, strict=True))
        yield (
            "Some reports rule an answer out; whatever your answer is, such a report comes with a "
            f"chance of at most {above_per_cent(chance)} %."
        )
    others = [row for row in table.rows if 0 not in row]
    if others:
        # From equal chances the odds afterwards are the ratio of the likelihoods.
        odds = max(max(row) / min(row) for row in others)
        which = "With any other report" if telling else "Whatever you report"
        few = len(table.truths) == 2
        alike = " and ".join(table.truths) if few else "two answers"
        yield (
            f"{which}, anyone who first thought {alike} equally likely can be at most "
            f"{above_per_cent(odds / (1 + odds))} % sure{'' if few else ' of one of them'} "
            "afterwards."
        )


MARGINS = ("0.01", "0.02", "0.03", "0.05")
EXAMPLE = 1000
MOST_SCORED = 12
"""Reports of a worked example that a reader follows."""

HAT = "<mover><mi>p</mi><mo>^</mo></mover>"


def estimates(table: Channel, planned: tuple[Fraction, ...], drawn: str = "") -> str:
    """What it is drawn with stands in the headings; nothing for a table that does not identify the
    shares."""
    if not all(planned) or identified(table).rank < len(table.truths):
        return ""
    with_what = f": {drawn}" if drawn else ""
    return sample_sizes(table, planned, with_what) + estimator(table, planned, with_what)


def sample_sizes(table: Channel, planned: tuple[Fraction, ...], with_what: str = "") -> str:
    """How many reports for a margin of 1, 2, 3 and 5 points, at 95 %."""
    from rropt.survey.planning import Categories, Proportion, plan

    if len(planned) == 2:
        needed = [plan(Proportion(planned[1]), channel=table, margin=m).n for m in MARGINS]
        what = f"the prevalence {text(planned[1])}"
    else:
        # Several shares are looked at together, so that their margins hold at once.
        asked = Categories(planned)
        needed = [
            plan(asked, channel=table, margin=m, method="normal", simultaneous=True).n
            for m in MARGINS
        ]
        what = f"all shares at once, planned at {', '.join(map(text, planned))}"
    heads = [f'<th scope="col">&#177;{100 * float(m):g} %</th>' for m in MARGINS]
    cells = [f"<td>{n:,}</td>" for n in needed]
    listed = table_of(
        f'<th scope="col">margin</th>{"".join(heads)}',
        f'<tr><th scope="row">people</th>{"".join(cells)}</tr>',
    )
    return (
        f"<h3>How many people to ask{with_what}</h3>"
        f"<p>For a margin of error at 95 % and {what}:</p>{listed}"
    )


def estimator(table: Channel, planned: tuple[Fraction, ...], with_what: str = "") -> str:
    """The formula, the scores, and what a thousand expected reports give."""
    scores = exact_left_inverse(table, planned)
    if scores is None or len(table.reports) > MOST_SCORED:
        return ""
    counts = _expected(table, planned)
    last = len(planned) - 1
    worked = math_element(_worked(scores[last], counts), block=True)
    others = ""
    if last > 1:
        told = [
            f"{_estimate(scores[j], counts):.3f} for <b>{escape(table.truths[j])}</b>"
            for j in range(last)
        ]
        others = f"<p>In the same way: {', '.join(told)}.</p>"
    return (
        f"<h3>From reports to shares{with_what}</h3>"
        "<p>With n<sub>i</sub> reports i of n in all, the share of truth j is estimated by the "
        "mean of the scores of the reports, without bias whatever the shares are:</p>"
        f"{math_element(_formula(), block=True)}{_scored(table, scores, counts)}"
        f"<p>Say {sum(counts)} people report as in the last column. The share of "
        f"<b>{escape(table.truths[last])}</b> is then {_estimate(scores[last], counts):.3f}:</p>"
        f"{worked}{others}"
    )


def _formula() -> str:
    """p_j = (1/n) sum_i n_i s_ij."""
    i = mi("i")
    j = mi("j")
    total = row(under("∑", i), sub(mi("n"), i), sub(mi("s"), row(i, j)))
    return row(sub(HAT, j), mo("="), frac(mn(1), mi("n")), total)


def _expected(table: Channel, planned: tuple[Fraction, ...]) -> list[int]:
    return [round(EXAMPLE * share) for share in table.report_distribution(planned)]


def _scored(table: Channel, scores: Rows, counts: Sequence[int]) -> str:
    """A row a report: its score for every truth, and how often it is expected."""
    heads = ["report", *(f"score for {name}" for name in table.truths), "people"]
    lines = []
    for i, (label, count) in enumerate(zip(table.reports, counts, strict=True)):
        cells = [*(f"{_short(row_of[i]):g}" for row_of in scores), str(count)]
        body = "".join(f"<td>{cell}</td>" for cell in cells)
        lines.append(f'<tr><th scope="row">{escape(str(label))}</th>{body}</tr>')
    return table_of(header_cells(heads), "".join(lines))


def _short(score: Fraction) -> float:
    return round(float(score), 4)


def _estimate(scores: Sequence[Fraction], counts: Sequence[int]) -> float:
    """From the scores as they are shown."""
    pairs = zip(counts, scores, strict=True)
    return sum(n * _short(score) for n, score in pairs) / sum(counts)


def _worked(scores: Sequence[Fraction], counts: Sequence[int]) -> str:
    """The formula with its numbers."""
    terms: list[str] = []
    for n, score in zip(counts, scores, strict=True):
        sign = "-" if score < 0 else "+"
        terms += [mo(sign)] if terms or score < 0 else []
        terms += [mn(n), mo("×"), mn(f"{abs(_short(score)):g}")]
    value = f"{_estimate(scores, counts):.3f}"
    return row(HAT, mo("="), frac(row(*terms), mn(sum(counts))), mo("="), mn(value))


def number_estimates(table: Channel, numbers: Sequence[Fraction]) -> str:
    """The mean of numbers: what each report counts for."""
    parts = [
        f"{_short(x):g} for <b>{escape(str(label))}</b>"
        for label, x in zip(table.reports, numbers, strict=True)
    ]
    i = mi("i")
    total = row(under("∑", i), sub(mi("n"), i), sub(mi("x"), i))
    mean = row(f"<mover>{mi('x')}<mo>¯</mo></mover>", mo("="), frac(mn(1), mi("n")), total)
    return (
        "<h3>From reports to the mean</h3><p>With n<sub>i</sub> reports i of n in all, the mean is "
        f"estimated without bias by</p>{math_element(mean, block=True)}"
        f"<p>with the numbers {', '.join(parts)}.</p>"
    )
