"""Random designs at awkward levels and priors: nothing is promised that is not kept.

Design number i is made from the seed i alone: a failure is repeated by its number. For each design
the table is private by integer arithmetic written here, the certificate is verified, the value is
recomputed from the table where it is rational, and value and bound are in their order. What cannot
be designed is answered with InputError, and only where the door says so.
"""

from __future__ import annotations

import math
from fractions import Fraction
from random import Random

import pytest

from rropt.certified import optimal
from rropt.checker import check
from rropt.exact import InputError
from rropt.privacy import LocalDP
from rropt.utility import (
    Custom,
    FDivergence,
    Gain,
    Guess,
    MutualInformation,
    Trace,
    Variance,
    Warner,
)
from rropt.utility.at_prior import AOptimal, COptimal, DOptimal, EOptimal
from rropt.utility.curved import Average, Minimax, VarianceOverInterval
from rropt.utility.information import DIVERGENCES

TINY = ["1e-12", "1e-9", "1e-6", "1/1000", "1/7", "1/2"]
DELTAS = ["1e-12", "1e-9", "1e-6", "1/100", "1/10", "1/3", "1/2", "0.99", "0.999999"]
DELTAS += ["0.999999999999", "1"]
DENOMINATORS = [None] * 5 + ["2^32"] * 3 + ["2^64", 2**16, 100, 36, 10, 3, 1]
SEARCHED = (100, 36, 10)
"""Denominators over which the best table is searched; here for two truths, as it takes long."""
REFUSALS = (
    "denominator must be larger",
    "denominator must be even for a fair card",
    "outputs must be any or at least",
    "could not be certified",
    "prior must lie strictly between 0 and 1",
    "gamma must be above 1 where delta is 0",
    "is infinite",
    "denominator needs a table small enough",
    "delta must be 0 for",
)
"""The beginnings or parts of the only refusals that a well-formed random problem may meet."""


def private(table, gamma, delta):
    """sum_i [p_ia - gamma p_ib]_+ <= delta for all ordered pairs of columns."""
    columns = list(zip(*table.rows, strict=True))
    return all(
        sum(max(Fraction(0), x - gamma * y) for x, y in zip(a, b, strict=True)) <= delta
        for a in columns
        for b in columns
    )


def columns_sum_to_one(table):
    return all(sum(column) == 1 for column in zip(*table.rows, strict=True))


def below_exponential(gamma, epsilon):
    """gamma <= e^epsilon, by a partial sum of (e^(epsilon / 2^s))^(2^s), which is below it."""
    halvings = max(0, math.ceil(math.log2(float(epsilon)) if epsilon > 1 else 0)) + 1
    step, term, total = epsilon / 2**halvings, Fraction(1), Fraction(1)
    for n in range(1, 60):
        term = term * step / n
        total += term
    bits = 400
    total = Fraction(math.floor(total * 2**bits), 2**bits)
    for _ in range(halvings):
        total = Fraction(math.floor(total**2 * 2**bits), 2**bits)
    return gamma <= total


def random_level(rng):
    """Gamma from 1 + 1e-9 to 1e9, epsilon as a decimal, a fraction or a logarithm."""
    choice = rng.randrange(6)
    if choice == 0:
        return ("gamma", 1 + Fraction(10) ** rng.randint(-9, 9))
    if choice == 1:
        return ("gamma", Fraction(1 + int(10 ** rng.uniform(0, 9)), 1) / rng.choice([1, 1, 7]) + 1)
    if choice == 2:
        return ("gamma", 1 + Fraction(rng.randint(1, 10**6), 10 ** rng.randint(6, 9)))
    if choice == 3:
        return ("epsilon", f"ln({rng.randint(2, 40)}/{rng.choice([1, 1, 2])})")
    if choice == 4:
        return ("epsilon", f"{10 ** rng.uniform(-9, 1.3):.{rng.randint(9, 12)}f}")
    return ("epsilon", str(Fraction(rng.randint(1, 60), rng.randint(1, 12))))


def random_privacy(rng, pure=False):
    name, level = random_level(rng)
    delta = "0" if rng.random() < 0.5 else rng.choice(DELTAS)
    delta = "0" if pure else delta
    if name == "gamma":
        return LocalDP.from_gamma(level, delta)
    return LocalDP(level, delta)


def random_prior(rng, k, positive=False):
    """Entries of very different size, sometimes equal, sometimes zero."""
    choice = rng.randrange(5)
    if choice == 0:
        masses = [Fraction(1)] * k
    elif choice == 1:
        masses = [Fraction(rng.choice(TINY)) for _ in range(k)]
        masses[rng.randrange(k)] = Fraction(1)
    elif choice == 2:
        masses = [Fraction(rng.randint(0, 5)) for _ in range(k)]
    else:
        masses = [Fraction(rng.randint(1, 10**6)) for _ in range(k)]
    masses = [m or Fraction(1, 10) for m in masses] if positive else masses
    masses = masses if any(masses) else [Fraction(1)] * k
    return [m / sum(masses) for m in masses]


def random_prevalence(rng):
    p = Fraction(rng.choice(TINY)) if rng.random() < 0.5 else Fraction(rng.randint(1, 99), 100)
    return p if rng.random() < 0.5 else 1 - p


def random_gain(rng, k):
    actions = rng.randint(1, 5)
    return [
        [Fraction(rng.randint(-9, 9), rng.choice([1, 1, 3, 10**6])) for _ in range(k)]
        for _ in range(actions)
    ]


def random_linear(rng):
    k = rng.randint(2, 4)
    return rng.choice(
        [
            lambda: Variance(random_prevalence(rng)),
            lambda: Warner(random_prevalence(rng)),
            lambda: Trace(rng.randint(2, 7)),
            lambda: Guess(random_prior(rng, k)),
            lambda: Gain(random_gain(rng, k), random_prior(rng, k)),
            lambda: MutualInformation(random_prior(rng, k)),
            lambda: FDivergence(rng.choice(list(DIVERGENCES)), rng.sample(range(k), 2), k),
            lambda: Custom(rng.choice([spread, second_gap]), k),
        ]
    )()


def random_wide(rng):
    """Five to eight truths, with ties: other ways of solving than for few."""
    k = rng.randint(5, 8)
    masses = [Fraction(rng.choice([0, 1, 1, 2, 3, rng.randint(1, 20)])) for _ in range(k - 1)] + [1]
    tied = [mass / sum(masses) for mass in masses]
    return rng.choice(
        [
            lambda: MutualInformation(tied),
            lambda: MutualInformation(random_prior(rng, k)),
            lambda: Gain(random_gain(rng, k), rng.choice([tied, random_prior(rng, k)])),
            lambda: Guess(tied),
        ]
    )()


def random_curved(rng):
    k = rng.choice([2, 2, 3, 3, 4])
    prior = random_prior(rng, k, positive=True)
    contrast = [Fraction(rng.randint(-3, 3)) for _ in range(k - 1)] + [Fraction(7, 2)]
    priors = [random_prior(rng, k, positive=True) for _ in range(rng.randint(1, 3))]
    low, high = sorted([random_prevalence(rng), random_prevalence(rng)])
    return rng.choice(
        [
            lambda: AOptimal(prior),
            lambda: DOptimal(prior),
            lambda: EOptimal(prior),
            lambda: COptimal(prior, contrast),
            lambda: Average([(Fraction(1, len(priors)), p) for p in priors]),
            lambda: Minimax(priors, rng.choice([None, contrast])),
            lambda: VarianceOverInterval(low, high),
        ]
    )()


def spread(r):
    return max(r) - min(r)


def second_gap(r):
    return max(r[0] - 3 * r[1], r[1], Fraction(1, 2) * r[-1])


def recomputed(objective, rows):
    """The value of a table where it is rational and simply said; None elsewhere."""
    if isinstance(objective, Trace):
        return sum(max(row) for row in rows)
    if isinstance(objective, Guess):
        return sum(max(q * x for q, x in zip(objective.prior, r, strict=True)) for r in rows)
    if isinstance(objective, Variance):
        p = objective.prior
        terms = ((b - a) ** 2 / ((1 - p) * a + p * b) for a, b in rows if a != b)
        return 1 / sum(terms, Fraction(0))
    return None


def ends_of(value):
    return value.lo, value.hi


def is_a_variance(objective):
    return isinstance(objective, Variance) or hasattr(objective, "scenarios")


def try_design(seed, objectives):
    """The problem of a seed and its design, or None where the door refuses it."""
    rng = Random(seed)
    objective = objectives(rng)
    privacy, total = random_privacy(rng, pure=objectives is random_wide), rng.choice(DENOMINATORS)
    outputs = 2 if isinstance(objective, Variance) and rng.random() < 0.5 else None
    total = "2^32" if total in SEARCHED and objective.truths > 2 else total
    total = None if isinstance(objective, VarianceOverInterval) else total
    try:
        design = optimal(privacy, objective, outputs, total, crosscheck=False)
    except InputError as error:
        assert any(part in str(error) for part in REFUSALS), (seed, str(error))
        return None
    return privacy, objective, total, design


def judge(privacy, objective, total, design):
    """Every promise of a design, one after the other."""
    table, gamma = design.channel, privacy.gamma
    assert columns_sum_to_one(table)
    assert private(table, gamma.lo, privacy.delta)
    if gamma.epsilon:
        assert below_exponential(gamma.lo, gamma.epsilon)
    if total is not None:
        top = 2 ** int(total[2:]) if isinstance(total, str) else total
        assert all((x * top).denominator == 1 for row in table.rows for x in row)
    found = check(design.certificate.to_json())
    assert found.verdict == "verified", found
    if design.value == math.inf:
        return
    (low, high), (least, most) = ends_of(design.value), ends_of(design.bound)
    if is_a_variance(objective):
        assert most <= high
    else:
        assert low <= most and least <= most
    own = recomputed(objective, table.rows)
    assert own is None or low <= own <= high


@pytest.mark.everything
@pytest.mark.parametrize("block", range(8))
def test_linear_designs(block):
    for seed in range(block * 40, (block + 1) * 40):
        one(seed, random_linear)


@pytest.mark.everything
@pytest.mark.parametrize("block", range(4))
def test_linear_designs_on_more_truths(block):
    for seed in range(block * 10, (block + 1) * 10):
        one(seed, random_wide)


@pytest.mark.everything
@pytest.mark.parametrize("block", range(4))
def test_curved_designs(block):
    for seed in range(block * 10, (block + 1) * 10):
        one(seed, random_curved)


@pytest.mark.long
@pytest.mark.parametrize("block", range(100))
def test_a_hundred_thousand_designs(block):
    for seed in range(1000 + block * 1000, 2000 + block * 1000):
        any_design(seed)


def any_design(seed):
    """Of ten designs eight are linear on few truths, one is linear on more, one is curved."""
    one(seed, {0: random_curved, 5: random_wide}.get(seed % 10, random_linear))


def one(seed, objectives):
    made = try_design(seed, objectives)
    if made is not None:
        judge(*made)


def test_a_table_that_leaks_is_seen():
    """The judge's own arithmetic has teeth: one unit moved in a tight table is refused."""
    design = optimal(LocalDP.from_gamma(3), Trace(2), denominator=8, crosscheck=False)
    rows = sorted(list(row) for row in design.channel.rows)
    assert private(design.channel, 3, 0)
    rows[0][0] -= Fraction(1, 8)
    rows[1][0] += Fraction(1, 8)
    assert not private(type(design.channel).from_rows(rows), 3, 0)
    assert below_exponential(Fraction(27182818284, 10**10), Fraction(1))
    assert not below_exponential(Fraction(27182818285, 10**10), Fraction(1))


@pytest.mark.parametrize("prior", [["1", "0"], ["0", "0", "1"], ["0", "1", "0", "0"]])
@pytest.mark.parametrize("delta", [0, "1/10"])
def test_nothing_is_learnt_where_one_truth_is_certain(prior, delta):
    """u(r) = g log g - g log g on every pattern: the checker must see that this is zero."""
    objective = MutualInformation(prior)
    for total in (None, "2^64"):
        made = LocalDP.from_gamma("1001/1000", delta), objective, total
        design = optimal(*made[:2], denominator=total, crosscheck=False)
        assert ends_of(design.value)[1] == 0 <= ends_of(design.bound)[0]
        judge(*made, design)
