"""Levels that protect some classes alone, with reports that one other truth gives alone."""

from __future__ import annotations

from fractions import Fraction as F

import pytest

from rropt.checker import FORMAT, check
from rropt.checker.levels import OneNumber
from rropt.checker.plain import proves
from rropt.checker.private_table import Words
from rropt.checker.protected_classes import ProtectedClasses, rows
from tests.certificates import changed, write
from tests.checker.test_kind_prices import trace
from tests.gradients import determinant, solve

NAMES = "a-optimal", "d-optimal", "e-optimal"
NEAR = F(1, 10**9)


def inverse(J: list[list[F]]) -> list[list[F]]:
    columns = [solve(J, [F(i == j) for i in range(len(J))]) for j in range(len(J))]
    return [list(row) for row in zip(*columns, strict=True)]


def times(X: list[list[F]], Y: list[list[F]]) -> list[list[F]]:
    columns = list(zip(*Y, strict=True))
    return [
        [sum(a * b for a, b in zip(row, column, strict=True)) for column in columns] for row in X
    ]


def class_form(X: list[list[F]]) -> dict:
    """Of two classes of two truths each, by its entries."""
    means = [[(X[0][0] + X[0][1]) / 2, X[0][2]], [X[2][0], (X[2][2] + X[2][3]) / 2]]
    return {"own": [X[0][0] - X[0][1], X[2][2] - X[2][3]], "means": means}


def response(name: str, gamma: F = F(3), share: F = F(1, 4)) -> dict:
    """Four truths, the first two protected: they are reported as by k-ary response, and all others
    say themselves alone, or what says nothing of them. A price is what its truth's single needs, or
    the rows that name one or both protected truths.
    """
    q = [share, share, F(1, 2) - share, F(1, 2) - share]
    named = 2 / (1 + gamma) / 2
    alone = 1 - 2 * named
    rows = [[named * (gamma if j == i else 1) for j in range(4)] for i in (0, 1)]
    rows += [[alone * (j == i) for j in range(4)] for i in (2, 3)]
    mass = [sum(p * x for p, x in zip(q, row, strict=True)) for row in rows]
    J = [
        [sum(r[i] * r[j] / m for r, m in zip(rows, mass, strict=True)) for j in range(4)]
        for i in range(4)
    ]
    V = inverse(J)
    D = [[F(i == j) for j in range(4)] for i in range(4)]
    if name == "e-optimal":
        D = [[F(1), F(-1), F(0), F(0)], [F(-1), F(1), F(0), F(0)], [F(0)] * 4, [F(0)] * 4]
    X = V if name == "d-optimal" else times(times(V, D), V)

    def worth(row: list[F]) -> F:
        whole = sum(x * z * X[i][j] for i, x in enumerate(row) for j, z in enumerate(row))
        return whole / sum(p * x for p, x in zip(q, row, strict=True))

    single = worth([F(0), F(0), F(1), F(0)])
    one, both = worth([gamma, F(1), F(1), F(1)]), worth([gamma, gamma, F(1), F(1)])
    price = max((one - 2 * single) / (1 + gamma), (both - 2 * single) / (2 * gamma))
    paid, squares = 2 * (price + single), sum(p * p for p in q)
    trace = sum(V[i][i] for i in range(4))
    if name == "a-optimal":
        value, bound = trace - squares, 2 * trace - squares - paid
    elif name == "d-optimal":
        value = 4 / determinant(J)
        bound = 4 * (4 / paid) ** 4 / determinant(J)
    else:
        value, bound = F(100), (4 * (V[0][0] - V[0][1]) - paid) / 2
    forms = {"tangents": class_form(V)}
    if name == "e-optimal":
        forms["directions"] = class_form(D)
    return write(
        forms
        | {
            "format": "rropt-certificate/2",
            "kind": "symmetric",
            "privacy": {"gamma": gamma, "delta": "0", "protected": [0]},
            "truths": [2, 2],
            "objective": {"name": name},
            "prior": [q[0], q[2]],
            "patterns": [[[[gamma, 1], ["1", 1]], "1"], ["0", [["1", 1], ["0", 1]]]],
            "weights": [2 * named, 2 * alone],
            "prices": [price, single],
            "value": value,
            "bound": bound,
            "gap": value - bound,
            "cover": {"proof": "extremes"},
        }
    )


def contrast(proof: str = "line") -> dict:
    """Of four truths the first two protected, and how they differ: their two reports have the
    numbers 2 and -2, a single says nothing of them. At equal shares and gamma 3 the second moment
    is 4 (3/4); the tangent (3/2, -3/2, 0, 0) is worth 6 at (3, 1, 1, 1), which two prices pay.
    """
    unit, half = F(1), F(1, 2)
    place = {
        "prior": [F(1, 4)] * 4,
        "weight": unit,
        "offset": F(0),
        "estimators": [[F(2), F(-2), F(0), F(0)]],
        "tangents": [[F(3, 2), F(-3, 2), F(0), F(0)]],
    }
    rows = [[3, 1, 1, 1], [1, 3, 1, 1], [0, 0, 1, 0], [0, 0, 0, 1]]
    return write(
        {
            "format": FORMAT,
            "kind": "gradient",
            "privacy": {"gamma": "3", "delta": "0", "protected": [0, 1]},
            "objective": {"name": "c-optimal", "contrasts": [[unit, -unit, F(0), F(0)]]},
            "scenarios": [place],
            "patterns": [[F(x) for x in row] for row in rows],
            "weights": [F(1, 4), F(1, 4), half, half],
            "prices": [F(3, 2), F(3, 2), F(0), F(0)],
            "value": F(3),
            "bound": F(3),
            "gap": F(0),
            "cover": {"proof": proof},
        }
    )


def with_prices(data: dict, *prices: F) -> dict:
    """Other prices, and the bound that they would prove."""
    bound = 6 - sum(prices)
    return changed(data, prices=prices, bound=bound, gap=3 - bound)


@pytest.mark.parametrize("proof", ["line", "extremes"])
def test_a_contrast_of_protected_truths(proof):
    data = contrast(proof)
    assert check(data).statement == (
        "no (epsilon = ln 3, protecting the truths (0, 1)) private mechanism on 4 truths has a "
        "variance of an unbiased estimator of the contrast (1, -1, 0, 0) from one respondent at "
        "prior (1/4, 1/4, 1/4, 1/4) below 3, and this table, every report of it private for all "
        "truths or of one unprotected truth, reaches it"
    )
    assert proves(data)


def with_single_tangent(data: dict) -> dict:
    """A tangent at an unprotected truth, whose single nothing pays."""
    (place,) = data["scenarios"]
    return changed(data, scenarios=[place | {"tangents": [[F(3, 2), F(-3, 2), F(1, 9), F(0)]]}])


CONTRASTS = {
    "a price of a protected truth too low": lambda data: with_prices(
        data, F(3, 2) - NEAR, F(3, 2), F(0), F(0)
    ),
    "a negative price of a single": lambda data: with_prices(
        data, F(3, 2) + NEAR, F(3, 2), F(0), -NEAR
    ),
    "a single that is not paid for": with_single_tangent,
    "one of them protected": lambda data: with_protected(data, [0]),
    "all of them protected": lambda data: with_protected(data, [0, 1, 2, 3]),
    "a single of a protected truth": lambda data: with_protected(data, [0, 1, 2]),
    "two truths in place of two singles": lambda data: changed(
        data,
        patterns=[*data["patterns"][:2], [F(0), F(0), F(1), F(1)], [F(0), F(0), F(0), F(1)]],
        weights=[F(1, 4), F(1, 4), F(1, 2), F(0)],
    ),
    "a smaller bound of levels": lambda data: changed(
        data, privacy={"gamma": "299/100", "delta": "0", "protected": [0, 1]}
    ),
}

MALFORMED_CONTRASTS = {
    "no truth": lambda data: with_protected(data, []),
    "no such truth": lambda data: with_protected(data, [4]),
    "not in order": lambda data: with_protected(data, [1, 0]),
    "a form": lambda data: changed(data, cover={"proof": "form"}),
    "simplices": lambda data: changed(data, cover={"proof": "simplices"}),
    "universal": lambda data: changed(data, universal=True),
    "a delta": lambda data: changed(
        data, privacy={"gamma": "3", "delta": "1/10", "protected": [0, 1]}
    ),
    "a price of a pair": lambda data: changed(data, pair_prices=[[0, 1, "1"]]),
    "numbers of an interval": lambda data: changed(
        data,
        objective={"name": "mean", "values": [F(1), F(2), F(3), F(4)], "over": "numbers"}
        | {"shifts": F(1)},
    ),
}

WRONG_CONTRASTS = CONTRASTS | MALFORMED_CONTRASTS


@pytest.mark.everything
@pytest.mark.parametrize("proof", ["line", "extremes"])
@pytest.mark.parametrize("change", CONTRASTS.values(), ids=list(CONTRASTS))
def test_near_misses_of_a_contrast_are_refuted(change, proof):
    data = change(contrast(proof))
    assert check(data).verdict == "refuted" and not proves(data)


@pytest.mark.parametrize("change", MALFORMED_CONTRASTS.values(), ids=list(MALFORMED_CONTRASTS))
def test_what_is_no_level_of_a_contrast_is_malformed(change):
    assert check(change(contrast())).verdict == "malformed"


CASES = [
    (name, gamma, share)
    for name in NAMES
    for gamma in (F(3), F(6, 5))
    for share in (F(1, 4), F(1, 6))
]


@pytest.mark.everything
@pytest.mark.parametrize(("name", "gamma", "share"), CASES)
def test_a_response_of_protected_truths_with_singles(name, gamma, share):
    data = response(name, gamma, share)
    assert check(data).verdict == "verified" and proves(data)


def test_the_optimum_of_four_truths_is_reached():
    """11/4 at equal shares: the search over all patterns of a matrix of levels finds it, too."""
    data = response("a-optimal")
    assert data["value"] == data["bound"] == "11/4"
    assert check(data).statement == (
        "no (epsilon = ln 3, protecting the truths of classes (0)) private mechanism on 4 truths "
        "has a trace of the covariance of an unbiased estimator of the shares from one respondent "
        "at prior (2 x 1/4, 2 x 1/4) below 11/4, and this table, every report of it private for "
        "all truths or of one unprotected truth, reaches it"
    )


def lowered(data: dict, place: int) -> dict:
    """One price less, and the bound that these prices would prove."""
    prices = [F(y) - NEAR * (c == place) for c, y in enumerate(data["prices"])]
    bound = F(data["bound"]) + 2 * NEAR
    return changed(data, prices=prices, bound=bound, gap=F(data["value"]) - bound)


NEAR_MISSES = {
    "the price of a single is too low": lambda data: lowered(data, 1),
    "the price of a protected truth is too low": lambda data: lowered(data, 0),
    "a single of a protected truth": lambda data: changed(
        data, patterns=[data["patterns"][0], [[["1", 1], ["0", 1]], "0"]]
    ),
    "a weight is negative": lambda data: changed(data, weights=[data["weights"][0], "-1"]),
    "a larger pattern": lambda data: changed(
        data, patterns=[[[["301/100", 1], ["99/100", 1]], "1"], data["patterns"][1]]
    ),
    "an entry below those of protected truths": lambda data: changed(
        data,
        patterns=[[[["3", 1], ["1", 1]], "99/100"], data["patterns"][1]],
        weights=["1/2", "101/100"],
    ),
    "one-sided, and for other truths beyond the level": lambda data: changed(
        data,
        patterns=[
            [data["patterns"][0][0], [["4", 1], ["1", 1]]],
            ["1", "1/3"],
            data["patterns"][1],
        ],
        weights=["1/4", "1/2", "5/12"],
        value="100",
        gap=F(100) - F(data["bound"]),
    ),
    "two truths in place of a single": lambda data: changed(
        data, patterns=[data["patterns"][0], ["0", "1"]], weights=["1/2", "1/2"]
    ),
    "the other class": lambda data: with_protected(data, [1]),
    "both classes": lambda data: with_protected(data, [0, 1]),
    "a smaller bound of levels": lambda data: changed(
        data, privacy={"gamma": "299/100", "delta": "0", "protected": [0]}
    ),
}


def with_protected(data: dict, classes: list) -> dict:
    return changed(data, privacy=data["privacy"] | {"protected": classes})


@pytest.mark.parametrize("change", NEAR_MISSES.values(), ids=list(NEAR_MISSES))
def test_near_misses_are_refuted(change):
    data = change(response("a-optimal"))
    assert check(data).verdict == "refuted"
    assert proves(data) is False


MALFORMED = {
    "no class": lambda data: with_protected(data, []),
    "a class twice": lambda data: with_protected(data, [0, 0]),
    "no such class": lambda data: with_protected(data, [2]),
    "a delta": lambda data: changed(data, privacy=data["privacy"] | {"delta": "1/10"}),
    "shares of one class": lambda data: changed(data, shares=[["1/4", "1/4"], ["1/4", "1/4"]]),
    "cells": lambda data: changed(
        data,
        cover={
            "proof": "cells",
            "diagonal": ["1", "1"],
            "slopes": ["0", "0"],
            "ends": [["1", "0", ["1", "1"]], ["3", "0", ["1", "1"]]],
        },
    ),
    "a price of a pair": lambda data: changed(data, pair_prices=[[0, 1, "1"]]),
}

WRONG = NEAR_MISSES | MALFORMED


@pytest.mark.parametrize("change", MALFORMED.values(), ids=list(MALFORMED))
def test_what_is_no_level_of_classes_is_malformed(change):
    assert check(change(response("a-optimal"))).verdict == "malformed"


def test_other_kinds_know_no_protected_classes():
    data = trace(3, F(3))
    level = data["privacy"] | {"protected": [0]}
    assert check(changed(data, privacy=level)).verdict == "malformed"


def test_an_epsilon_is_enclosed():
    data = response("a-optimal", F(3))
    wide = {"epsilon": "1", "gamma": ["3", "4"], "delta": "0", "protected": [0]}
    assert check(changed(data, privacy=wide)).verdict == "refuted"


def test_a_truth_that_nobody_has_has_no_single():
    """At the share zero what one unprotected truth says alone would be infinitely informative."""
    data = changed(response("a-optimal"), prior=["1/2", "0"])
    assert check(data).verdict == "refuted"


def test_patterns_are_high_at_protected_truths_alone():
    one = OneNumber(F(3), F(3), F(0), Words("", ""))
    found = list(rows(ProtectedClasses(one, Words("", ""), (1,)), [2, 1]))
    assert [[tuple(run) for run in row] for row in found] == [
        [(0, 1, 2), (1, 1, 1)],
        [(0, 1, 2), (1, 3, 1)],
        [(0, 0, 1), (0, 1, 1), (1, 0, 1)],
    ]
