"""Does an unrelated question with two samples work as Greenberg and others (1969) say?

In sample i the sensitive question A is asked with probability p_i, else a harmless one Y. They
print pi_A = (l_1 (1 - p_2) - l_2 (1 - p_1)) / (p_1 - p_2) from the shares l_i of yes, and its
variance, (l_1 (1 - l_1) (1 - p_2)^2 / n_1 + l_2 (1 - l_2) (1 - p_1)^2 / n_2) / (p_1 - p_2)^2.
The counts here are made up: 312 of 800 and 236 of 400 say yes.

Run: python examples/published/greenberg.py
"""

from __future__ import annotations

import rropt as rr
from rropt.survey import likelihood_estimate, pooled_design

# %% The two samples, and the printed formulas
(p1, yes1, n1), (p2, yes2, n2) = (0.7, 312, 800), (0.2, 236, 400)
l1, l2 = yes1 / n1, yes2 / n2
share = (l1 * (1 - p2) - l2 * (1 - p1)) / (p1 - p2)
parts = l1 * (1 - l1) * (1 - p2) ** 2 / n1 + l2 * (1 - l2) * (1 - p1) ** 2 / n2
print(f"the formulas:       {share:.6f} +- {parts**0.5 / (p1 - p2):.6f}")

# %% The tables: a truth is the answer to both questions, yes is said to the one that is asked
TRUTHS = [f"{a} and {y}" for a in ("not A", "A") for y in ("not Y", "Y")]


def table(p: float) -> rr.Channel:
    """Rows no and yes; the columns are the truths in order."""
    said = [str(round(p * a + (1 - p) * y, 9)) for a in (0, 1) for y in (0, 1)]
    unsaid = [str(round(1 - float(entry), 9)) for entry in said]
    return rr.Channel.from_rows([unsaid, said], ["no", "yes"], TRUTHS)


# %% What the likelihood of both samples says: of the pairs only their sums are known
pooled = pooled_design([table(p1), table(p2)], [[n1 - yes1, yes1], [n2 - yes2, yes2]])
found = likelihood_estimate(*pooled)
sensitive = found.contrast([0, 0, 1, 1])
low, high = sensitive.interval()
print(f"maximum likelihood: {sensitive.value:.6f} +- {sensitive.stderr:.6f}")
print(f"interval: {low:.4f} to {high:.4f}")
print(found.identified.statement())
