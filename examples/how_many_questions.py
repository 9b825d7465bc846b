"""How many yes/no questions can one respondent be asked before a joint table is worthless?

Run: python examples/how_many_questions.py
"""

# %% Each bit passes its own card; the marginal of k bits is recovered from all reports
import numpy as np

import rropt as rr
from rropt.survey.bits import (
    affordable_bits,
    effective_sample_size,
    estimate_marginal,
    iterated_loss,
    report_marginal,
)

bit = rr.optimal(rr.LocalDP("ln(9)"), rr.Variance("1/4"), outputs=2).channel
people = 100_000

# %% The loss grows exponentially with the number of questions
for k in range(1, 7):
    loss = float(iterated_loss(bit, k))
    print(
        f"{k} bits: {loss:8.1f} times the respondents, worth {people / loss:9,.0f} direct answers"
    )
print(f"a distance of 0.01 is affordable for {affordable_bits(bit, people, '0.01')} bits")

# %% Recover a table of three bits
truth = np.array([0.30, 0.05, 0.10, 0.05, 0.20, 0.05, 0.15, 0.10])
cards = [bit] * 3
counts = np.random.default_rng(3).multinomial(people, report_marginal(cards, truth))
estimate = estimate_marginal(cards, counts)
worth = effective_sample_size(cards, truth, people)
print(f"largest error {np.abs(estimate - truth).max():.4f}; worth {worth:,.0f} direct answers")
