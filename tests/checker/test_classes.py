"""Classes of truths that a problem does not tell apart, against the same problem written out."""

from __future__ import annotations

import json
import math
from fractions import Fraction
from functools import cache
from itertools import combinations, permutations, product
from random import Random

import pytest

from rropt.checker import check
from rropt.exact.convert import fmpq, fraction
from tests.certificates import changed, write
from tests.checker.test_kind_prices import F, approximate, certificate, information, trace, verdict
from tests.checker.test_staircases import brute_extremes


def owners(sizes):
    """The class of each truth."""
    return [c for c, size in enumerate(sizes) for _ in range(size)]


def members(pattern, sizes):
    """All rearrangements of a row within its classes."""
    parts = []
    for entry, size in zip(pattern, sizes, strict=True):
        runs = entry if isinstance(entry, list) else [[entry, size]]
        values = [F(v) for v, count in runs for _ in range(count)]
        assert len(values) == size
        parts.append(sorted(set(permutations(values))))
    return [sum(row, ()) for row in product(*parts)]


def written_out(data):
    """The same certificate, where each truth is a class of its own."""
    sizes, utility = data["truths"], dict(data["utility"])
    owner = owners(sizes)
    rows, weights = [], []
    for pattern, weight in zip(data["patterns"], data["weights"], strict=True):
        found = members(pattern, sizes)
        rows += found
        weights += [F(weight) / len(found)] * len(found)
    if "prior" in utility:
        utility["prior"] = [utility["prior"][c] for c in owner]
    pairs = {(a, b): z for a, b, z in data.get("pair_prices", [])}
    told = permutations(range(len(owner)), 2)
    prices = [[i, j, pairs.get((owner[i], owner[j]), "0")] for i, j in told]
    parts = {"pair_prices": prices} if "pair_prices" in data else {}
    parts |= {"truths": len(owner), "patterns": rows, "weights": weights, "utility": utility}
    return changed(data, prices=[data["prices"][c] for c in owner], **parts)


def orbit(k: int, gamma: Fraction, name: str = "trace"):
    """Randomized response on one class of k truths."""
    y = gamma / (gamma + k - 1) / (1 if name == "trace" else k)
    return certificate(
        privacy={"gamma": gamma, "delta": "0"},
        truths=[k],
        utility={"name": name} if name == "trace" else {"name": name, "prior": [F(1, k)]},
        patterns=[[[[gamma, 1], ["1", k - 1]]]],
        weights=[k / (gamma + k - 1)],
        prices=[y],
        value=k * y,
        bound=k * y,
        gap="0",
    )


def approximate_orbits(k: int):
    """`approximate` as one class: 31/20, 48/25, 11/5 for k = 2, 3, 4."""
    plain = approximate(k)
    a, b = F(plain["weights"][0]), F(plain["weights"][-1])
    return changed(
        plain,
        truths=[k],
        patterns=[[[["1", 1], ["0", k - 1]]], [[["3", 1], ["1", k - 1]]]],
        weights=[a * k, b * k],
        prices=plain["prices"][:1],
        pair_prices=[[0, 0, plain["pair_prices"][0][2]]],
        cover={"proof": "actions"},
    )


GUESS = "probability-of-a-right-guess"


@pytest.mark.parametrize("k", [2, 3, 1000000])
@pytest.mark.parametrize("name", ["trace", GUESS])
def test_one_class_of_the_trace(k, name):
    data = orbit(k, F(3), name)
    assert verdict(data) == "verified" and f"on {k} truths" in check(data).statement
    price = F(data["prices"][0]) - F(1, 10**30)
    near = changed(data, prices=[price], bound=k * price, gap=k * price - F(data["value"]))
    assert verdict(near) == "refuted"


@pytest.mark.parametrize("k", [2, 3, 4, 8, 30])
def test_one_class_with_delta(k):
    data = approximate_orbits(k)
    assert verdict(data) == "verified"
    z = F(data["pair_prices"][0][2])
    for less, refused in ((z - F(1, 10**30), "refuted"), (F(-1), "malformed")):
        bound = k * F(data["prices"][0]) + F(k * (k - 1), 10) * less
        near = changed(data, pair_prices=[[0, 0, less]], bound=bound)
        assert verdict(changed(near, gap=bound - F(data["value"]))) == refused
    tighter = {"gamma": "3", "delta": str(F(1, 10) - F(1, 10**30))}
    assert verdict(changed(data, privacy=tighter)) == "refuted"


def test_one_class_of_mutual_information():
    k, plain = 6, information(6, F(3))
    high = plain["patterns"][0].count("3")
    data = changed(
        plain,
        truths=[k],
        utility={"name": "mutual-information", "prior": ["1/6"]},
        patterns=[[[["3", high], ["1", k - high]]]],
        weights=[F(plain["weights"][0]) * math.comb(k, high)],
        prices=plain["prices"][:1],
    )
    assert verdict(data) == verdict(written_out(data)) == "verified"
    price = F(data["prices"][0]) - F(1, 10**9)
    near = changed(data, prices=[price], bound=k * price)
    near = changed(near, gap=k * price - F(data["value"][0]))
    assert verdict(near) == verdict(written_out(near)) == "refuted"


def skewed(classes, gamma, delta="0"):
    """The useless table of these (size, prior, price), with its trivial value."""
    sizes, prior, prices = zip(*classes, strict=True)
    bound = sum(n * F(y) for n, y in zip(sizes, prices, strict=True))
    value = F(max(prior))
    return certificate(
        privacy={"gamma": gamma, "delta": delta},
        truths=list(sizes),
        utility={"name": GUESS, "prior": list(prior)},
        patterns=[["1"] * len(sizes)],
        weights=["1"],
        prices=list(prices),
        value=value,
        bound=bound,
        gap=bound - value,
    )


PARTLY = skewed([(3, F(1, 6), F(1, 8)), (1, F(1, 2), F(3, 8))], F(3))
"""Tight: 3 y_a + y_b = 3/4 covers (1, 1, 1, 3), worth 3/2, with y_b = 3/8."""


def test_a_partly_tied_prior():
    """Three equal truths and a likely one: prices (1/8, 3/8) cover all sixteen patterns."""
    assert verdict(PARTLY) == verdict(written_out(PARTLY)) == "verified"
    told = changed(
        PARTLY,
        patterns=[["1", "3"], ["3", "1"]],
        weights=["1/4", "1/4"],
        value=F(3, 4) * F(1, 2) + F(1, 4) * F(1, 2),
    )
    told = changed(told, gap=F(PARTLY["bound"]) - F(1, 2))
    assert verdict(told) == verdict(written_out(told)) == "verified"


def test_rows_that_differ_inside_a_class():
    """(3, 1, 1; 4/3) rearranged and (2, 2, 2; 3): columns 3/7 5/3 + 2/7 and 3/7 4/3 + 3/7."""
    rows = [[[["3", 1], ["1", 2]], "4/3"], ["2", "3"]]
    data = changed(PARTLY, patterns=rows, weights=["3/7", "1/7"])
    plain = written_out(data)
    assert len(plain["patterns"]) == 4
    private, value = private_value(data)
    assert private
    data = changed(data, value=value, gap=F(data["bound"]) - value)
    assert verdict(data) == verdict(written_out(data)) == "verified"
    assert verdict(changed(data, value=value + F(1, 10**30))) == "refuted"
    assert verdict(changed(data, weights=["3/7", "1/8"])) == "refuted"
    likelier = changed(data, patterns=[[[["3", 1], ["1", 2]], "1"], ["2", "4"]])
    private, value = private_value(likelier)
    assert private
    likelier = changed(likelier, value=value, gap=F(data["bound"]) - value)
    assert verdict(likelier) == verdict(written_out(likelier)) == "verified"


RUNS = [[["3", 1], ["1", 4]]]
NEAR_MISSES = {
    "a count that is a fraction": [["3", "3/2"], ["1", "7/2"]],
    "a count that is a float": [["3", 1.0], ["1", 4]],
    "a count that is a string": [["3", "1"], ["1", 4]],
    "a count that is true": [["3", True], ["1", 4]],
    "a count that is null": [["3", None], ["1", 4]],
    "a count that is a list": [["3", [1]], ["1", 4]],
    "counts that add up to less": [["3", 1], ["1", 3]],
    "counts that add up to more": [["3", 1], ["1", 5]],
    "a count of none": [["3", 1], ["1", 4], ["7", 0]],
    "a negative count": [["3", 2], ["1", 4], ["3", -1]],
    "huge counts that cancel": [["3", 10**30], ["1", 5 - 10**30]],
    "a huge count": [["3", 1], ["1", 10**30]],
    "no runs": [],
    "a run without a count": [["3"], ["1", 4]],
    "a run of three": [["3", 1, 1], ["1", 4]],
    "a run that is a word": ["31", ["1", 4]],
    "a run that is a record": [{"3": 1, "1": 4}],
    "runs that are a record": {"3": 1, "1": 4},
    "runs within runs": [[["3", 1], ["1", 4]]],
    "a value that is no number": [["x", 1], ["1", 4]],
    "a value that is a float": [[3.0, 1], ["1", 4]],
    "a negative value": [["-3", 1], ["5/2", 4]],
    "a value too high": [["4", 1], ["3/4", 4]],
    "more than one is high": [["3", 2], ["1", 3]],
}


@pytest.mark.parametrize("name", NEAR_MISSES)
def test_near_misses_of_runs(name):
    data = orbit(5, F(3))
    assert data["patterns"][0] == RUNS
    near = {**data, "patterns": [[NEAR_MISSES[name]]]}
    assert check(json.dumps(near)).verdict in ("refuted", "malformed")
    with_delta = {**approximate_orbits(5)}
    assert verdict(with_delta) == "verified"
    with_delta["patterns"] = [with_delta["patterns"][0], [NEAR_MISSES[name]]]
    assert check(json.dumps(with_delta)).verdict in ("refuted", "malformed")


def test_runs_may_be_cut_and_put_in_any_order():
    data = orbit(5, F(3))
    for runs in ([["1", 4], ["3", 1]], [["1", 1], ["3", 1], ["1", 3]]):
        assert verdict(changed(data, patterns=[[runs]])) == "verified"


SIZES = {
    "a size that is a string": ["5"],
    "a size that is a fraction": ["9/2"],
    "a size that is a float": [5.0],
    "a size that is true": [True],
    "a size that is null": [None],
    "sizes in sizes": [[5]],
    "a negative size": [-5],
    "no truth": [0],
    "no class": [],
    "another size": [4],
    "one class too many": [5, 1],
    "a class of nobody": [5, 0],
    "a huge size": [10**30],
    "a record": {"5": 1},
    "a word": "five",
}


@pytest.mark.parametrize("name", SIZES)
@pytest.mark.parametrize("runs", [RUNS, ["1"]], ids=["runs", "one value"])
def test_near_misses_of_sizes(name, runs):
    data = {**orbit(5, F(3)), "truths": SIZES[name], "patterns": [runs]}
    data |= {"weights": ["1"]} if runs == ["1"] else {}
    assert check(json.dumps(data)).verdict in ("refuted", "malformed")


def test_prices_and_priors_are_per_truth_and_one_for_each_class():
    for parts in (
        {"prices": ["1/8"] * 3 + ["3/8"]},
        {"prices": ["3/8", "3/8"]},
        {"bound": "1/2", "gap": "0"},
        {"utility": {"name": GUESS, "prior": ["1/2", "1/2"]}},
        {"utility": {"name": GUESS, "prior": ["1/6", "1/6", "1/6", "1/2"]}},
        {"utility": {"name": "gain", "prior": ["1/6", "1/2"], "gain": [["1", "0"], ["0", "1"]]}},
        {"utility": {"name": "chi-square", "pair": [0, 1]}},
        {"utility": {"name": "utility-on-the-word-of-the-user", "values": []}},
        {"utility": {"name": "fisher-information", "prior": ["1/6", "1/2"]}},
    ):
        assert verdict(changed(PARTLY, **parts)) in ("refuted", "malformed")


def tied(rng, delta):
    """A random problem with classes, and prices that are near the edge; the table is useless."""
    sizes = rng.choice([[1], [2], [3], [4], [5], [1, 1], [2, 1], [1, 2], [2, 2], [3, 1], [1, 1, 2]])
    gamma = rng.choice([F(1), F(3, 2), F(3), F(7, 3)])
    raw = [F(rng.randint(0, 4)) for _ in sizes]
    total = sum(q * n for q, n in zip(raw, sizes, strict=True))
    if total == 0:
        raw, total = [F(1)] * len(sizes), F(sum(sizes))
    name = rng.choice(["trace", GUESS])
    prior = [F(1)] * len(sizes) if name == "trace" else [q / total for q in raw]
    y = [F(rng.randint(-2, 8), 12) for _ in sizes]
    classes = range(len(sizes))
    pairs = {
        (a, b): F(rng.randint(0, 6), 8) for a in classes for b in classes if rng.random() < 0.8
    }
    return sizes, gamma, name, prior, y, pairs if delta else {}


@cache
def rows_with_excesses(k, gamma, delta):
    """Every extreme pattern, with its positive r_i - gamma r_j: once for all prices."""
    rows = [[fmpq(x) for x in r] for r in brute_extremes(k, gamma, delta)]
    return [(r, excesses_of(r, fmpq(gamma))) for r in rows]


def excesses_of(r, gamma):
    """Every (i, j, r_i - gamma r_j) that is positive."""
    found = []
    for i, j in permutations(range(len(r)), 2):
        excess = r[i] - gamma * r[j]
        if excess > 0:
            found.append((i, j, excess))
    return found


def least_slack(sizes, gamma, prior, y, pairs, delta):
    """min over all extreme patterns of (y.r + sum z [r_i - gamma r_j]+ - max_j q_j r_j) / |r|."""
    owner, slacks = owners(sizes), []
    own, masses = [fmpq(y[c]) for c in owner], [fmpq(prior[c]) for c in owner]
    prices = {pair: fmpq(z) for pair, z in pairs.items()}
    for r, excesses in rows_with_excesses(len(owner), gamma, delta):
        charge = sum(price * x for price, x in zip(own, r, strict=True))
        for i, j, excess in excesses:
            charge += prices.get((owner[i], owner[j]), 0) * excess
        worth = max(q * x for q, x in zip(masses, r, strict=True))
        slacks.append((charge - worth) / sum(r))
    return fraction(min(slacks))


@pytest.mark.everything
@pytest.mark.parametrize("delta", [F(0), F(1, 10), F(1)], ids=str)
@pytest.mark.parametrize("seed", range(25))
def test_prices_of_classes_agree_with_all_patterns_written_out(seed, delta):
    """On the edge to the last digit: raised by the least slack they are verified, and not below."""
    rng = Random(f"{seed} {delta}")
    sizes, gamma, name, prior, y, pairs = tied(rng, delta)
    least = least_slack(sizes, gamma, prior, y, pairs, delta)
    assert min(brute_extremes(sum(sizes), gamma, delta)[0]) >= 0
    for nudge in (F(0), F(1, 10**40), -F(1, 10**40), -F(1, 1000)):
        own = [price - least + nudge for price in y]
        bound = sum(n * price for n, price in zip(sizes, own, strict=True))
        for (a, b), z in pairs.items():
            bound += delta * z * sizes[a] * (sizes[b] - (a == b))
        data = certificate(
            privacy={"gamma": gamma, "delta": delta},
            truths=sizes,
            utility={"name": name} | ({"prior": prior} if name == GUESS else {}),
            patterns=[["1"] * len(sizes)],
            weights=["1"],
            value=max(prior),
            prices=own,
            bound=bound,
            gap=bound - max(prior),
        )
        if delta:
            data["pair_prices"] = write(
                [[a, b, z] for (a, b), z in pairs.items() if sizes[a] > (a == b)]
            )
        expected = "verified" if nudge >= 0 else "refuted"
        assert verdict(data) == expected
        assert verdict(written_out(data)) == expected


@pytest.mark.everything
@pytest.mark.parametrize("k", [1, 2, 3, 4, 5])
@pytest.mark.parametrize("name", ["trace", GUESS])
@pytest.mark.parametrize("seed", range(4))
def test_one_class_needs_two_patterns_only(k, name, seed):
    """The shortcut for one winner among many alike, against every staircase of up to five."""
    rng = Random(f"{k} {name} {seed}")
    gamma, delta = rng.choice([F(1), F(9, 8), F(3), F(40)]), F(1, 7)
    prior = [F(1) if name == "trace" else F(1, k)]
    y, z = F(rng.randint(-3, 12), rng.choice([7, 12])), F(rng.randint(0, 12), 10)
    pairs = {(0, 0): z}
    edge = y - least_slack([k], gamma, prior, [y], pairs, delta)
    edge += max(F(0), -least_slack([k], gamma, prior, [edge], pairs, delta))
    for price in (y, edge, edge - F(1, 10**50), edge + F(1, 10**50), F(0), F(-1, 10**9)):
        covered = least_slack([k], gamma, prior, [price], pairs, delta) >= 0
        bound = k * price + delta * z * k * (k - 1)
        data = certificate(
            privacy={"gamma": gamma, "delta": delta},
            truths=[k],
            utility={"name": name} | ({"prior": prior} if name == GUESS else {}),
            patterns=[["1"]],
            weights=["1"],
            value=prior[0],
            prices=[price],
            pair_prices=[[0, 0, z]] if k > 1 else [],
            bound=bound,
            gap=bound - prior[0],
        )
        assert verdict(data) == ("verified" if covered else "refuted")


def private_value(data):
    """Is the table that is written out private, and its value, straight from the definitions."""
    plain, privacy = written_out(data), data["privacy"]
    gamma, delta = F(privacy["gamma"]), F(privacy["delta"])
    rows = [
        [F(w) * F(x) for x in r] for w, r in zip(plain["weights"], plain["patterns"], strict=True)
    ]
    k = range(plain["truths"])
    private = all(sum(row[j] for row in rows) == 1 for j in k) and all(
        sum(max(F(0), row[a] - gamma * row[b]) for row in rows) <= delta
        for a, b in permutations(k, 2)
    )
    prior = [F(q) for q in plain["utility"]["prior"]]
    return private, sum(max(q * x for q, x in zip(prior, row, strict=True)) for row in rows)


@pytest.mark.everything
@pytest.mark.parametrize("seed", range(60))
def test_tables_of_classes_agree_with_the_tables_written_out(seed):
    """Privacy with delta counts the pairs inside a class and between classes."""
    rng = Random(seed)
    sizes = rng.choice([[2], [3], [4], [2, 1], [1, 2], [2, 2], [3, 1]])
    entries = []
    for _ in range(2):
        row = []
        for n in sizes:
            high = rng.randint(0, n)
            runs = [[str(rng.randint(1, 4)), high], [str(rng.randint(0, 4)), n - high]]
            row.append([run for run in runs if run[1]])
        entries.append(row)
    first = [
        sum(F(v) * n for v, n in runs) / size for runs, size in zip(entries[0], sizes, strict=True)
    ]
    weight = F(1, 2) / max(max(first), F(1))
    rest = [1 - weight * x for x in first]  # the second row is what is missing
    data = skewed([(n, F(1, sum(sizes)), F(2)) for n in sizes], F(2))
    data = changed(data, patterns=[entries[0], rest], weights=[weight, F(1)])
    for delta in (F(0), F(1, 20), F(1, 5), F(1, 2)):
        private, value = private_value(changed(data, privacy={"gamma": F(2), "delta": delta}))
        claim = changed(
            data,
            privacy={"gamma": F(2), "delta": delta},
            value=value,
            gap=F(data["bound"]) - value,
        )
        assert verdict(claim) == ("verified" if private else "refuted")
        assert verdict(written_out(claim)) == verdict(claim)


def test_pair_prices_inside_and_between_classes():
    """[a, b, z] prices every ordered pair of different truths: s t between, s (s - 1) inside."""
    data = approximate(4)
    z = data["pair_prices"][0][2]
    classes = changed(
        data,
        truths=[3, 1],
        patterns=[
            [[["1", 1], ["0", 2]], "0"],
            ["0", "1"],
            [[["3", 1], ["1", 2]], "1"],
            ["1", "3"],
        ],
        weights=[
            3 * F(data["weights"][0]),
            F(data["weights"][0]),
            3 * F(data["weights"][-1]),
            F(data["weights"][-1]),
        ],
        prices=data["prices"][:2],
        pair_prices=[[0, 0, z], [0, 1, z], [1, 0, z]],
    )
    assert verdict(classes) == verdict(written_out(classes)) == "verified"
    full = classes["pair_prices"]
    for missing, pairs in zip(full, (6, 3, 3), strict=True):
        rest = [pair for pair in full if pair != missing]
        bound = F(data["bound"]) - F(1, 10) * pairs * F(z)
        less = changed(classes, pair_prices=rest, bound=bound, gap=bound - F(data["value"]))
        assert verdict(less) == verdict(written_out(less)) == "refuted"
        assert check(less).reason == "the prices do not cover an extreme pattern"
        lying = changed(classes, pair_prices=rest)
        assert verdict(lying) == "refuted"


@pytest.mark.parametrize("s", [1, 2, 3])
def test_all_subsets_of_a_class_are_one_row(s):
    """Subset selection of s among four, as one orbit and as all its subsets."""
    rows = [[F(3) if j in c else F(1) for j in range(4)] for c in combinations(range(4), s)]
    weight = 1 / sum(row[0] for row in rows)
    price = F(3) / (F(3) + 3) / 4
    plain = changed(trace(4, F(3)), utility={"name": GUESS, "prior": ["1/4"] * 4})
    value = 3 * weight * len(rows) / 4
    parts = {"prices": [price] * 4, "bound": 4 * price, "value": value, "gap": 4 * price - value}
    plain = changed(plain, patterns=rows, weights=[weight] * len(rows), **parts)
    data = changed(
        plain,
        truths=[4],
        utility={"name": GUESS, "prior": ["1/4"]},
        patterns=[[[["3", s], ["1", 4 - s]]]],
        weights=[weight * len(rows)],
        prices=[price],
    )
    assert verdict(plain) == verdict(data) == "verified"
