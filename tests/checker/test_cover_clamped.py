"""Rows that are clamped until they are private: against rows by brute force, and near misses."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction as F
from functools import cache
from itertools import permutations, product
from random import Random
from typing import Any

import pytest

import rropt as rr
from rropt.checker import check
from rropt.checker.class_forms import ClassForm, ClassRatio
from rropt.checker.cover_clamped import FALLS, row_at
from rropt.checker.entropy import Entropy
from rropt.checker.kind_symmetric import GOALS
from rropt.checker.levels_of_pairs import Level, Matrix
from rropt.checker.private_table import Words
from rropt.checker.ratios import Ratios
from tests.certificates import HAIR, changed

Data = dict[str, Any]
Row = Sequence[F]
G, DELTA = F(3), F(1, 100)
PRIOR = ["1/2", "1/3", "1/6"]
NAMES = ["share", "information", "shares", "contrast", "several"]
ENTRIES = ["cut", "both", "raised"]


def least_of(entries: str, k: int) -> int:
    """How many: one where high entries are cut alone, all where low ones are raised alone."""
    return {"cut": 1, "both": k // 2 + 1, "raised": k}[entries]


@cache
def private() -> dict[str, Data]:
    """The best without a delta."""
    goals = [
        rr.Variance("1/4"),
        rr.MutualInformation(PRIOR),
        rr.AOptimal(PRIOR),
        rr.COptimal(PRIOR, [1, 2, 4]),
        rr.Average([("1/3", PRIOR), ("2/3", PRIOR[::-1])]),
    ]
    found = [dict(rr.optimal(rr.LocalDP("ln(3)"), goal).certificate.data) for goal in goals]
    for data in found:
        data.pop("universal", None)  # with a delta another table is best for every objective
    return dict(zip(NAMES, found, strict=True))


def utility(data: Data) -> Any:
    """What is covered, as a page of the checker."""
    if data["kind"] == "gradient":
        parts = []
        for at in data["scenarios"]:
            vectors = [[*map(F, v)] for v in at["tangents"]]
            parts.append(([*map(F, at["prior"])], vectors, [F(at["weight"])] * len(vectors)))
        return Ratios(parts)
    prior = [*map(F, data["utility"]["prior"])]
    if data["utility"]["name"] == "mutual-information":
        return Entropy(prior, prior)
    return Ratios([(prior, [[F(-1), F(1)]], [F(1)])])


def worth(u: Any, row: Row) -> float:
    """In doubles."""
    total = 0.0
    if isinstance(u, Entropy):
        mean = sum(q * x for q, x in zip(u.prior, row, strict=True))
        held = [(q * x, x / mean) for q, x in zip(u.prior, row, strict=True) if q * x]
        return sum(float(mass) * math.log(ratio) for mass, ratio in held)
    for mean, vectors, scales in u.parts:
        below = sum(q * x for q, x in zip(mean, row, strict=True))
        for v, s in zip(vectors, scales, strict=True):
            top = sum(a * x for a, x in zip(v, row, strict=True))
            total += float(s * top**2 / below)
    return total


def least_pairs(data: Data, entries: str) -> dict[tuple[int, int], F]:
    """The prices of pairs that the proof asks for."""
    u = utility(data)
    prices = [*map(F, data["prices"])]
    k = len(prices)
    least = least_of(entries, k)
    units = [[F(a == b) for b in range(k)] for a in range(k)]
    lack, lost = [F(0)] * k, [F(0)] * k
    if least < k:
        lack = [(F(worth(u, x)) - y) / least for x, y in zip(units, prices, strict=True)]
    if least > 1:
        falls = [high for _, high in FALLS[u.family](u, [1] * k, G, least)]
        lost = [(y + fall) / G for y, fall in zip(prices, falls, strict=True)]
    return {(a, b): max(F(0), lack[a], lost[b]) for a, b in permutations(range(k), 2)}


def clamped(name: str, entries: str, more: F = F(1, 10**9)) -> Data:
    """The private table with a delta that it does not use, and what pairs pay for it."""
    data = private()[name]
    pairs = {pair: z + more for pair, z in least_pairs(data, entries).items() if z + more > 0}
    bound, value = F(data["bound"]), data["value"]
    low = F(value[0] if isinstance(value, list) else value)
    paid = DELTA * sum(pairs.values())
    bound += paid if data["kind"] == "prices" else -paid
    return changed(
        data,
        privacy={"gamma": "3", "delta": DELTA},
        pair_prices=[[a, b, z] for (a, b), z in pairs.items()],
        bound=bound,
        gap=abs(bound - low),
        cover={
            "proof": "clamped",
            "least": least_of(entries, len(data["prices"])),
            "private": data["cover"],
        },
    )


@pytest.mark.parametrize("entries", ENTRIES)
@pytest.mark.parametrize("name", NAMES)
def test_what_is_clamped_is_paid(name: str, entries: str) -> None:
    data = clamped(name, entries)
    assert check(data).verdict == "verified"
    assert check(clamped(name, entries, F(-1, 10**9))).verdict == "refuted"


@pytest.mark.parametrize("entries", ENTRIES)
@pytest.mark.parametrize("name", NAMES)
def test_no_row_pays_less_than_it_is_worth(name: str, entries: str) -> None:
    """Rows of powers of g and zeros, and random ones."""
    data = private()[name]
    u, prices, pairs = utility(data), [*map(F, data["prices"])], least_pairs(data, entries)
    rng = Random(name + entries)
    steps = [F(0), *(G**t for t in range(4))]
    rows = list(product(steps, repeat=len(prices)))
    rows += [[F(rng.random() ** 4) for _ in prices] for _ in range(300)]
    for row in filter(any, rows):
        paid = sum(y * x for y, x in zip(prices, row, strict=True))
        for (a, b), z in pairs.items():
            paid += z * max(F(0), row[a] - G * row[b])
        assert float(paid) >= worth(u, row) - 1e-12 * float(sum(row)), row


@pytest.mark.parametrize("high", [1, 2])
@pytest.mark.parametrize("name", NAMES)
def test_what_raised_entries_lose_is_no_more_than_is_said(name: str, high: int) -> None:
    """And nearly as much where one other truth, or all others, have g. So many others are high."""
    u = utility(private()[name])
    k = len(private()[name]["prices"])
    rng = Random(name)
    if high == k:
        return  # nothing is raised
    for b, (low, most) in enumerate(FALLS[u.family](u, [1] * k, G, k - high + 1)):
        assert low <= most
        losses = []
        others = [a for a in range(k) if a != b]
        for n in range(300):
            row = [F(rng.randint(0, 3)) for _ in range(k)] if n else [G] * k
            for a in rng.sample(others, high):
                row[a] = max(row[a], F(1))
            held = [a for a in others if row[a]]
            row[rng.choice(held)] = G
            row[b] = F(rng.randint(0, 8), 9)
            raised = [*row]
            raised[b] = F(1)
            losses.append((worth(u, row) - worth(u, raised)) / float(1 - row[b]))
        assert max(losses) <= float(most) + 1e-12
        if u.family != "ratios":
            assert max(losses) >= float(most) - 1e-2


@pytest.mark.parametrize(
    ("q", "wanted"),
    [
        # 6 at (0, 3) and 2 at (1, 3), divided by 1.
        (["1/2", "1/2"], [F(4), F(4)]),
        # 9 / (3/4) - 4 / (3/2) by the first truth, 9 / (9/4) - 4 / (5/2) by the second.
        (["3/4", "1/4"], [F(12) - F(8, 3), F(4) - F(8, 5)]),
    ],
)
def test_two_truths_by_hand(q: list[str], wanted: list[F]) -> None:
    """Of two truths nothing is lost by the bound."""
    prior = [*map(F, q)]
    u = Ratios([(prior, [[F(-1), F(1)]], [F(1)])])
    assert FALLS["ratios"](u, [1, 1], G, 2) == [(x, x) for x in wanted]


def test_information_by_hand() -> None:
    """(T + q) ln(T + q) - T ln T with T = 3 (1 - q)."""
    prior = [F(1, 2), F(1, 3), F(1, 6)]
    for q, (low, high) in zip(
        prior, FALLS["mutual information"](Entropy(prior, prior), [1, 1, 1], G, 3), strict=True
    ):
        T = 3 * (1 - float(q))
        wanted = (T + float(q)) * math.log(T + float(q)) - T * math.log(T)
        assert float(low) == pytest.approx(wanted, abs=1e-14)
        assert 0 <= high - low < HAIR


SIZES = [2, 3]
CLASSES = [F(1, 5), F(1, 5)], [F(7, 20), F(1, 10)], [F(0), F(1, 3)]


def of_each(values: Sequence[F], sizes: Sequence[int] = SIZES) -> list[F]:
    """A value of a class at each of its truths."""
    return [x for x, n in zip(values, sizes, strict=True) for _ in range(n)]


@pytest.mark.parametrize("least", [2, 4, 5])
@pytest.mark.parametrize("prior", CLASSES)
@pytest.mark.parametrize("seed", range(3))
def test_a_form_of_classes_loses_what_its_squares_lose(
    seed: int, prior: list[F], least: int
) -> None:
    """r'VVr is the sum of the squares along the rows of V, each truth a class of its own."""
    rng = Random(seed)
    seen = [F(q > 0) for q in prior]
    own = [F(rng.randint(-5, 5)) * x for x in seen]
    between = F(rng.randint(-5, 5)) * seen[0] * seen[1]
    means = [[F(rng.randint(-9, 9), 3) * seen[0], between], [between, F(2) * seen[1]]]
    form = ClassForm(SIZES, own, means)
    found = FALLS["form of classes"](ClassRatio(form.square(), prior), SIZES, G, least)
    places = of_each([0, 1])
    rows = []
    for j, c in enumerate(places):
        apart = [own[c] * ((i == j) - F(d == c, SIZES[c])) for i, d in enumerate(places)]
        rows.append([x + means[c][d] for x, d in zip(apart, places, strict=True)])
    alike = Ratios([(of_each(prior), rows, [F(1)] * 5)])
    assert FALLS["ratios"](alike, [1] * 5, G, least) == of_each(found)


def test_an_information_of_classes_loses_as_much() -> None:
    prior = [F(1, 4), F(1, 6)]
    found = FALLS["mutual information"](Entropy(prior, prior), SIZES, G, 3)
    every = of_each(prior)
    alone = FALLS["mutual information"](Entropy(every, every), [1] * 5, G, 3)
    for (low, high), (least, most) in zip(of_each(found), alone, strict=True):
        assert float(low) == pytest.approx(float(least), abs=1e-15) and low <= most
        assert float(high) == pytest.approx(float(most), abs=1e-15) and least <= high


OF_CLASSES = ["a-optimal", "d-optimal", "e-optimal", "information"]


@cache
def of_classes(name: str) -> Data:
    """Twelve truths of two shares, or twenty-two of one, without a delta."""
    shares = [F(2, 18)] * 6 + [F(1, 18)] * 6
    goals = {
        "a-optimal": rr.AOptimal(shares),
        "d-optimal": rr.DOptimal([F(1, 12)] * 12),
        "e-optimal": rr.EOptimal([F(1, 12)] * 12),
        "information": rr.MutualInformation([F(1, 150)] * 150),
    }
    data = dict(rr.optimal(rr.LocalDP("ln(3)"), goals[name]).certificate.data)
    assert max(data["truths"]) > 1
    return data


@cache
def clamped_classes(name: str, entries: str, more: F = F(1, 10**9)) -> Data:
    """With a delta that the table does not use, and the pairs that the proof asks for."""
    data = of_classes(name)
    sizes, prices = data["truths"], [*map(F, data["prices"])]
    if name == "information":
        u: Any = Entropy([F(1, 150)], [F(1, 150)])
    else:
        forms = [
            ClassForm(sizes, [*map(F, data[x]["own"])], [[*map(F, m)] for m in data[x]["means"]])
            for x in ("tangents", "directions")
            if x in data
        ]
        u = ClassRatio(GOALS[name](*forms).form, [*map(F, data["prior"])])
    delta, places = F(1, 10**5), range(len(sizes))
    least = least_of(entries, sum(sizes))
    lack, lost = [F(0)] * len(sizes), [F(0)] * len(sizes)
    for c in places:
        if least < sum(sizes):
            lack[c] = (u.ends(row_at(c, 1, 0, sizes))[1] - prices[c]) / least
        if least > 1:
            lost[c] = (prices[c] + FALLS[u.family](u, sizes, G, least)[c][1]) / G
    pairs = {(a, b): max(F(0), lack[a], lost[b]) + more for a, b in product(places, repeat=2)}
    total = sum(sizes[a] * (sizes[b] - (a == b)) * z for (a, b), z in pairs.items())
    bound, value = F(data["bound"]), data["value"]
    low = F(value[0] if isinstance(value, list) else value)
    if data["kind"] == "prices":
        bound += delta * total
    elif name == "d-optimal":
        bound /= 2  # far below what the prices prove
    else:
        bound -= delta * total
    return changed(
        data,
        privacy={"gamma": "3", "delta": delta},
        pair_prices=[[a, b, z] for (a, b), z in pairs.items()],
        bound=bound,
        gap=abs(bound - low),
        cover={"proof": "clamped", "least": least, "private": data["cover"]},
    )


@pytest.mark.parametrize("entries", ENTRIES)
@pytest.mark.parametrize("name", OF_CLASSES)
def test_what_is_clamped_in_classes_is_paid(name: str, entries: str) -> None:
    """In the class as between classes, and by each pair."""
    assert check(clamped_classes(name, entries)).verdict == "verified"
    assert check(clamped_classes(name, entries, F(-1, 10**9))).verdict == "refuted"
    data = clamped_classes(name, entries)
    if data["kind"] == "prices":
        return  # a bound is what all prices add up to
    if entries == "both":
        return  # a pair may pay more than it need for one of the two
    for n, (a, b, z) in enumerate(data["pair_prices"]):
        pairs = [*data["pair_prices"]]
        pairs[n] = [a, b, str(F(z) - F(2, 10**9))]
        assert check(data | {"pair_prices": pairs}).verdict == "refuted"


WRONG: dict[str, Data] = {
    "no delta": {"privacy": {"gamma": "3", "delta": "0"}, "pair_prices": []},
    "none least": {"cover": {"proof": "clamped", "least": 0, "private": {"proof": "line"}}},
    "too many least": {"cover": {"proof": "clamped", "least": 4, "private": {"proof": "line"}}},
    "words least": {"cover": {"proof": "clamped", "least": "cut", "private": {"proof": "line"}}},
    "no private proof": {"cover": {"proof": "clamped", "least": 1}},
    "one more field": {
        "cover": {"proof": "clamped", "least": 1, "private": {"proof": "line"}, "": "0"}
    },
    "clamped twice": {
        "cover": {
            "proof": "clamped",
            "least": 1,
            "private": {"proof": "clamped", "least": 1, "private": {"proof": "line"}},
        }
    },
}


@pytest.mark.parametrize("name", WRONG)
def test_what_is_no_such_proof_is_malformed(name: str) -> None:
    data = clamped("contrast", "cut")
    assert check(data).verdict == "verified"
    assert check(data | WRONG[name]).verdict == "malformed"


def test_the_proof_without_the_delta_must_hold() -> None:
    """A price of a truth that is too low is no excuse where pairs pay much."""
    data = clamped("shares", "cut", F(100))
    assert check(data).verdict == "verified"
    prices = [str(F(y) * F(99, 100)) for y in data["prices"]]
    low = data | {"prices": prices}
    assert check(low).reason != check(data).reason and check(low).verdict == "refuted"


def test_a_utility_of_ones_own_is_cut_and_not_raised() -> None:
    """What a raised entry loses is on nobody's word."""
    table = [["3/4", "1/4"], ["1/4", "3/4"]]
    directions = [["1", "1/3"], ["1/3", "1"], ["1", "1"], ["1", "0"], ["0", "1"]]
    values = [[r, str(max(map(F, r)))] for r in directions]
    own = {
        "format": "rropt-certificate/2",
        "kind": "prices",
        "privacy": {"gamma": "3", "delta": "1/100"},
        "truths": 2,
        "utility": {"name": "utility-on-the-word-of-the-user", "values": values},
        "patterns": table,
        "weights": ["1", "1"],
        "prices": ["3/4", "3/4"],
        "pair_prices": [[0, 1, "1/4"], [1, 0, "1/4"]],
        "value": "3/2",
        "bound": "301/200",
        "gap": "1/200",
        "cover": {"proof": "clamped", "least": 1, "private": {"proof": "extremes"}},
    }
    assert check(own).verdict == "verified"
    assert check(changed(own, pair_prices=[[0, 1, "1/4"], [1, 0, "1/5"]])).verdict == "refuted"
    for wrong in (
        {"cover": own["cover"] | {"least": 2}},
        {"utility": {**own["utility"], "values": values[:3]}},
    ):
        assert check(own | wrong).verdict == "malformed"


MATRICES = {
    "that follow from each other": [[1, 2, 4], [3, 1, 2], [6, 2, 1]],
    "that do not": [[1, 2, 5], [2, 1, 2], [7, 2, 1]],
    "of some pairs": [[1, 2, None], [2, 1, None], [4, 3, 1]],
}
CUT_TO = {
    "that follow from each other": MATRICES["that follow from each other"],
    # 5 / 2 of truth 0 beside truth 1, and 7 / 2 of truth 2.
    "that do not": [[1, F(5, 2), 5], [2, 1, 2], [7, F(7, 2), 1]],
    "of some pairs": [[1, 2, None], [2, 1, None], [4, 3, 1]],
}
HARD = {"that follow from each other": [(0, 1)], "that do not": [], "of some pairs": [(2, 1)]}
LEVELS = [*MATRICES]
LARGE = F(1, 2)
"""A delta that the best table of wider levels does not use up."""


def cut_to(name: str) -> list[list[F | None]]:
    """By the definition: largest quotients, where all of them have a level."""
    g, k = MATRICES[name], range(3)
    soft = [(c, b) for c, b in permutations(k, 2) if g[c][b] and (c, b) not in HARD[name]]
    found: list[list[F | None]] = [[F(1) if a == c else None for c in k] for a in k]
    for a, c in permutations(k, 2):
        beside = [b for c_, b in soft if c_ == c and b != a]
        if g[a][c] and all(g[a][b] for b in beside):
            found[a][c] = max([F(g[a][c]), *(F(g[a][b], g[c][b]) for b in beside)])
    return found


@cache
def under_levels(name: str, goal: str, less: F = F(0)) -> Data:
    """The best table under the levels of cut rows with its prices, and what pairs with a delta
    pay."""
    shares = [*map(F, PRIOR)]
    objective = rr.AOptimal(shares) if goal == "shares" else rr.MutualInformation(shares)
    wide = [["oo" if x is None else x for x in row] for row in cut_to(name)]
    data = dict(rr.optimal(rr.Privacy(wide), objective).certificate.data)
    data.pop("universal", None)
    levels = [["oo" if x is None else str(x) for x in row] for row in MATRICES[name]]
    k = range(3)
    soft = [
        (a, b) for a, b in permutations(k, 2) if levels[a][b] != "oo" and (a, b) not in HARD[name]
    ]
    delta = [[LARGE if (a, b) in soft else F(0) for b in k] for a in k]
    u, prices = utility(data), [*map(F, data["prices"])]
    alone = [F(worth(u, [F(a == b) for b in k])) + F(1, 10**12) for a in k]
    pairs = {(a, b): max(F(0), alone[a] - prices[a]) - less for a, b in soft}
    pairs = {pair: z for pair, z in pairs.items() if z > 0}
    paid = LARGE * sum(pairs.values())
    bound = F(data["bound"]) + (paid if data["kind"] == "prices" else -paid)
    low = F(data["value"][0] if isinstance(data["value"], list) else data["value"])
    return changed(
        data,
        privacy={"gamma": levels, "delta": delta},
        pair_prices=[[a, b, z] for (a, b), z in pairs.items()],
        bound=bound,
        gap=abs(bound - low),
        cover={"proof": "clamped", "least": 1, "private": data["cover"]},
    )


@pytest.mark.parametrize("goal", ["shares", "information"])
@pytest.mark.parametrize("name", LEVELS)
def test_no_row_pays_less_under_levels(name: str, goal: str) -> None:
    """Rows of powers and zeros that obey the pairs without a delta, and random ones."""
    data = under_levels(name, goal)
    u, prices = utility(data), [*map(F, data["prices"])]
    rng = Random(name + goal)
    rows = [*product([F(0), F(1), F(2), F(5, 2), F(4), F(5), F(8), F(20)], repeat=3)]
    rows += [tuple(F(rng.random() ** 4) for _ in prices) for _ in range(300)]
    g = MATRICES[name]
    looked = 0
    for row in filter(any, rows):
        if any(row[a] > F(g[a][b] or 0) * row[b] for a, b in HARD[name]):
            continue
        looked += 1
        paid = sum(y * x for y, x in zip(prices, row, strict=True))
        for a, b, z in data["pair_prices"]:
            paid += F(z) * max(F(0), row[a] - F(g[a][b] or 0) * row[b])
        assert float(paid) >= worth(u, row) - 1e-11 * float(sum(row)), row
    assert looked > 200


@pytest.mark.parametrize("name", LEVELS)
def test_levels_of_cut_rows_by_hand(name: str) -> None:
    wanted, given = CUT_TO[name], MATRICES[name]
    assert cut_to(name) == wanted
    levels = {}
    for a, b in permutations(range(3), 2):
        g = given[a][b]
        if g is not None:
            soft = F(0) if (a, b) in HARD[name] else DELTA
            levels[a, b] = Level(F(1), F(g), soft, None)
    cut = Matrix(3, levels, Words("", "", "")).of_cut_rows()
    found = [[F(1) if a == b else cut.of_pair(a, b)[0] for b in range(3)] for a in range(3)]
    assert found == wanted
    assert not any(level.delta for level in cut.levels.values())


def misses_under_levels() -> dict[str, tuple[Data, str]]:
    """Near misses of what is certified, and what is said of each."""
    name, goal = "that do not", "information"
    data = under_levels(name, goal)
    unpaid = data["pair_prices"][1:]
    less = LARGE * F(data["pair_prices"][0][2])
    bound = F(data["bound"]) - less
    short = changed(data, pair_prices=unpaid, bound=bound, gap=F(data["gap"]) - less)
    levels = [["oo" if x is None else x for x in row] for row in MATRICES[name]]
    zero = [["0"] * 3 for _ in range(3)]
    return {
        "a hair less": (under_levels(name, goal, F(1, 10**9)), "refuted"),
        "one pair that pays nothing": (short, "refuted"),
        "two least": (changed(data, cover=data["cover"] | {"least": 2}), "malformed"),
        "no deltas": (
            changed(data, privacy={"gamma": levels, "delta": zero}, pair_prices=[]),
            "malformed",
        ),
        "a proof for one number": (
            changed(data, cover=data["cover"] | {"private": {"proof": "line"}}),
            "malformed",
        ),
        "clamped twice": (
            changed(data, cover=data["cover"] | {"private": data["cover"]}),
            "malformed",
        ),
    }


MISSES = [
    "a hair less",
    "one pair that pays nothing",
    "two least",
    "no deltas",
    "a proof for one number",
    "clamped twice",
]


@pytest.mark.parametrize("goal", ["shares", "information"])
@pytest.mark.parametrize("name", LEVELS)
def test_what_is_cut_under_levels_is_paid(name: str, goal: str) -> None:
    assert check(under_levels(name, goal)).verdict == "verified"


@pytest.mark.parametrize("miss", MISSES)
def test_near_misses_under_levels(miss: str) -> None:
    data, verdict = misses_under_levels()[miss]
    assert check(data).verdict == verdict


def test_levels_that_do_not_follow_are_not_enough_by_themselves() -> None:
    """Prices that cover the rows of the levels as given, not those of cut rows, are refused."""
    name = "that do not"
    shares = [*map(F, PRIOR)]
    closed = dict(
        rr.optimal(rr.Privacy(MATRICES[name]), rr.MutualInformation(shares)).certificate.data
    )
    data = under_levels(name, "information")
    y = [*map(F, closed["prices"])]
    u = utility(data)
    pairs = []
    for a, b, _ in data["pair_prices"]:
        alone = F(worth(u, [F(a == c) for c in range(3)])) + F(1, 10**12)
        pairs.append([a, b, alone - y[a]])
    bound = sum(y) + LARGE * sum(z for _, _, z in pairs)
    low = F(data["value"][0])
    given = changed(data, prices=y, pair_prices=pairs, bound=bound, gap=bound - low)
    assert check(given).verdict == "refuted"
