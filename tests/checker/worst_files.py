"""The most expensive files that a checker accepts: for each loop one that fills its limit.

Each function makes a certificate of a size n; `largest` finds the largest n at which it is no
longer malformed. What such a file proves is poor: it is right, so that everything is looked at.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction as F
from itertools import permutations, product
from random import Random
from typing import Any

from rropt.checker import FORMAT
from rropt.checker.kind_polynomial import MAX_DEGREE

Data = dict[str, Any]
HIGH = 10**6
"""A price that covers everything here."""


def useless(k: int, rows: int = 1) -> Data:
    """The table of k truths that says nothing, in equal rows."""
    return {"patterns": [["1"] * k] * rows, "weights": [str(F(1, rows))] * rows}


def prices(k: int, rows: int, utility: Data, u: F, cover: str, **parts: Any) -> Data:
    """The useless table, worth u, under prices that are too high."""
    bound = F(HIGH * k)
    head = {"format": FORMAT, "kind": "prices", "truths": k, "prices": [str(HIGH)] * k}
    ends = {"value": str(u), "bound": str(bound), "gap": str(bound - u)}
    given = {"utility": utility, "privacy": NUMBER, "cover": {"proof": cover}}
    return {**head, **ends, **given, **useless(k, rows), **parts}


NUMBER = {"gamma": "3", "delta": "0"}
SOFT = {"gamma": "3", "delta": "1/2"}
TRACE = {"name": "trace"}


def uniform(k: int) -> list[str]:
    return [str(F(1, k))] * k


def condition(left: Any, right: Any, levels: list[Any], most: str = "0") -> Data:
    return {"left": left, "right": right, "levels": levels, "most": most}


def divergence(left: Any, right: Any, order: Any, budget: str, most: list[str]) -> Data:
    return {"left": left, "right": right, "order": order, "budget": budget, "most": most}


def pairs_with_a_delta(k: int) -> Data:
    """Level 1 with a delta of 1: every pair of truths at every row, in two rows."""
    rows = [[str(F(i, k)) for i in range(1, k + 1)], [str(F(k - i, k)) for i in range(1, k + 1)]]
    listed = {"patterns": rows, "weights": ["1", "1"]}
    return prices(k, 1, TRACE, F(0), "actions", **listed) | {
        "privacy": {"gamma": "1", "delta": "1"},
        "cover": {"proof": "actions", "multipliers": [[] for _ in range(k)]},
        **worth(k, sum(max(map(F, row)) for row in rows)),
    }


def worth(k: int, u: F, price: int = HIGH) -> Data:
    bound = F(price * k)
    return {"value": str(u), "bound": str(bound), "gap": str(bound - u)}


def levels_of_one_condition(n: int) -> Data:
    """n levels of a condition at n rows."""
    levels = [["1", str(i + 2)] for i in range(n)]
    masses = [str(F(1, n))] * n
    cover = {"proof": "actions", "multipliers": [[]]}
    return prices(1, 1, TRACE, F(1), "actions", weights=masses, patterns=[["1"]] * n) | {
        "privacy": {"conditions": [condition(0, 0, levels)]},
        "cover": cover,
    }


def many_conditions(n: int) -> Data:
    """n conditions of a level at n rows of two truths."""
    listed = [condition(0, 1, [["1", str(i + 2)]]) for i in range(n)]
    cover = {"proof": "actions", "multipliers": [[], []]}
    return prices(2, n, TRACE, F(1), "actions") | {
        "privacy": {"conditions": listed},
        "cover": cover,
        "universal": False,
    }


def universal(n: int) -> Data:
    """The same, each row on an exhausted level: level 1 is the last of n."""
    listed = [condition(0, 1, [["1", str(i + 2)]]) for i in range(n)]
    listed.append(condition(0, 1, [["1", "1"]]))
    cover = {"proof": "actions", "multipliers": [[], []]}
    return prices(2, n, TRACE, F(1), "actions") | {
        "privacy": {"conditions": listed},
        "cover": cover,
        "universal": True,
    }


def wide_forms(k: int) -> Data:
    """Multipliers of long forms, for every action."""
    forms = [condition(uniform(k), uniform(k), [["1", "2"]]) for _ in range(5)]
    lists = [[[n, "1/7"] for n in range(5)] for _ in range(k)]
    return prices(k, 1, TRACE, F(1), "actions") | {
        "privacy": {"conditions": forms},
        "cover": {"proof": "actions", "multipliers": lists},
    }


def gain(n: int) -> Data:
    """n actions on n truths."""
    rows = [[str((i * j) % 7) for j in range(n)] for i in range(n)]
    utility = {"name": "gain", "prior": uniform(n), "gain": rows}
    u = max(sum(map(F, row)) for row in rows) / n
    return prices(n, 1, utility, u, "actions")


def rows_of_a_gain(n: int) -> Data:
    """n actions at n rows of eight truths."""
    rows = [[str((i * j) % 7) for j in range(8)] for i in range(n)]
    utility = {"name": "gain", "prior": uniform(8), "gain": rows}
    return prices(8, n, utility, max(sum(map(F, row)) for row in rows) / 8, "actions")


def multipliers(k: int) -> Data:
    """One multiplier of each pair, for every action of a gain."""
    lists = [[[a, b, "0"] for a in range(k) for b in range(k) if a != b] for _ in range(k)]
    cover = {"proof": "actions", "multipliers": lists}
    return prices(k, 1, TRACE, F(1), "actions") | {"privacy": SOFT, "cover": cover}


def line(k: int) -> Data:
    """A contrast whose roots are all different."""
    total = k * (k + 1) // 2
    prior = [str(F(i, total)) for i in range(1, k + 1)]
    contrast = [str(F(i % 1009 - 504)) for i in range(k)]
    return of_contrast(k, prior, contrast, NUMBER, "line")


def windows(n: int) -> Data:
    """Prices whose roots are all different, and a window for each of them: four have a weight, from
    1/4 on and from 3/4 on, with the numbers of which nearly all means are made."""
    half = n - 1
    end = 2 * half
    steps = [[half + -(-part * half // 4), end, "1/64", "16"] for part in (1, 3)]
    slopes = ["0", *(str(HIGH**2 * (j % 1009 + 2)) for j in range(1, n))]
    return {
        "format": FORMAT,
        "kind": "windows",
        "privacy": NUMBER,
        "low": "0",
        "high": "1",
        "unit": "1",
        "shifts": 1,
        "windows": steps + [[j, end, "0", "1"] for j in range(n)],
        "masses": [str(j + 1) for j in range(n)],
        "slopes": slopes,
        "constants": [str(HIGH**3)] * n,
        "value": "1000",
        "bound": "0",
        "gap": "1000",
    }


def long_prices(half: int) -> Data:
    """Prices of windows with 7000 digits in base two, whose roots are all different; only in the
    middle they are large, and cover for all.
    """
    unit = 1 << 6980
    rng = Random(5)
    parts = [[rng.randrange(unit // 2, unit) for _ in range(half)] for _ in range(3)]
    constants, slopes, masses = [[str(x) for x in part] for part in parts]
    middle = str(unit << 20)
    steep = [str(4 * int(x)) for x in slopes]
    of_numbers = {"masses": [middle, *masses], "constants": [middle, *constants]}
    listed = windows(half + 1)["windows"][:2]
    ends = {"bound": str(-HIGH), "gap": str(HIGH + 1000)}
    return windows(2) | of_numbers | ends | {"windows": listed, "slopes": ["0", *steep]}


def of_contrast(
    k: int, prior: list[str], contrast: list[str], privacy: Data, cover: str, rows: int = 1
) -> Data:
    """A contrast of zero, whose estimator is nothing, and tangents that prove nothing."""
    price = HIGH**3
    place = {"prior": prior, "weight": "1", "offset": "0", "estimators": [["0"] * rows]}
    bound = F(-(price * k))
    return {
        "format": FORMAT,
        "kind": "gradient",
        "privacy": privacy,
        "objective": {"name": "c-optimal", "contrasts": [["0"] * k]},
        "scenarios": [place | {"tangents": [contrast]}],
        **useless(k, rows),
        "prices": [str(price)] * k,
        "value": "0",
        "bound": str(bound),
        "gap": str(-bound),
        "cover": {"proof": cover},
    }


def cube(k: int, digits: int = 1) -> Data:
    """All patterns of k truths, one ratio."""
    total = 10**digits * k + k * (k + 1) // 2
    prior = [str(F(10**digits + i, total)) for i in range(1, k + 1)]
    contrast = [str(F(i - 5, 10**digits)) for i in range(k)]
    found = of_contrast(k, prior, contrast, NUMBER, "extremes")
    return found | {"prices": [str(HIGH**3 + i) for i in range(k)]} | ends_of(k)


def form(k: int) -> Data:
    """The same by the quadratic form; more truths than one has."""
    return cube(k) | {"cover": {"proof": "form"}}


def ends_of(k: int) -> Data:
    bound = F(-sum(HIGH**3 + i for i in range(k)))
    return {"value": "0", "bound": str(bound), "gap": str(-bound)}


def of_tangents(k: int, tangents: list[list[str]]) -> Data:
    """A model whose coefficients are the shares: contrasts of zero, each with its tangent."""
    found = cube(k)
    (place,) = found["scenarios"]
    units = [[str(int(i == j)) for j in range(k)] for i in range(k)]
    guess = {
        "weight": "1",
        "points": [["1", place["prior"], units]],
        "contrasts": [["0"] * k] * len(tangents),
        "estimators": [[["0"]]] * len(tangents),
        "tangents": tangents,
    }
    return found | {"objective": {"name": "coefficients"}, "scenarios": [guess]}


def many_tangents(n: int) -> Data:
    """Twelve truths, n contrasts at one prior."""
    return of_tangents(12, [[str((i * j) % 11 - 5) for j in range(12)] for i in range(n)])


def clamped(n: int) -> Data:
    """Forty truths, which everybody may tell, and tangents of n digits: half are least."""
    k = 40
    unit = 10**n
    prior = [str(F(k * unit + i, k * k * unit + k * (k - 1) // 2)) for i in range(k)]
    tangents = [[str(F((i * j) % 41 - 20, unit)) for j in range(k)] for i in range(k)]
    told = [["1" if a == b else "0" for b in range(k)] for a in range(k)]
    place = {"weight": "1", "offset": "0", "prior": prior, "tangents": tangents}
    pairs = [[a, b, str(HIGH**3)] for a, b in permutations(range(k), 2)]
    bound = F(-(HIGH**4) * k * k)
    return cube(k) | {
        "privacy": {"gamma": "3", "delta": "1"},
        "objective": {"name": "a-optimal"},
        "scenarios": [place | {"estimators": told}],
        "patterns": told,
        "weights": ["1"] * k,
        "pair_prices": pairs,
        "prices": [str(HIGH)] * k,
        "value": "1",
        "bound": str(bound),
        "gap": str(1 - bound),
        "cover": {"proof": "clamped", "least": k // 2, "private": {"proof": "form"}},
    }


def scenarios(n: int) -> Data:
    """Six truths, n priors, at all staircases."""
    k = 6
    found = of_contrast(k, uniform(k), ["1"] * k, SOFT, "extremes")
    (place,) = found["scenarios"]
    listed = []
    for i in range(n):
        total = k * n + i * k + 15
        prior = [str(F(n + i + j, total)) for j in range(k)]
        listed.append(place | {"prior": prior, "weight": str(F(1, n))})
    goal = found["objective"] | {"over": "average"}
    return found | {"objective": goal, "scenarios": listed}


def information(k: int, **parts: Any) -> Data:
    total = k * (k + 1) // 2
    prior = [str(F(i, total)) for i in range(1, k + 1)]
    utility = {"name": "mutual-information", "prior": prior}
    return prices(k, 1, utility, F(0), "extremes") | parts


def tight_information(k: int, more: F = F(1, 10**13)) -> Data:
    """Shares that hardly any sets add up to alike, at prices in proportion to them, little more
    than many patterns need.
    """
    masses = [int(10**9 * 0.99**j) for j in range(k)]
    prior = [F(mass, sum(masses)) for mass in masses]
    utility = {"name": "mutual-information", "prior": [str(q) for q in prior]}
    found = information(k) | {"utility": utility}
    # of 1 <= T <= 3 the largest of (c (T - 1) - T ln T) / T is c - 1 - ln c, c = 3 ln 3 / 2
    bound = F("0.1484054972773011") + more
    ends = {"value": "0", "bound": str(bound), "gap": str(bound)}
    return found | ends | {"prices": [str(bound * q) for q in prior]}


def one_class(n: int) -> Data:
    """Mutual information of n equal truths: n + 1 patterns."""
    utility = {"name": "mutual-information", "prior": [str(F(1, n))]}
    found = prices(1, 1, utility, F(0), "extremes") | {"truths": [n]}
    return found | worth(n, F(0)) | {"patterns": [["1"]]}


def tight_class(n: int) -> Data:
    """The same at prices of 0.1, which many patterns nearly touch."""
    utility = {"name": "mutual-information", "prior": [str(F(1, n))]}
    found = prices(1, 1, utility, F(0), "extremes") | {"truths": [n], "patterns": [["1"]]}
    # of 1 <= T <= 3 the largest of (c (T - 1) - T ln T) / T, c = 3 ln 3 / 2, is 0.1455
    price = F(1456, 10000) / n
    bound = price * n
    ends = {"value": "0", "bound": str(bound), "gap": str(bound)}
    return found | ends | {"prices": [str(price)]}


def tree(n: int) -> Data:
    """A chain of n branches over n truths, and n + 1 leaves."""
    tokens: list[Any] = []
    for j in range(n):
        tokens += [j, str(F(j + 2, 2))]
    return information(n, cover={"proof": "tree", "tree": [*tokens, "2"]})


def cuts(n: int) -> Data:
    """The same with leaves that are cut."""
    tokens: list[Any] = []
    for j in range(n + 1):
        tokens += [j, [n // 2, str(F(j + 2, 2)), "1/7", str(F(j + 3, 2)), "1/9"]]
    cover = {"proof": "tree", "tree": tokens[:-2] + tokens[-1:], "counts": [1] * n}
    return information(n, cover=cover)


def shallow_tree(depth: int) -> Data:
    """All leaves of a full tree on few truths."""

    def written(j: int) -> list[Any]:
        return ["2"] if j == depth else [j, *written(j + 1), *written(j + 1)]

    return information(max(depth, 2), cover={"proof": "tree", "tree": written(0)})


def staircases(k: int) -> Data:
    """A trace of classes would need multipliers: mutual information at all staircases."""
    return information(k) | {"privacy": SOFT}


def matrix(k: int) -> Data:
    """The rays of levels without relations."""
    rows = [[str(F(10**3 + 131 * a + 977 * b, 10**3)) for b in range(k)] for a in range(k)]
    for a, row in enumerate(rows):
        row[a] = "1"
    return information(k) | {"privacy": {"gamma": rows, "delta": "0"}}


def long_staircases(digits: int) -> Data:
    """Those of five truths for a level of so many digits, and a price for each pair."""
    pairs = [[a, b, "1/1000"] for a, b in permutations(range(5), 2)]
    bound = 5 * HIGH + F(len(pairs), 2000)
    unit = 10**digits
    return prices(5, 1, {"name": "le-cam", "pair": [0, 1]}, F(0), "extremes") | {
        "privacy": SOFT | {"gamma": str(F(3 * unit + 7, unit + 9))},
        "pair_prices": pairs,
        "bound": str(bound),
        "gap": str(bound),
    }


def long_matrix(digits: int) -> Data:
    """One level of so many digits for all pairs of eight truths."""
    unit = 10**digits
    level = str(F(3 * unit + 7, unit + 9))
    rows = [["1" if a == b else level for b in range(8)] for a in range(8)]
    return prices(8, 1, {"name": "le-cam", "pair": [0, 1]}, F(0), "extremes") | {
        "privacy": {"gamma": rows, "delta": "0"}
    }


def path_matrix(k: int) -> Data:
    """Levels between neighbours alone: 2^(k - 1) rays."""
    rows = [["2" if abs(a - b) == 1 else "oo" for b in range(k)] for a in range(k)]
    for a, row in enumerate(rows):
        row[a] = "1"
    pair = {"name": "chi-square", "pair": [0, 1]}
    return prices(k, 1, pair, F(0), "extremes") | {"privacy": {"gamma": rows, "delta": "0"}}


def squares_on_path(n: int) -> Data:
    """Fourteen tangents of n digits on a path of fourteen truths, all of whose pairs have levels:
    those of neighbours imply the others.
    """
    k = 14
    rows = [[str(2 ** abs(a - b)) for b in range(k)] for a in range(k)]
    tangents = [[str(F((i * j) % 11 - 5, 10**n + j)) for j in range(k)] for i in range(k)]
    return of_tangents(k, tangents) | {"privacy": {"gamma": rows, "delta": "0"}}


def clamped_levels(k: int) -> Data:
    """A delta for every pair of k truths under levels that do not follow from each other."""
    rows = [[str(1 if a == b else 3 + (a * b) % 5) for b in range(k)] for a in range(k)]
    deltas = [[str(int(a != b)) for b in range(k)] for a in range(k)]
    inside = {"proof": "actions", "multipliers": [[]] * k}
    return prices(k, 1, TRACE, F(1), "clamped") | {
        "privacy": {"gamma": rows, "delta": deltas},
        "pair_prices": [],
        "cover": {"proof": "clamped", "least": 1, "private": inside},
    }


def merged(n: int) -> Data:
    """Two classes of n truths each, and a price for every pair of both."""
    k = 2 * n
    pairs = [[a, b, "1"] for a, b in product(range(k), repeat=2) if (a < n) != (b < n)]
    bound = -(HIGH * k + F(len(pairs), 2))
    found = of_tangents(k, [["1"] * k])
    found["scenarios"][0]["points"][0][1] = uniform(k)
    ends = {"bound": str(bound), "gap": str(F(found["value"]) - bound)}
    classes = {"classes": [0] * n + [1] * n, "of_classes": {"proof": "extremes"}}
    priced = {"prices": [str(HIGH)] * k, "pair_prices": pairs}
    return found | ends | priced | {"privacy": SOFT, "cover": {"proof": "merged", **classes}}


def stretches(n: int) -> Data:
    """Nine truths on a path, looked at on n stretches of short numbers."""
    return on_stretches(9, [str(x) for x in range(-1, n)])


def long_stretches(n: int) -> Data:
    """n ends of 4,000 digits on a path of nine truths."""
    ends = [F(64 * i * 10**4000 // n + 1, 10**4000) for i in range(n)]
    return on_stretches(9, [str(-1), *map(str, ends)])


def many_forests(n: int) -> Data:
    """A hundred truths, and for each of n stretches a forest of its own."""
    k = 100
    path = [[c, c - 1] for c in range(k - 1, 0, -1)]
    stretches = [[str(i), i] for i in range(n)]
    cover = {"proof": "stretches", "forests": [path] * n, "start": "-1", "stretches": stretches}
    rows = [[str(3 - 2 * (a == b)) for b in range(k)] for a in range(k)]
    found = prices(k, 1, {"name": "chi-square", "pair": [0, 1]}, F(0), "stretches")
    return found | {"privacy": {"gamma": rows, "delta": "0"}, "cover": cover}


def on_stretches(k: int, ends: list[str]) -> Data:
    """(r_0 - r_1)^2 / r_1 on a path, whose levels are 64 digits long."""
    step = F(10**64 + 1, 10**64 // 8)
    rows = [[str(step ** abs(a - b)) for b in range(k)] for a in range(k)]
    cover = {
        "proof": "stretches",
        "forests": [[[c, c - 1] for c in range(k - 1, 0, -1)]],
        "start": ends[0],
        "stretches": [[end, 0] for end in ends[1:]],
    }
    pair = {"name": "chi-square", "pair": [0, 1]}
    found = prices(k, 1, pair, F(0), "stretches")
    return found | {"privacy": {"gamma": rows, "delta": "0"}, "cover": cover}


def cone(n: int) -> Data:
    """No report of n truths makes one twice as likely, or half."""
    k = n
    prior = [str(F(j + 7, sum(range(7, 7 + k)))) for j in range(k)]
    levels = [["1", "2"]]
    above = [condition(j, prior, levels, "0") for j in range(k)]
    below = [condition(prior, j, levels, "0") for j in range(k)]
    pair = {"name": "le-cam", "pair": [0, 1]}
    privacy = {"conditions": [*above, *below]}
    return prices(k, 1, pair, F(0), "extremes") | {"privacy": privacy}


def sections(n: int) -> Data:
    """n planes through the rows of four truths."""
    k = 4
    listed = []
    for i in range(n):
        right = [str(1 + (i * 5 + j * j * 3 + i * j) % 11) for j in range(k)]
        listed.append(condition(i % k, right, [["1", str(F(7 + i, 50 + i))]], "4"))
    return information(k) | {"privacy": {"conditions": listed}}


def planes_of_pairs(*more: Data) -> list[Data]:
    """Conditions of three truths, 34 levels each, whose planes meet at 14,000 rays, and others."""
    levels = [["1", str(F(i + 64, 64))] for i in range(34)]
    return [*(condition(a, b, levels, "1") for a, b in permutations(range(3), 2)), *more]


def gain_at_rays(n: int) -> Data:
    """n actions at each of these rays."""
    rows = [["1/2"] * 3] * n
    utility = {"name": "gain", "prior": uniform(3), "gain": rows}
    listed = planes_of_pairs()
    return prices(3, 1, utility, F(1, 2), "extremes") | {"privacy": {"conditions": listed}}


def priced_conditions(n: int) -> Data:
    """n conditions that have a price, at each of these rays."""
    listed = planes_of_pairs(*[condition(0, 1, [["1", "2"]], "1")] * n)
    bound = 3 * HIGH + n
    return prices(3, 1, TRACE, F(1), "extremes") | {
        "privacy": {"conditions": listed},
        "condition_prices": [[6 + i, "1"] for i in range(n)],
        "bound": str(bound),
        "gap": str(bound - 1),
    }


def priced_levels(n: int) -> Data:
    """The same with n levels of each of twelve conditions."""
    levels = [["1", str(F(i + 64, 64))] for i in range(n)]
    made = priced_conditions(12)
    first = made["privacy"]["conditions"][:6]
    return made | {"privacy": {"conditions": [*first, *[condition(0, 1, levels, "1")] * 12]}}


def hard_conditions(n: int) -> Data:
    """n conditions that each of these rays obeys."""
    listed = planes_of_pairs(*[condition(0, 1, [["1", "65536"]])] * n)
    return prices(3, 1, TRACE, F(1), "extremes") | {"privacy": {"conditions": listed}}


def card(digits: int) -> Data:
    """Half-planes of seven levels of a condition, with long numbers."""
    unit = 10**digits
    levels = [["1", str(F(unit * (i + 2) + 1, unit))] for i in range(7)]
    return {
        "format": FORMAT,
        "kind": "cases",
        "proof": "card",
        "privacy": {"conditions": [condition(0, 1, levels, "100")]},
        "device": "two-answers",
        "prior": "1/2",
        "table": [["1", "0"], ["0", "1"]],
        "value": "1/4",
        "bound": "1/4",
        "gap": "0",
    }


def two_reports(k: int) -> Data:
    """Mutual information at all sets of truths."""
    total = k * (k + 1) // 2
    prior = [str(F(i, total)) for i in range(1, k + 1)]
    return {
        "format": FORMAT,
        "kind": "cases",
        "proof": "box",
        "reports": 2,
        "privacy": SOFT,
        "truths": k,
        "utility": {"name": "mutual-information", "prior": prior},
        "table": [["1/2"] * k] * 2,
        "value": "0",
        "bound": "9",
        "gap": "9",
    }


def chains(n: int) -> Data:
    """n levels of two truths."""
    listed = [condition(0, 1, [["1", str(F(i + 2, 3))]], str(F(60, i + 61))) for i in range(n)]
    return two_reports(2) | {
        "proof": "chain",
        "privacy": {"conditions": listed},
        "reports": 64,
        "table": [["1", "1"]],
    }


def fewer(k: int) -> Data:
    """All choices of half of k actions, in one set that holds all."""
    one = {"actions": [*range(k)], "prices": ["1"] * k, "cover": {"proof": "actions"}}
    rows = [["1" if i == j else "0" for j in range(k)] for i in range(k)]
    return {
        "format": FORMAT,
        "kind": "cases",
        "proof": "actions",
        "privacy": NUMBER,
        "truths": k,
        "utility": {"name": "gain", "prior": uniform(k), "gain": rows},
        "reports": max(1, k // 2),
        "table": [["1"] * k],
        "sets": [one],
        "value": str(F(1, k)),
        "bound": str(k),
        "gap": str(k - F(1, k)),
    }


def eigenvalue(n: int) -> Data:
    """Eight truths, n rows: the matrix of second moments of each truth."""
    return largest_eigenvalue(8, n)


def largest_eigenvalue(k: int, copies: int) -> Data:
    """k-ary response, its rows split; huge prices."""
    total = F(2 + k)
    rows = [[str(F(3 if i == j else 1)) for j in range(k)] for i in range(k)] * copies
    own, other = (total - 1) / 2, F(-1, 2)
    estimators = [[str(own if i % k == a else other) for i in range(k * copies)] for a in range(k)]
    place = {
        "prior": uniform(k),
        "weight": "1",
        "offset": "0",
        "estimators": estimators,
        "tangents": [["0"] * k] * k,
    }
    units = [["1" if a == b else "0" for b in range(k)] for a in range(k)]
    bound = F(-HIGH * k - k, k)
    return {
        "format": FORMAT,
        "kind": "gradient",
        "privacy": NUMBER,
        "objective": {
            "name": "e-optimal",
            "over": "worst-group",
            "directions": [[unit] for unit in units],
        },
        "scenarios": [place],
        "patterns": rows,
        "weights": [str(1 / (total * copies))] * (k * copies),
        "prices": [str(HIGH)] * k,
        "value": str(HIGH),
        "bound": str(bound),
        "gap": str(HIGH - bound),
        "cover": {"proof": "extremes"},
    }


def eigenvalue_of_many(k: int) -> Data:
    """Few rows of many truths: eliminations at all patterns."""
    return largest_eigenvalue(k, 1)


def scales(k: int) -> Data:
    """d-optimal: determinants of triangular vectors, powers of long numbers."""
    found = largest_eigenvalue(k, 1)
    (place,) = found["scenarios"]
    units = [["1" if a == b else "0" for b in range(k)] for a in range(k)]
    goal = {"name": "d-optimal", "contrasts": units, "scales": ["1"] * k}
    bound = F(0)
    place = place | {"tangents": units}
    return found | {
        "objective": goal,
        "scenarios": [place],
        "cover": {"proof": "extremes"},
        "value": str(HIGH**k),
        "bound": str(bound),
        "gap": str(HIGH**k - bound),
        "prices": [str(HIGH + a) for a in range(k)],
    }


def density(n: int) -> Data:
    """n bins over n + 1 points; the prior is not that of the density, which is seen last."""
    points = [str(j) for j in range(n + 1)]
    bins = [str(F(1, 2 * n))] * (2 * n)
    masses = [F(1, n)] * (n + 1)
    masses[0] = masses[-1] = F(0)
    masses[1] = masses[-2] = F(3, 2 * n)
    k = n + 1
    found = of_contrast(k, [*map(str, masses)], ["0"] * k, NUMBER, "line")
    goal = {"name": "mean", "values": points, "over": "density", "shifts": "3", "shares": bins}
    return found | {"objective": goal}


def model(n: int) -> Data:
    """n points of a model of three truths and two coefficients."""
    k = 3
    points = []
    for i in range(n):
        shares = [str(F(1 + (i * j) % 3, 9)) for j in (1, 2)]
        shares.append(str(1 - sum(map(F, shares))))
        points.append([str(F(1, n)), shares, [["0", "0"]] * k])
    guess = {
        "weight": "1",
        "points": points,
        "contrasts": [["0", "0"]],
        "estimators": [[["0"]] * n],
        "tangents": [["1", "1"]],
    }
    price = F(HIGH)
    return {
        "format": FORMAT,
        "kind": "gradient",
        "privacy": SOFT,
        "objective": {"name": "coefficients"},
        "scenarios": [guess],
        **useless(k),
        "prices": [str(price)] * k,
        "value": "0",
        "bound": str(-price * k),
        "gap": str(price * k),
        "cover": {"proof": "extremes"},
    }


def renyi(n: int) -> Data:
    """A budget of the order 64 at n rows of two truths."""
    unit = 10**6
    rows = [[str(unit + i), str(unit - i)] for i in range(n)]
    total = [sum(int(row[j]) for row in rows) for j in (0, 1)]
    rows.append([str(2 * unit * n - x) for x in total])
    budget = divergence(0, 1, 64, "1", [str(10**27), str(10**28)])
    return prices(2, 1, TRACE, F(0), "actions") | {
        "privacy": {"conditions": [budget]},
        "patterns": rows,
        "weights": [str(F(1, 2 * unit * n))] * (n + 1),
        "cover": {"proof": "actions", "multipliers": [[], []]},
    }


def ratios(n: int) -> Data:
    """A budget of an order that is no integer, and n actions with a long ratio each."""
    longest = 2**128 - 1
    budget = divergence(0, 1, "3/2", "1", ["8/5", "17/10"])
    utility = {"name": "gain", "prior": uniform(2), "gain": [["0", "0"]] * n}
    price = 10**60
    bound = 2 * price + F(17, 10)
    return prices(2, 1, utility, F(0), "actions") | {
        "privacy": {"conditions": [budget]},
        "prices": [str(price)] * 2,
        "condition_prices": [[0, "1"]],
        "cover": {
            "proof": "actions",
            "multipliers": [[]] * n,
            "ratios": [[[0, str(longest - i)]] for i in range(n)],
        },
        "bound": str(bound),
        "gap": str(bound),
    }


def cut_into(truths: int, shown: list[int]) -> list[int]:
    """What shows each of the simplices, halved along each edge in turn, as evenly as may be."""
    cut = []
    left = [(shown, 0)]
    while left:
        own, depth = left.pop()
        if len(own) == 1:
            cut += own
            continue
        cut.append(2 + depth % (truths * (truths - 1) // 2))
        middle = len(own) // 2
        left += [(own[middle:], depth + 1), (own[:middle], depth + 1)]
    return cut


def simplices(n: int) -> Data:
    """n simplices of three truths that lines show; these have logarithms, as vertices have."""
    pairs = list(permutations(range(3), 2))
    budget = {"order": "3/2", "budget": "1", "most": ["8/5", "17/10"]}
    price = F(2)
    bound = 3 * price + 6 * F(17, 10) * F(2, 27)
    utility = {"name": "mutual-information", "prior": uniform(3)}
    return prices(3, 1, utility, F(0), "simplices") | {
        "privacy": {"conditions": [{"left": a, "right": b} | budget for a, b in pairs]},
        "prices": [str(price)] * 3,
        "condition_prices": [[i, "2/27"] for i in range(6)],
        "cover": {"proof": "simplices", "cut": cut_into(3, [0] * n), "lines": 10_000},
        "bound": str(bound),
        "gap": str(bound),
    }


def forms_of_simplices(n: int) -> Data:
    """n forms of four truths with entropies, beside their corners."""
    k = 4
    pairs = list(permutations(range(k), 2))
    budget = {"order": 3, "budget": "1", "most": ["7", "8"]}
    utility = {"name": "mutual-information", "prior": uniform(k)}
    price = F(10**20 + 1, 10**17)
    bound = k * price + 12 * 8 * F(1, 10**9)
    shown = cut_into(k, [1] * n)
    return prices(k, 1, utility, F(0), "simplices") | {
        "privacy": {"conditions": [{"left": a, "right": b} | budget for a, b in pairs]},
        "prices": [str(price)] * k,
        "condition_prices": [[n, str(F(1, 10**9))] for n in range(12)],
        "cover": {"proof": "simplices", "cut": shown, "lines": 30_000},
        "bound": str(bound),
        "gap": str(bound),
    }


def simplices_of_points(n: int) -> Data:
    """1000 simplices of a model of n points: a sum of n quotients at each vertex."""
    pairs = list(permutations(range(3), 2))
    budget = {"order": 2, "budget": "1", "most": ["13591/5000", "27183/10000"]}
    price = F(HIGH)
    bound = 3 * price + 6 * F("27183/10000")
    return model(n) | {
        "privacy": {"conditions": [{"left": a, "right": b} | budget for a, b in pairs]},
        "prices": [str(price)] * 3,
        "condition_prices": [[i, "1"] for i in range(6)],
        "cover": {"proof": "simplices", "cut": cut_into(3, [0] * 1000), "lines": 3000},
        "bound": str(-bound),
        "gap": str(bound),
    }


def forms_of_points(n: int) -> Data:
    """n forms of a model of four points."""
    data = simplices_of_points(4)
    data["cover"]["cut"] = cut_into(3, [1] * n)
    return data


def concentrated(n: int) -> Data:
    """n points at which two rows of two truths are shown to be zero-concentrated."""
    points = [str(F(i + 1, 64)) for i in range(n)]
    follows = divergence(0, 1, 2, "2", ["7", "8"])
    return prices(2, 1, TRACE, F(0), "actions") | {
        "privacy": {"conditions": [follows], "concentrated": {"rho": "1", "points": points}},
        "patterns": [["3", "1"], ["1", "3"]],
        "weights": ["1/4", "1/4"],
        "cover": {"proof": "actions", "multipliers": [[], []]},
        **worth(2, F(3, 2)),
    }


def symmetric(n: int) -> Data:
    """n rows of two classes, long numbers without a common denominator."""
    sizes = [3, 4]
    rows = []
    for i in range(n):
        prime = 10**12 + 39 + 2 * i
        rows.append([[[str(F(1)), 1], [str(F(prime, 10**12)), 2]], "1"])
    form = {"own": ["1", "1"], "means": [["1", "0"], ["0", "1"]]}
    return {
        "format": FORMAT,
        "kind": "symmetric",
        "privacy": {"gamma": "3", "delta": "0"},
        "truths": sizes,
        "objective": {"name": "a-optimal"},
        "prior": ["1/7", "1/7"],
        "patterns": rows,
        "weights": [str(F(1, n))] * n,
        "tangents": form,
        "prices": [str(HIGH)] * 2,
        "value": "1",
        "bound": "0",
        "gap": "1",
        "cover": {"proof": "extremes"},
    }


def mean_of_eigenvalues(n: int) -> Data:
    """d-optimal of n truths by the mean of eigenvalues: powers of numbers of 800 bits."""
    long = F(10**240 + 7, 10**240 - 1)
    return symmetric(1) | {
        "truths": [n],
        "objective": {"name": "d-optimal", "mean": "geometric"},
        "prior": [str(F(1, n))],
        "patterns": [[[["3", 1], ["1", n - 1]]]],
        "weights": [str(F(n, n + 2))],
        "tangents": {"own": [str(long)], "means": [["1"]]},
        "prices": [str(HIGH * long)],
        "value": str(HIGH * long),
        "bound": str(1 / (HIGH * HIGH * long)),
        "gap": str(HIGH * long - 1 / (HIGH * HIGH * long)),
    }


def blocks(n: int) -> Data:
    """One block of all truths but one, in two circles: 2 n^2 differences."""
    n += n % 2
    moved = {"group": [2, n // 2], "base": [["1", list(range(n - 1))]]}
    return symmetric(1) | {
        "truths": [n],
        "prior": [str(F(1, n))],
        "patterns": [[[["3", n - 1], ["1", 1]]]],
        "weights": [str(F(n, 3 * n - 2))],
        "tangents": {"own": ["1"], "means": [["0"]]},
        "prices": [str(HIGH)],
        "blocks": moved,
    }


def cells(n: int) -> Data:
    """n truths of one class with shares of their own, at forty ends of cells."""
    made = covered_by_cells([n], [F(1, n)], 40, "1/7")
    return made | {"shares": [[str(F(1, n))] * n]}


def long_shares(n: int) -> Data:
    """n pairs of shares of 3,900 digits, the denominators of five together nearly 2^16 bits."""
    shares = []
    for i in range(n):
        long = 10**3900 + i % 5
        more = F(long + i, 2 * n * long)
        shares += [str(more), str(F(1, n) - more)]
    prior = [F(1, 4), F(1, 2 * (2 * n - 2))]
    made = covered_by_cells([2, 2 * n - 2], prior, 2, "1/7")
    return made | {"shares": [shares[:2], shares[2:]]}


def long_cells(n: int) -> Data:
    """n ends of cells of three classes, with numbers of 1,500 digits."""
    unit = 10**1500
    return covered_by_cells([2] * 3, [F(1, 6)] * 3, n, str(F(unit + 1, unit)))


def cells_of_classes(m: int) -> Data:
    """m classes of two truths, at twenty ends: eliminations."""
    return covered_by_cells([2] * m, [F(c + 1, m * (m + 1)) for c in range(m)], 20, "1/7")


def counted_cells(n: int) -> Data:
    """Sixteen classes, and as many counts of nearly all of them as there are ends of cells."""
    data = cells_of_classes(16)
    counts = [["1/7", [c for c in range(16) if c != i % 16]] for i in range(n)]
    places = [str(1 + F(2 * i, n - 1)) for i in range(n)]
    ends = [[s, *data["cover"]["ends"][0][1:], ["3/7"] * n] for s in places]
    return data | {"cover": data["cover"] | {"counts": counts, "ends": ends}}


def few_cells(n: int) -> Data:
    """Twelve classes of eight truths, whose rows with fewer than n at g are looked at."""
    data = covered_by_cells([8] * 12, [F(c + 1, 624) for c in range(12)], 2, "1/7")
    return data | {"cover": data["cover"] | {"several": ["1", "1"], "few": n}}


def rounded_classes(m: int) -> Data:
    """The same with forms that are rounded down: their eliminations."""
    data = cells_of_classes(m)
    return data | {"rounded": "down", "cover": data["cover"] | {"rounded": "down"}}


def rounded_rows(n: int) -> Data:
    """n rows of sixteen truths, in each of which one stands out: quotients that are rounded."""
    m = 16
    data = covered_by_cells([1] * m, [F(1, m)] * m, 2, "1/7")
    own = {"own": ["0"] * m, "means": data["tangents"]["means"]}
    rows = [["2" if i % m == c else "1" for c in range(m)] for i in range(max(n - n % m, m))]
    weights = [str(F(m, (m + 1) * len(rows)))] * len(rows)
    parts = {"tangents": own, "patterns": rows, "weights": weights, "rounded": "down"}
    return data | parts | {"cover": data["cover"] | {"rounded": "down"}}


def covered_by_cells(sizes: list[int], prior: list[F], number: int, slope: str) -> Data:
    m, k = len(sizes), sum(sizes)
    rows = []
    for c in range(m):
        rows.append(["1"] * c + [[["3", 1], ["1", sizes[c] - 1]]] + ["1"] * (m - 1 - c))
    places = [1 + F(2 * i, number - 1) for i in range(number)]
    form = {"own": ["1"] * m, "means": [["0"] * m] * m}
    cover = {
        "proof": "cells",
        "diagonal": [str(HIGH)] * m,
        "slopes": [slope] * m,
        "ends": [[str(place), slope, [slope] * m] for place in places],
    }
    low = F(-100 * HIGH * k)
    return symmetric(1) | {
        "truths": sizes,
        "prior": list(map(str, prior)),
        "patterns": rows,
        "weights": [str(F(n, k + 2)) for n in sizes],
        "tangents": form,
        "prices": [str(10 * HIGH)] * m,
        "value": str(HIGH**2),
        "bound": str(low),
        "gap": str(HIGH**2 - low),
        "cover": cover,
    }


def garbling(n: int) -> Data:
    rows = [[str(F(1, n))] * n] * n
    return {"format": FORMAT, "kind": "garbling", "A": rows, "P": rows, "C": rows}


def separation(n: int) -> Data:
    rows = [[str(F(1, n))] * n] * n
    gains = [[str(i)] * n for i in range(n)]
    same = {"A_value": str(F(n * (n - 1))), "P_value": str(F(n * (n - 1)))}
    return {"format": FORMAT, "kind": "separation", "A": rows, "P": rows, "gain": gains, **same}


def shuffled(n: int) -> Data:
    """n cells of a million people, and turns just before what is most probable."""
    people = 1_000_000
    starts = [people * i // n for i in range(n)]
    cells = []
    for first, end in zip(starts, [*starts[1:], people], strict=True):
        without = people - end
        turn, exchanged = without // 4 + first * 3 // 4, without * 3 // 4 + first // 4
        cells.append([first, turn - 5, exchanged - 5])
    level = {"epsilon": "1", "gamma": "1", "delta": "1", "bits": 64}
    rows = [["3/4", "1/4"], ["1/4", "3/4"]]
    head = {"format": FORMAT, "kind": "shuffled", "table": rows, "people": people}
    return {**head, "upper": {**level, "cells": cells}}


def cells_of_points(n: int) -> Data:
    """n cells of people who tell the truth: their laws are points, which take no steps."""
    people = 1_000_000
    cells = [[i, i + 2, people - i + 1] for i in range(n - 1)] + [[n - 1, n + 1, 2]]
    level = {"epsilon": "1", "gamma": "3/2", "delta": "1", "bits": 64, "cells": cells}
    head = {"format": FORMAT, "kind": "shuffled", "table": [["1", "0"], ["0", "1"]]}
    return {**head, "people": people, "upper": level}


def blanket(n: int) -> Data:
    """Three truths, a million people, ever finer steps."""
    rows = [["3/5" if i == j else "1/5" for j in range(3)] for i in range(3)]
    level = {"epsilon": "1", "gamma": "1", "delta": "1", "bits": 64, "steps": n}
    head = {"format": FORMAT, "kind": "shuffled", "table": rows, "people": 1_000_000}
    return {**head, "upper": level}


def many_scores(n: int) -> Data:
    """n reports, each with a score of its own: each asks for a tail of one law."""
    asked = {"others": [1], "truths": [0, 0], "scores": [10 * i for i in range(n)], "least": 1}
    level = {"epsilon": "0", "gamma": "1", "delta": "0", "bits": 16}
    head = {"format": FORMAT, "kind": "shuffled", "table": [[str(F(1, n))]] * n, "people": 2}
    return {**head, "lower": level | asked}


def many_pairs(n: int) -> Data:
    """All pairs of truths of a table that says nothing."""
    rows = [[str(F(1, n))] * n] * n
    level = {"epsilon": "1", "gamma": "1", "delta": "1", "bits": 64, "steps": 1}
    return {"format": FORMAT, "kind": "shuffled", "table": rows, "people": 9, "upper": level}


def polynomial(n: int) -> Data:
    """A square of n terms in 64 variables."""
    terms = []
    for i in range(n):
        powers = [0] * 64
        powers[i % 64] = 1 + i // 64
        terms.append([str(F(i + 1, 7)), powers])
    zero = {"polynomial": [], "strict": False}
    return {
        "format": FORMAT,
        "kind": "polynomial",
        "variables": [f"x{i}" for i in range(64)],
        "constraints": [],
        "equalities": [],
        "claim": zero,
        "multiplier": [],
        "terms": [{"coefficient": "0", "factors": [], "square": terms}],
        "equality_terms": [],
    }


def identity(constraints: list[Data], powers: list[list[int]]) -> Data:
    """Products of constraints in one variable add up to nothing, or not."""
    terms = [{"coefficient": "1", "factors": row, "square": None} for row in powers]
    return {
        "format": FORMAT,
        "kind": "polynomial",
        "variables": ["x"],
        "constraints": constraints,
        "equalities": [],
        "claim": {"polynomial": [], "strict": False},
        "multiplier": [0] * len(constraints),
        "terms": terms,
        "equality_terms": [],
    }


def products_of_nothing(n: int) -> Data:
    """Powers of n constraints without terms, each up to the largest degree."""
    powers = [[MAX_DEGREE * (i == j) for i in range(n)] for j in range(n)]
    return identity([{"polynomial": [], "strict": True}] * n, powers)


def long_units(n: int) -> Data:
    """nth powers of coefficients whose four different denominators have 4,000 bits."""
    primes = (3, 5, 7, 11)
    below = [p ** int(4000 / math.log2(p)) for p in primes]
    signed = [{"polynomial": [[f"1/{b}", [1]]], "strict": False} for b in below]
    return identity(signed, [[n * (i == j) for i in primes] for j in primes])


def long_numbers(n: int) -> Data:
    """n numbers of three digits each with their own denominators, up to the common one."""
    rows = [["1", str(F(10**9, 10**9 + 2 * i + 1))] for i in range(n)]
    return prices(2, 1, TRACE, F(0), "actions") | {"patterns": rows, "weights": ["1"] * n}


def many_rows(n: int) -> Data:
    """As many short rows as the file holds."""
    return prices(2, n, TRACE, F(1), "actions")


FILES: dict[str, Callable[[int], Data]] = {
    made.__name__.replace("_", " "): made
    for made in (
        pairs_with_a_delta,
        levels_of_one_condition,
        many_conditions,
        universal,
        wide_forms,
        gain,
        rows_of_a_gain,
        multipliers,
        line,
        windows,
        long_prices,
        cube,
        form,
        many_tangents,
        clamped,
        scenarios,
        information,
        tight_information,
        one_class,
        tight_class,
        tree,
        cuts,
        shallow_tree,
        staircases,
        matrix,
        long_staircases,
        long_matrix,
        path_matrix,
        clamped_levels,
        merged,
        stretches,
        long_stretches,
        many_forests,
        squares_on_path,
        cone,
        sections,
        gain_at_rays,
        priced_conditions,
        priced_levels,
        hard_conditions,
        card,
        two_reports,
        chains,
        fewer,
        eigenvalue,
        eigenvalue_of_many,
        scales,
        density,
        model,
        renyi,
        ratios,
        simplices,
        forms_of_points,
        forms_of_simplices,
        simplices_of_points,
        concentrated,
        symmetric,
        mean_of_eigenvalues,
        blocks,
        cells,
        long_shares,
        long_cells,
        cells_of_classes,
        counted_cells,
        few_cells,
        rounded_classes,
        rounded_rows,
        garbling,
        separation,
        shuffled,
        cells_of_points,
        blanket,
        many_scores,
        many_pairs,
        polynomial,
        products_of_nothing,
        long_units,
        long_numbers,
        many_rows,
    )
}


WORST = {
    "pairs with a delta": 1280,
    "levels of one condition": 651,
    "many conditions": 619,
    "universal": 547,
    "wide forms": 896,
    "gain": 1000,
    "rows of a gain": 832,
    "multipliers": 70,
    "line": 50_000,
    "windows": 25_000,
    "long prices": 72,
    "cube": 20,
    "form": 64,
    "many tangents": 2045,
    "clamped": 66,
    "scenarios": 26,
    "information": 24,
    "tight information": 24,
    "one class": 1_000_000,
    "tight class": 1_000_000,
    "tree": 1500,
    "cuts": 950,
    "shallow tree": 13,
    "staircases": 5,
    "matrix": 8,
    "long staircases": 660,
    "long matrix": 205,
    "path matrix": 14,
    "clamped levels": 175,
    "merged": 190,
    "stretches": 41_000,
    "long stretches": 150,
    "many forests": 4750,
    "squares on path": 34,
    "cone": 12,
    "sections": 630,
    "gain at rays": 335,
    "priced conditions": 40,
    "priced levels": 46,
    "hard conditions": 9200,
    "card": 110,
    "two reports": 12,
    "chains": 28,
    "fewer": 20,
    "eigenvalue": 120,
    "eigenvalue of many": 9,
    "scales": 16,
    "density": 660,
    "model": 1500,
    "renyi": 40_000,
    "ratios": 27_000,
    "simplices": 26_000,
    "forms of points": 8_000,
    "forms of simplices": 5_700,
    "simplices of points": 230,
    "concentrated": 3800,
    "symmetric": 1300,
    "mean of eigenvalues": 1250,
    "blocks": 1400,
    "cells": 300_000,
    "long shares": 44,
    "long cells": 33,
    "cells of classes": 17,
    "counted cells": 440,
    "few cells": 11,
    "rounded classes": 84,
    "rounded rows": 20_000,
    "garbling": 165,
    "separation": 135,
    "shuffled": 120,
    "cells of points": 21_000,
    "blanket": 8,
    "many scores": 19_000,
    "many pairs": 40,
    "polynomial": 400,
    "products of nothing": 600,
    "long units": 8,
    "long numbers": 1900,
    "many rows": 190_000,
}
"""Sizes near the largest that are read; twice as large is refused."""

BY_BYTES = {"cells", "gain", "multipliers", "line", "many forests", "many rows"}
"""Whose limit is that of the text."""
