"""Which exact table can be dealt with a deck of cards or with two dice?

Run: python examples/dice_and_cards.py
"""

# %% The optimum needs irrational probabilities; people have cards

import rropt as rr
from rropt.data.sampler import randomize

privacy, goal = rr.LocalDP(epsilon=1), rr.Variance("1/5")
ideal = rr.optimal(privacy, goal, outputs=2)
print(f"ideal n variance {float(ideal.bound):.6f}")

# %% Over 6, 36, 52 or 2^32 chances the privacy holds exactly; the loss is proved too
for total in (6, 36, 52, 2**32):
    design = rr.optimal(privacy, goal, outputs=2, denominator=total)
    p = design.channel[0, 0]
    loss = design.value / design.bound - 1
    print(f"{total:>10} chances: p00 = {p}, {100 * float(loss):.4f} % more variance")
    if not privacy.satisfied_by(design.channel):
        raise SystemExit("a deployed table broke its promise")

# %% Deal 52 cards to ten people, with randomness from the operating system
deck = rr.optimal(privacy, goal, outputs=2, denominator=52).channel
reports = randomize(deck, [0, 1, 1, 0, 0, 0, 1, 0, 0, 0])
print(f"ten reports were drawn: {len(reports) == 10}")
