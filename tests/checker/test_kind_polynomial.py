"""Certificates of kind polynomial: identities expanded by hand."""

from __future__ import annotations

import copy
import hashlib
from fractions import Fraction as F
from random import Random

import pytest

from rropt.checker import check
from rropt.checker.kind_polynomial import MAX_DEGREE, Polynomial, Ring
from rropt.checker.verdict import Malformed

HEAD = {"format": "rropt-certificate/2", "kind": "polynomial"}

SQUARE = {  # a^2 - 2ab + b^2 = (a - b)^2
    **HEAD,
    "variables": ["a", "b"],
    "constraints": [],
    "equalities": [],
    "claim": {"polynomial": [["1", [2, 0]], ["-2", [1, 1]], ["1", [0, 2]]], "strict": False},
    "multiplier": [],
    "terms": [{"coefficient": "1", "factors": [], "square": [["1", [1, 0]], ["-1", [0, 1]]]}],
    "equality_terms": [],
}
HANDELMAN = {  # x > 0, y >= 0: (y + 1/2) x = x y + x / 2
    **HEAD,
    "variables": ["x", "y"],
    "constraints": [
        {"polynomial": [["1", [1, 0]]], "strict": True},
        {"polynomial": [["1", [0, 1]]], "strict": False},
    ],
    "equalities": [],
    "claim": {"polynomial": [["1", [0, 1]], ["1/2", [0, 0]]], "strict": True},
    "multiplier": [1, 0],
    "terms": [
        {"coefficient": "1", "factors": [1, 1], "square": None},
        {"coefficient": "1/2", "factors": [1, 0], "square": None},
    ],
    "equality_terms": [],
}
CIRCLE = {  # on x^2 + y^2 = 1: 2 - 2x = (1 - x)^2 + y^2 - (x^2 + y^2 - 1)
    **HEAD,
    "variables": ["x", "y"],
    "constraints": [],
    "equalities": [[["1", [2, 0]], ["1", [0, 2]], ["-1", [0, 0]]]],
    "claim": {"polynomial": [["2", [0, 0]], ["-2", [1, 0]]], "strict": False},
    "multiplier": [],
    "terms": [
        {"coefficient": "1", "factors": [], "square": [["1", [0, 0]], ["-1", [1, 0]]]},
        {"coefficient": "1", "factors": [], "square": [["1", [0, 1]]]},
    ],
    "equality_terms": [[0, [["-1", [0, 0]]]]],
}


def verdict(data):
    return check(data).verdict


def changed(data, path, value):
    """A copy with the entry at this path replaced."""
    data = copy.deepcopy(data)
    here = data
    for step in path[:-1]:
        here = here[step]
    here[path[-1]] = value
    return data


def test_the_sentences():
    assert str(check(SQUARE)) == "verified: b^2 - 2*a*b + a^2 >= 0 for all real a, b"
    assert str(check(HANDELMAN)) == ("verified: y + 1/2 > 0 for all real x, y with x > 0, y >= 0")
    assert str(check(CIRCLE)) == (
        "verified: -2*x + 2 >= 0 for all real x, y with y^2 + x^2 - 1 = 0"
    )


NEAR_MISSES = {
    "a coefficient of the claim": (SQUARE, ["claim", "polynomial", 1, 0], "-3"),
    "a strict claim from squares": (SQUARE, ["claim", "strict"], True),
    "a negative coefficient": (SQUARE, ["terms", 0, "coefficient"], "-1"),
    "a square missing": (SQUARE, ["terms"], []),
    "a multiplier that may vanish": (HANDELMAN, ["constraints", 0, "strict"], False),
    "another multiplier": (HANDELMAN, ["multiplier"], [0, 1]),
    "a factor": (HANDELMAN, ["terms", 0, "factors"], [1, 2]),
    "a coefficient": (HANDELMAN, ["terms", 1, "coefficient"], "1/3"),
    "the claim": (HANDELMAN, ["claim", "polynomial", 1, 0], "-1/2"),
    "an equality": (CIRCLE, ["equalities", 0, 2, 0], "1"),
    "the cofactor": (CIRCLE, ["equality_terms", 0, 1, 0, 0], "1"),
    "no cofactor": (CIRCLE, ["equality_terms"], []),
    "a claim moved by a hair": (
        HANDELMAN,
        ["claim", "polynomial", 1, 0],
        f"{5 * 10**39 - 1}/{10**40}",
    ),
    "a square with a sign": (SQUARE, ["terms", 0, "square", 1, 0], "1"),
    "a square of another variable": (SQUARE, ["terms", 0, "square", 1, 1], [0, 2]),
    "a constraint reversed": (HANDELMAN, ["constraints", 1, "polynomial", 0, 0], "-1"),
    "no term": (HANDELMAN, ["terms"], []),
    "a term twice": (HANDELMAN, ["terms"], HANDELMAN["terms"] * 2),
    "no multiplier": (HANDELMAN, ["multiplier"], [0, 0]),
}


@pytest.mark.parametrize("name", NEAR_MISSES)
def test_near_misses(name):
    data, path, value = NEAR_MISSES[name]
    assert verdict(data) == "verified"
    refused = "malformed" if name == "a negative coefficient" else "refuted"
    assert verdict(changed(data, path, value)) == refused


def test_signs_of_a_zero_polynomial():
    """0 >= 0 needs no term, 0 > 0 has none that is positive, and 0 * anything proves nothing."""
    zero = changed(SQUARE, ["claim"], {"polynomial": [], "strict": False})
    zero["terms"] = []
    assert verdict(zero) == "verified"
    zero["claim"]["strict"] = True
    assert verdict(zero) == "refuted"
    zero["terms"] = [{"coefficient": "0", "factors": [], "square": None}]
    assert verdict(zero) == "refuted"


def test_a_multiplier_that_is_zero_where_the_constraints_hold_proves_nothing():
    """x >= 0 may be 0: x (-1) = -x would be an identity for the claim -1 >= 0 with -x >= 0."""
    both = [{"polynomial": [["1", [1, 0]]], "strict": False}]
    both += [{"polynomial": [["-1", [1, 0]]], "strict": False}]
    data = changed(HANDELMAN, ["constraints"], both)
    data["claim"] = {"polynomial": [["-1", [0, 0]]], "strict": False}
    data["multiplier"] = [1, 0]
    data["terms"] = [{"coefficient": "1", "factors": [0, 1], "square": None}]
    assert verdict(data) == "refuted"


def test_a_positive_constant_makes_a_claim_strict():
    one = changed(SQUARE, ["claim"], {"polynomial": [["1", [2, 0]], ["1", [0, 0]]], "strict": True})
    one["terms"] = [
        {"coefficient": "1", "factors": [], "square": [["1", [1, 0]]]},
        {"coefficient": "1", "factors": [], "square": None},
    ]
    assert verdict(one) == "verified"
    one["terms"][1] = {"coefficient": "1", "factors": [], "square": [["1", [0, 0]]]}
    assert verdict(one) == "refuted"


def test_a_strict_claim_needs_strict_factors():
    """x >= 0 does not make x > 0."""
    data = changed(HANDELMAN, ["claim"], {"polynomial": [["1", [0, 1]]], "strict": True})
    data["multiplier"] = [0, 0]
    data["terms"] = [{"coefficient": "1", "factors": [0, 1], "square": None}]
    assert verdict(data) == "refuted"
    data["claim"]["strict"] = False
    assert verdict(data) == "verified"


MALFORMED = {
    "a name twice": (SQUARE, ["variables"], ["a", "a"]),
    "a name that is none": (SQUARE, ["variables"], ["a", "2b"]),
    "a missing exponent": (SQUARE, ["claim", "polynomial", 0, 1], [2]),
    "a negative exponent": (SQUARE, ["claim", "polynomial", 0, 1], [-2, 0]),
    "a boolean exponent": (SQUARE, ["claim", "polynomial", 0, 1], [True, 0]),
    "a huge exponent": (SQUARE, ["claim", "polynomial", 0, 1], [10**6, 0]),
    "an index out of range": (CIRCLE, ["equality_terms", 0, 0], 1),
    "a negative index": (CIRCLE, ["equality_terms", 0, 0], -1),
    "strict a number": (SQUARE, ["claim", "strict"], 0),
    "a term with a key too many": (SQUARE, ["terms", 0, "power"], 2),
    "factors missing": (HANDELMAN, ["terms", 0, "factors"], [1]),
    "an exponent that is a fraction": (SQUARE, ["claim", "polynomial", 0, 1], ["2", 0]),
    "exponents that are words": (SQUARE, ["claim", "polynomial", 0, 1], "ab"),
    "a coefficient that is null": (SQUARE, ["claim", "polynomial", 0, 0], None),
    "a coefficient that is true": (SQUARE, ["claim", "polynomial", 0, 0], True),
    "strict a word": (SQUARE, ["claim", "strict"], "yes"),
    "strict missing": (SQUARE, ["claim"], {"polynomial": []}),
    "variables that are a word": (SQUARE, ["variables"], "aba"),
    "a line end in a name": (SQUARE, ["variables"], ["a", "b\n"]),
    "too many variables": (SQUARE, ["variables"], [f"x{i}" for i in range(65)]),
    "a negative multiplier": (HANDELMAN, ["multiplier"], [-1, 0]),
    "a multiplier that is true": (HANDELMAN, ["multiplier"], [True, 0]),
    "an index that is a fraction": (CIRCLE, ["equality_terms", 0, 0], "0"),
    "an index that is false": (CIRCLE, ["equality_terms", 0, 0], False),
    "a list of lists without end": (SQUARE, ["claim", "polynomial"], [[[[[]]]]]),
}


@pytest.mark.parametrize("name", MALFORMED)
def test_malformed(name):
    data, path, value = MALFORMED[name]
    assert verdict(changed(data, path, value)) == "malformed"


def test_exponents_never_run_into_each_other():
    """Were exponents packed too tightly, a^200 times a^... would become a power of b."""
    degree = 200
    top = {"polynomial": [["1", [degree, 0]]], "strict": False}
    data = changed(HANDELMAN, ["constraints"], [top, top])
    data["multiplier"] = [0, 0]
    data["terms"] = [{"coefficient": "1", "factors": [100, 100], "square": None}]
    for powers in ([0, 1], [1, 0], [0, 0], [200, 0]):
        data["claim"] = {"polynomial": [["1", powers]], "strict": False}
        assert verdict(data) == "refuted"


def power_of_many_variables():
    """(x0 + ... + x39)^150."""
    names = [f"x{i}" for i in range(40)]
    unit = [[int(i == j) for j in range(40)] for i in range(40)]
    p = [["1", e] for e in unit]
    return {
        **HEAD,
        "variables": names,
        "constraints": [{"polynomial": p, "strict": False}],
        "equalities": [],
        "claim": {"polynomial": p, "strict": False},
        "multiplier": [0],
        "terms": [{"coefficient": "1", "factors": [150], "square": None}],
        "equality_terms": [],
    }


def test_an_expansion_that_is_too_large_is_refused():
    assert verdict(power_of_many_variables()) == "malformed"


def test_hypotheses_are_never_hidden_and_zero_terms_are_dropped():
    """Long hypotheses once hid that they are false: -x^2 - 1 > 0 where -1 >= 0."""
    constraint = {"polynomial": [["-1", [0, 0]]], "strict": False}
    padding = [["0", [i, j]] for i in range(20) for j in range(20) if i + j]
    claim = {"polynomial": [["-1", [2, 0]], ["-1", [0, 0]]], "strict": False}
    terms = [
        {"coefficient": "1", "factors": [1], "square": [["1", [1, 0]]]},
        {"coefficient": "1", "factors": [1], "square": None},
    ]
    data = {**HANDELMAN, "constraints": [constraint], "claim": claim, "terms": terms}
    data["multiplier"] = [0]
    said = "-x^2 - 1 >= 0 for all real x, y with -1 >= 0"
    assert check(data).statement == said
    padded = {"polynomial": [*constraint["polynomial"], *padding], "strict": False}
    assert check({**data, "constraints": [padded]}).statement == said


def test_a_long_polynomial_is_named_by_the_hash_of_its_text():
    terms = [["1", [i, 0]] for i in range(90)]
    data = {**HANDELMAN, "constraints": [], "multiplier": [], "terms": []}
    data |= {"equalities": [terms], "equality_terms": [[0, [["1", [0, 0]]]]]}
    data["claim"] = {"polynomial": terms, "strict": False}
    text = " + ".join([*(f"x^{i}" for i in range(89, 1, -1)), "x", "1"])
    named = f"(the polynomial with SHA-256 {hashlib.sha256(text.encode()).hexdigest()})"
    assert check(data).statement == f"{named} >= 0 for all real x, y with {named} = 0"


X_MINUS_HALF_Y = [[F(1), [1, 0]], [F(-1, 2), [0, 1]]]


def random_terms(rng):
    return [
        [F(rng.randint(-9, 9), rng.randint(1, 6)), [rng.randrange(4), rng.randrange(4)]]
        for _ in range(rng.randrange(5))
    ]


def value(terms, point):
    """Of the terms as the file has them."""
    x, y = point
    return sum((c * x**m * y**n for c, (m, n) in terms), F(0))


def evaluated(polynomial: Polynomial, point):
    """Sixteen bits an exponent."""
    terms = [[F(c, polynomial.unit), [m & 0xFFFF, m >> 16]] for m, c in polynomial.terms.items()]
    return value(terms, point)


@pytest.mark.parametrize("seed", range(10))
def test_operations_are_those_of_the_values(seed):
    rng = Random(seed)
    left, right = random_terms(rng), random_terms(rng)
    ring = Ring(["x", "y"])
    p, q = ring.read(left), ring.read(right)
    for point in ((F(2), F(-3)), (F(1, 3), F(5, 7))):
        a, b = value(left, point), value(right, point)
        assert evaluated(ring.times(p, q), point) == a * b
        assert evaluated(ring.total([p, q, p]), point) == 2 * a + b
        assert evaluated(ring.scaled(p, F(-3, 7)), point) == a * F(-3, 7)


def test_like_terms_are_collected_and_zeros_dropped():
    ring = Ring(["x"])
    assert ring.read([[F(1, 2), [3]], [F(-1, 2), [3]]]).terms == {}
    assert ring.read([[F(1, 2), [3]], [F(1, 2), [3]]]) == Polynomial({3: 2}, 2)
    p = ring.read([[F(1), [1]]])
    assert ring.total([p, ring.scaled(p, F(-1))]).terms == {}


def test_how_a_polynomial_is_written():
    ring = Ring(["x", "y"])
    terms = [*X_MINUS_HALF_Y, [F(-1), [0, 3]], [F(1, 3), [0, 0]], [F(2), [2, 1]]]
    assert ring.written(ring.read(terms)) == "-y^3 + 2*x^2*y - 1/2*y + x + 1/3"
    assert ring.written(ring.read([])) == "0"


@pytest.mark.parametrize(
    "terms",
    [
        [[F(1), [1]]],
        [[F(1), [1, 0, 0]]],
        [[F(1), [1, True]]],
        [[F(1), [MAX_DEGREE, 1]]],
        [["1", [1, 0]]],
        [[F(1)]],
        [[F(1, 1 << (1 << 18)), [0, 0]]],
    ],
)
def test_what_is_no_polynomial_in_two_variables(terms):
    with pytest.raises(Malformed):
        Ring(["x", "y"]).read(terms)


@pytest.mark.everything
def test_work_is_counted_over_all_products():
    """A thousand terms squared is a million steps; the fifth square is too much."""
    ring = Ring(["x", "y"])
    p = ring.read([[F(1), [i, j]] for i in range(32) for j in range(32)])
    with pytest.raises(Malformed, match="too large to expand"):
        for _ in range(5):
            ring.times(p, p)
