"""Any change of a valid certificate is refused unless the changed statement is still true.

Truth is decided here without the checker and without prices: bounds by a direct linear program or a
closed form, tables straight from the definition of privacy, identities by evaluation at points.
"""

from __future__ import annotations

import copy
import math
from fractions import Fraction
from itertools import chain, permutations, product
from random import Random

import numpy as np
import pytest
from scipy.optimize import linprog

from rropt.checker import check
from tests.checker import test_kind_shuffled
from tests.checker.test_kind_polynomial import CIRCLE, HANDELMAN
from tests.gradients import (
    dominating,
    eigenvalue,
    interval,
    is_private,
    least,
    proportion,
    pseudo_determinant,
    response,
    unit,
    variances,
    volume,
)

F = Fraction
HEAD = {"format": "rropt-certificate/2"}
BY_ENUMERATION = {**HEAD, "cover": {"proof": "extremes"}}
MUTATIONS = 500  # of each sample
SLACK = 1e-7  # of the oracle, whose linear programs are in doubles


def ends(value):
    return [F(v) for v in (value if isinstance(value, list) else [value] * 2)]


def level(record):
    """gamma_lo, gamma_hi, delta; the enclosure of e^epsilon is compared with math.exp."""
    low, high = ends(record["gamma"])
    if "epsilon" in record:
        e = math.exp(F(record["epsilon"]))
        assert low <= F(e) * (1 + F(1, 10**12)) and high >= F(e) * (1 - F(1, 10**12))
    else:
        assert low == high
    delta = F(record["delta"])
    assert 1 <= low <= high and 0 <= delta <= 1
    return low, high, delta


def best_guess(gains, gamma, delta):
    """max sum_i sum_j gains_ij P_ij over private P, report i for action i, as a linear program."""
    m, k = len(gains), len(gains[0])
    pairs = list(permutations(range(k), 2))
    size = m * k + (m * len(pairs) if delta else 0)
    cost = np.zeros(size)
    cost[: m * k] = [-float(x) for row in gains for x in row]
    equal = np.zeros((k, size))
    for i, j in product(range(m), range(k)):
        equal[j, i * k + j] = 1
    upper, right = [], []
    for p, (a, b) in enumerate(pairs):
        for i in range(m):
            row = np.zeros(size)
            row[i * k + a], row[i * k + b] = 1, -float(gamma)
            if delta:
                row[m * k + p * m + i] = -1
            upper.append(row)
            right.append(0)
        if delta:
            row = np.zeros(size)
            row[m * k + p * m : m * k + (p + 1) * m] = 1
            upper.append(row)
            right.append(float(delta))
    solved = linprog(cost, A_ub=np.array(upper), b_ub=right, A_eq=equal, b_eq=np.ones(k))
    return -solved.fun


def sizes_of(truths):
    return [int(n) for n in truths] if isinstance(truths, list) else [1] * truths


def spread_out(entries, sizes):
    """One entry a class, the same for all its truths."""
    return [F(x) for x, n in zip(entries, sizes, strict=True) for _ in range(n)]


def gains_of(utility, sizes):
    name, k = utility["name"], sum(sizes)
    if name == "trace":
        return [[F(i == j) for j in range(k)] for i in range(k)]
    prior = spread_out(utility["prior"], sizes)
    assert sum(prior) == 1 and min(prior) >= 0
    if name == "probability-of-a-right-guess":
        return [[prior[j] * (i == j) for j in range(k)] for i in range(k)]
    assert name == "gain" and k == len(sizes)
    rows = utility["gain"]
    return [[q * F(g) for q, g in zip(prior, row, strict=True)] for row in rows]


def rearranged(pattern, sizes):
    """All rows that a pattern stands for: its runs written out, permuted inside their class."""
    runs = [e if isinstance(e, list) else [[e, n]] for e, n in zip(pattern, sizes, strict=True)]
    written = [[F(v) for v, n in one for _ in range(n)] for one in runs]
    assert [len(one) for one in written] == sizes
    return [[*chain(*rows)] for rows in product(*map(permutations, written))]


def rows_of(data, sizes):
    rows = []
    for weight, pattern in zip(data["weights"], data["patterns"], strict=True):
        members = rearranged(pattern, sizes)
        rows += [[x * F(weight) / len(members) for x in r] for r in members]
    return rows


def prices_are_true(data):
    low, high, delta = level(data["privacy"])
    sizes = sizes_of(data["truths"])
    rows, gains = rows_of(data, sizes), gains_of(data["utility"], sizes)
    assert is_private(rows, low, delta)
    worth = sum(max(sum(g * x for g, x in zip(a, r, strict=True)) for a in gains) for r in rows)
    first, last = ends(data["value"])
    assert first <= worth <= last
    assert float(F(data["bound"])) >= best_guess(gains, high, delta) - SLACK
    assert F(data["gap"]) == F(data["bound"]) - first


def summed(objective, values, weights):
    """What the objective makes of one number at each prior."""
    assert all(w >= 0 for w in weights) and sum(weights) == 1
    over = objective.get("over", "")
    assert len(values) == 1 or over
    if over == "minimax":
        return max(values)
    return sum((w * x for w, x in zip(weights, values, strict=True) if w), F(0))


def true_value(rows, objective, priors, offsets, weights):
    """The objective of a table with the best estimators."""
    name = objective["name"]
    if name == "d-optimal":
        return pseudo_determinant(rows, *priors)
    if name == "e-optimal":  # of two truths the covariance is v [[1, -1], [-1, 1]]
        return 2 * least(rows, *priors, [F(0), F(1)])[0]
    contrasts = unit(2)
    if name != "a-optimal":
        contrasts = [[F(x) for x in c] for c in objective["contrasts"]]
        assert len(contrasts) == 1 and (name != "variance" or contrasts == [[0, 1]])
    if "interval" in objective:
        low, high = map(F, objective["interval"])
        assert 0 <= low <= high <= 1 and all(low <= q <= high for _, q in priors)
        points = [low + (high - low) * F(i, 20) for i in range(21)] + [q for _, q in priors]
        return max(least(rows, [1 - q, q], contrasts[0])[0] for q in points)
    own = [sum(least(rows, q, c)[0] for c in contrasts) for q in priors]
    return summed(objective, [x - o for x, o in zip(own, offsets, strict=True)], weights)


def gradients_are_true(data):
    """On two truths all private tables are garblings of one: it has the least of everything."""
    low, high, delta = level(data["privacy"])
    rows = rows_of(data, [1, 1])
    assert is_private(rows, low, delta)
    objective, places = data["objective"], data["scenarios"]
    priors = [[F(q) for q in at["prior"]] for at in places]
    assert all(len(q) == 2 and sum(q) == 1 and min(q) >= 0 for q in priors)
    offsets, weights = [F(at["offset"]) for at in places], [F(at["weight"]) for at in places]
    assert not any(offsets) or "over" in objective
    stated = (objective, priors, offsets, weights)
    assert true_value(rows, *stated) <= F(data["value"])
    assert true_value(dominating(high, delta), *stated) >= F(data["bound"])
    assert F(data["gap"]) == F(data["value"]) - F(data["bound"])


def cards_are_true(data):
    low, high, delta = level(data["privacy"])
    q = F(data["prior"])
    assert 0 <= q <= 1
    rows = [[F(x) for x in row] for row in data["table"]]
    assert is_private(rows, low, delta)
    assert F(data["value"]) == variance(rows[0][0], rows[1][1], q)
    for i, j in product(range(13), repeat=2):
        a, b = F(i, 12), F(j, 12)
        if a + b == 1 or (data["device"] == "warner" and a != b):
            continue
        if not is_private([[a, 1 - b], [1 - a, b]], high, delta):
            continue
        assert variance(a, b, q) >= F(data["bound"])
    assert F(data["gap"]) == F(data["value"]) - F(data["bound"])


def variance(p00, p11, q):
    yes = q * p11 + (1 - q) * (1 - p00)
    return yes * (1 - yes) / (p00 + p11 - 1) ** 2


def table(rows):
    found = [[F(x) for x in row] for row in rows]
    assert all(x >= 0 for row in found for x in row)
    assert all(sum(column) == 1 for column in zip(*found, strict=True))
    return found


def garblings_are_true(data):
    a, p, c = table(data["A"]), table(data["P"]), table(data["C"])
    for i, j in product(range(len(a)), range(len(a[0]))):
        assert a[i][j] == sum(c[i][n] * p[n][j] for n in range(len(p)))


def separations_are_true(data):
    gain = [[F(x) for x in row] for row in data["gain"]]
    worth = [
        sum(
            max(sum(g * x for g, x in zip(a, r, strict=True)) for a in gain) for r in table(data[n])
        )
        for n in "AP"
    ]
    assert worth == [F(data["A_value"]), F(data["P_value"])] and worth[0] > worth[1]


def at(p, point):
    return sum(
        F(c) * math.prod(x**e for x, e in zip(point, powers, strict=True)) for c, powers in p
    )


def polynomials_are_true(data):
    """No counterexample on a grid of points (equalities are met by points of the circle)."""
    n = len(data["variables"])
    grid = [F(x, 2) for x in (-5, -3, -2, -1, 0, 1, 2, 4, 7)]
    circle = [((1 - t * t) / (1 + t * t), 2 * t / (1 + t * t)) for t in grid]
    for point in [*product(grid, repeat=n), *(c for c in circle if n == 2)]:
        held = all(
            at(c["polynomial"], point) > 0 or (at(c["polynomial"], point) == 0 and not c["strict"])
            for c in data["constraints"]
        )
        if held and all(at(p, point) == 0 for p in data["equalities"]):
            value = at(data["claim"]["polynomial"], point)
            assert value > 0 or (value == 0 and not data["claim"]["strict"])


TRACE = {
    **BY_ENUMERATION,
    "kind": "prices",
    "privacy": {"gamma": "3", "delta": "0"},
    "truths": 3,
    "utility": {"name": "trace"},
    "patterns": [["3", "1", "1"], ["1", "3", "1"], ["1", "1", "3"]],
    "weights": ["1/5"] * 3,
    "value": "9/5",
    "prices": ["3/5"] * 3,
    "bound": "9/5",
    "gap": "0",
}
LOOSE = {
    **TRACE,
    "privacy": {"epsilon": "1", "gamma": ["27/10", "14/5"], "delta": "0"},
    "patterns": [["27/10", "1", "1"], ["1", "27/10", "1"], ["1", "1", "27/10"]],
    "weights": ["10/47"] * 3,
    "value": "81/47",
    "prices": ["7/12"] * 3,
    "bound": "7/4",
    "gap": "5/188",
}
DELTA = {
    **TRACE,
    "privacy": {"gamma": "3", "delta": "1/10"},
    "patterns": [["1", "0", "0"], ["0", "1", "0"], ["0", "0", "1"], *TRACE["patterns"]],
    "weights": ["1/10"] * 3 + ["9/50"] * 3,
    "value": "48/25",
    "pair_prices": [[a, b, "1/5"] for a, b in permutations(range(3), 2)],
    "bound": "48/25",
}
GAIN = {
    **TRACE,
    "utility": {
        "name": "gain",
        "prior": ["1/3"] * 3,
        "gain": [["3", "0", "0"], ["0", "3", "0"], ["0", "0", "3"]],
    },
}
GUESS = {
    **TRACE,
    "utility": {"name": "probability-of-a-right-guess", "prior": ["1/3"] * 3},
    "prices": ["1/5"] * 3,
}
GUESS |= {"value": "3/5", "bound": "3/5"}
ALIKE = {**TRACE, "truths": [3], "patterns": [[[["1", 2], ["3", 1]]]], "weights": ["3/5"]}
ALIKE |= {"prices": ["3/5"]}
CLASSES = {**TRACE, "truths": [2, 1], "weights": ["2/5", "1/5"], "prices": ["3/5", "3/5"]}
CLASSES |= {"patterns": [[[["3", 1], ["1", 1]], "1"], ["1", "3"]]}
APART = {**DELTA, "truths": [3], "weights": ["3/10", "27/50"], "prices": ["3/5"]}
APART |= {"patterns": [[[["1", 1], ["0", 2]]], [[["3", 1], ["1", 2]]]]}
APART |= {"pair_prices": [[0, 0, "1/5"]]}
PROPORTION = {  # Warner's device at prevalence 1/4: variance (3/8)(5/8)/(1/4) = 15/16
    **BY_ENUMERATION,
    "kind": "gradient",
    "privacy": {"gamma": "3", "delta": "0"},
    "objective": {"name": "variance", "contrasts": [["0", "1"]]},
    "patterns": [["3", "1"], ["1", "3"]],
    "weights": ["1/4", "1/4"],
    "scenarios": [
        {
            "prior": ["3/4", "1/4"],
            "weight": "1",
            "offset": "0",
            "estimators": [["-1/2", "3/2"]],
            "tangents": [["-3/4", "1"]],  # x = v.r / q.r, and q.r is 5/2 and 3/2
        }
    ],
    "prices": ["-3/16", "19/16"],  # (v.r)^2 / q.r = 5/8 at (3, 1) and 27/8 at (1, 3)
    "value": "15/16",
    "bound": "15/16",
    "gap": "0",
}
TABLE, SKEW = response(2, F(3)), [F(3, 4), F(1, 4)]
THIRDS = [(F(1, 4), F(1, 3), F(0)), (F(1, 2), F(2, 3), F(1, 2))]
CURVED = {
    "a-optimal": variances("a-optimal", TABLE, [SKEW], F(3)),
    "c-optimal": variances("c-optimal", TABLE, [SKEW], F(3), contrasts=[[F(2), F(-1)]]),
    "average": proportion(F(3), THIRDS, "average"),
    "minimax": proportion(F(3), [(q, F(q == F(1, 2)), F(0)) for q, *_ in THIRDS], "minimax"),
    "interval": interval(F(3), [F(1, 5), F(9, 10)], [(F(1, 2), F(1))]),
    "e-optimal": eigenvalue(TABLE, SKEW, F(3), [[F(1), F(-1)]], F(15, 8), [[F(1, 9), F(1, 9)]]),
    "d-optimal": volume(TABLE, SKEW, F(3)),
    "told": volume(dominating(F(3), F(1, 10)), SKEW, F(3), delta=F(1, 10)),
}
CARD = {
    **HEAD,
    "kind": "cases",
    "proof": "card",
    "privacy": {"gamma": "3", "delta": "1/10"},
    "device": "two-answers",
    "prior": "1/4",
    "table": [["31/40", "9/40"], ["9/40", "31/40"]],
    "value": "1479/1936",
    "bound": "1479/1936",
    "gap": "0",
}
P, A = [["3/4", "1/4"], ["1/4", "3/4"]], [["5/8", "3/8"], ["3/8", "5/8"]]
GARBLING = {**HEAD, "kind": "garbling", "A": A, "P": P, "C": P}
SEPARATION = {**HEAD, "kind": "separation", "A": P, "P": A, "gain": [["1", "0"], ["0", "1"]]}
SEPARATION |= {"A_value": "3/2", "P_value": "5/4"}

SAMPLES = {
    "trace": (TRACE, prices_are_true),
    "loose": (LOOSE, prices_are_true),
    "delta": (DELTA, prices_are_true),
    "gain": (GAIN, prices_are_true),
    "guess": (GUESS, prices_are_true),
    "alike": (ALIKE, prices_are_true),
    "classes": (CLASSES, prices_are_true),
    "apart": (APART, prices_are_true),
    "proportion": (PROPORTION, gradients_are_true),
    **{name: (data, gradients_are_true) for name, data in CURVED.items()},
    "card": (CARD, cards_are_true),
    "garbling": (GARBLING, garblings_are_true),
    "separation": (SEPARATION, separations_are_true),
    "shuffled": (test_kind_shuffled.COUNTED, test_kind_shuffled.are_true),
    "blanket": (test_kind_shuffled.BLANKET, test_kind_shuffled.are_true),
    "drawn": (test_kind_shuffled.DRAWN, test_kind_shuffled.are_true),
    "polynomial": (HANDELMAN, polynomials_are_true),
    "circle": (CIRCLE, polynomials_are_true),
}

WORDS = [
    "0",
    "1",
    "-1",
    "2",
    "1/2",
    "3",
    "1/5",
    "-1/3",
    "7/3",
    "trace",
    "probability-of-a-right-guess",
    "average",
    "minimax",
    "a-optimal",
]
BROKEN = [
    "",
    " 1/2",
    "1/2 ",
    "1_0",
    "٣",
    "1/0",
    "-0",
    "0/1",
    "2/4",
    "+1",
    "1.0",
    "1e3",
    "oo",
    "01",
    "1/-2",
    "1\n",
]
JUNK = [None, True, False, 0, 1, 2, -1, 10**9, [], {}, ["1"], [["1", "0"]], {"name": "trace"}]


def paths(data, here=()):
    """The places of a certificate, its containers included."""
    yield here
    steps = (
        data.items()
        if isinstance(data, dict)
        else enumerate(data)
        if isinstance(data, list)
        else ()
    )
    for step, entry in steps:
        yield from paths(entry, (*here, step))


def nudged(rng, old):
    """A number near the old one, or a word, or nonsense."""
    choice = rng.randint(0, 5)
    if choice <= 2 and isinstance(old, str):
        try:
            value = F(old)
        except (ValueError, ZeroDivisionError):
            return rng.choice(WORDS)
        return str(value + F(rng.choice([-1, 1]), rng.choice([1, 7, 1000, 10**9, 10**25])))
    if choice == 3 and type(old) is int:
        return old + rng.choice([-1, 1])
    return copy.deepcopy(rng.choice([WORDS, BROKEN, JUNK][choice % 3]))


def mutation(rng, sample):
    """The sample with one to three places changed."""
    data = copy.deepcopy(sample)
    for _ in range(rng.choice([1, 1, 1, 2, 3])):
        *way, last = rng.choice([p for p in paths(data) if p] or [("kind",)])
        here = data
        for step in way:
            here = here[step]
        action = rng.randint(0, 5)
        if action <= 3:
            here[last] = nudged(rng, here.get(last) if isinstance(here, dict) else here[last])
        elif action == 4:
            del here[last]
        elif isinstance(here, list):
            here.insert(rng.randint(0, len(here)), copy.deepcopy(here[last]))
        else:
            here[str(last) + "x"] = here[last]
    return data


@pytest.mark.parametrize("name", SAMPLES)
def test_the_samples_are_verified_and_true(name):
    data, is_true = SAMPLES[name]
    assert check(data).verdict == "verified", check(data)
    is_true(data)


@pytest.mark.everything
@pytest.mark.parametrize("name", SAMPLES)
def test_no_mutation_proves_anything_false(name):
    sample, is_true = SAMPLES[name]
    rng = Random(name)
    for _ in range(MUTATIONS):
        data = mutation(rng, sample)
        found = check(data)
        assert found.status in (0, 1, 2, 3), data
        if found.verdict == "verified":
            is_true(data)


@pytest.mark.everything
@pytest.mark.parametrize("name", SAMPLES)
@pytest.mark.parametrize("text", BROKEN)
def test_every_number_has_one_form(name, text):
    """Each number of each sample, written in another way, is no number: it equals none either."""
    sample, _ = SAMPLES[name]
    for *way, last in (p for p in paths(sample) if p):
        here = copy.deepcopy(sample)
        whole = here
        for step in way:
            here = here[step]
        if isinstance(here[last], str) and here[last][-1:].isdigit() and last != "format":
            here[last] = text
            assert check(whole).verdict in ("malformed", "refuted"), (way, last)
