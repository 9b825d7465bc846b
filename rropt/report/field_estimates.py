"""From reports back to shares: how many people to ask, the estimator, and a worked example.

L is the left inverse of the table, `L P = I`, efficient at the planned shares. The score of report
i for truth j is L_ji: over the reports of a truth l its mean is 1 if l = j and 0 if not, so the
mean score of all reports estimates the share of truth j without bias, whatever the shares are.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from html import escape

from rropt.channel import Channel
from rropt.estimating.identification import Rows, exact_left_inverse, identified
from rropt.exact import text
from rropt.report.html_tables import table_of
from rropt.report.mathml import frac, math_element, mi, mn, mo, row, sub, under

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
    from rropt.planning import Categories, Proportion, plan

    if len(planned) == 2:
        needed = [plan(Proportion(planned[1]), channel=table, margin=m).n for m in MARGINS]
        what = f"the prevalence {text(planned[1])}"
    else:
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
    i, j = mi("i"), mi("j")
    total = row(under("∑", i), sub(mi("n"), i), sub(mi("s"), row(i, j)))
    return row(sub(HAT, j), mo("="), frac(mn(1), mi("n")), total)


def _expected(table: Channel, planned: tuple[Fraction, ...]) -> list[int]:
    return [round(EXAMPLE * share) for share in table.report_distribution(planned)]


def _scored(table: Channel, scores: Rows, counts: Sequence[int]) -> str:
    """A row a report: its score for every truth, and how often it is expected."""
    heads = ["report", *(f"score for {name}" for name in table.truths), "people"]
    top = "".join(f'<th scope="col">{escape(head)}</th>' for head in heads)
    lines = []
    for i, (label, count) in enumerate(zip(table.reports, counts, strict=True)):
        cells = [*(f"{_short(row_of[i]):g}" for row_of in scores), str(count)]
        body = "".join(f"<td>{cell}</td>" for cell in cells)
        lines.append(f'<tr><th scope="row">{escape(str(label))}</th>{body}</tr>')
    return table_of(top, "".join(lines))


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
