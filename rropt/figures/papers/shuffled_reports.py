"""What the histogram of randomized answers reveals, against how many people answer.

Warner's answers at a local epsilon, the others as bad as they can be: both ends of the central
epsilon at a delta. Beside it the standard error of the estimated share at 1/2 and what a trusted
curator would have at the same epsilon who adds noise to the count of n people after they were
drawn: a whole number z with a chance proportional to a^|z|, a = e^-epsilon, of variance
2 a / (1 - a)^2 (Ghosh, Roughgarden and Sundararajan, Universally utility-maximizing privacy
mechanisms, STOC 2009), or Laplace noise of variance 2 / epsilon^2. The curator promises delta = 0,
so he promises more. The efficiency is his variance, with geometric noise, over that of the answers.
"""

from __future__ import annotations

import math
from typing import Any

from rropt.channel import Channel
from rropt.exact import exact, gamma_from_epsilon
from rropt.figures.figure import Data, Figure
from rropt.figures.style import canvas, labelled, line
from rropt.measures.shuffled import shuffled

LOCAL = "1"
DELTA = "1e-6"
PEOPLE = (100, 1_000, 10_000, 100_000)


def revealed(epsilon: Any = LOCAL, delta: Any = DELTA) -> Data:
    """A row for each number of people."""
    gamma = gamma_from_epsilon(epsilon).lo
    truth = gamma / (gamma + 1)
    other = 1 / (gamma + 1)
    table = Channel.from_rows([[truth, other], [other, truth]])
    rows = [_row(table, float(truth), people, delta) for people in PEOPLE]
    return {"local_epsilon": str(epsilon), "delta": str(exact(delta, "delta")), "rows": rows}


def _row(table: Channel, truth: float, people: int, delta: Any) -> dict[str, Any]:
    epsilon = shuffled(table, people, delta).epsilon
    # Of n people who are drawn at a share of 1/2; what Warner's device adds comes to it.
    drawn = 1 / (4 * people)
    answered = truth * (1 - truth) / (2 * truth - 1) ** 2 / people
    kept = math.exp(-float(epsilon.hi))
    curated = 2 * kept / (1 - kept) ** 2 / people**2
    laplace = 2 / (float(epsilon.hi) * people) ** 2
    return {
        "people": people,
        "epsilon_low": float(epsilon.lo),
        "epsilon_high": float(epsilon.hi),
        "stderr": math.sqrt(drawn + answered),
        "stderr_of_geometric": math.sqrt(drawn + curated),
        "stderr_of_laplace": math.sqrt(drawn + laplace),
        "efficiency": (drawn + curated) / (drawn + answered),
    }


def draw_revealed(data: Data) -> Any:
    figure, (left, right) = canvas(9.6, 4.2, columns=2)
    rows = data["rows"]
    people = [row["people"] for row in rows]
    left.loglog(people, [row["epsilon_high"] for row in rows], label="at most", **line(0))
    left.loglog(people, [row["epsilon_low"] for row in rows], label="at least", **line(1))
    right.loglog(people, [row["stderr"] for row in rows], label="shuffled answers", **line(0))
    central = [row["stderr_of_geometric"] for row in rows]
    right.loglog(people, central, label="central geometric noise", **line(1))
    title = f"Answers of local epsilon {data['local_epsilon']}, δ = {float(_delta(data)):g}"
    labelled(left, "people", "central ε of the histogram", title)
    labelled(right, "people", "standard error of a share", "the same central ε, with a curator")
    for axes in (left, right):
        axes.legend(frameon=False, fontsize=8)
    return figure


def _delta(data: Data) -> Any:
    return exact(data["delta"], "delta")


FIGURES = (
    Figure("shuffled", "What a histogram of randomized answers reveals", revealed, draw_revealed),
)
