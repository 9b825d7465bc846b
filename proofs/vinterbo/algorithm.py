"""Section 4.2, the algorithm: marginals from responses, its program, and its running time."""

from __future__ import annotations

from functools import cache
from itertools import product

from ..claims import Section, definition, states
from ..goals import crosscheck, sentence
from .likelihood import likelihood_statement
from .model import (
    AS,
    SOME,
    F,
    apply,
    distance,
    eta,
    eye,
    inverse_of,
    inverse_parameter,
    kron,
    letters,
    pairs,
    ring,
    strings,
    table_of,
    times,
    weight,
    xor,
)
from .sampling import estimate, histogram
from .transform import image

section = Section("vinterbo")
PRIOR = tuple(F(k, 36) for k in (1, 2, 3, 4, 5, 6, 7, 8))
HALF = "a != 1/2"


@section("alg/xor")
def alg_xor():
    def agrees(c, success=None):
        p, length = c
        hit = 1 - p if success is None else p
        return all(
            table_of(p, length)[eta(r)][eta(x)]
            == hit ** weight(u) * (1 - hit) ** (length - weight(u))
            for r, x in pairs(length)
            for u in [xor(r, x)]
        )

    return [
        sentence("flips_have_the_matrix"),
        crosscheck(
            lambda: [(p, k) for p in AS for k in range(1, 5)],
            agrees,
            "x xor u with P(u_i = 1) = 1 - a, n <= 4",
            false=[lambda c: agrees(c, True)],
        ),
    ]


@section("alg/setting")
def setting():
    return definition("m responses of n bits, and their sub-sequences r_i[K]")


def chosen(x, columns):
    """x[K]."""
    return tuple(x[j] for j in columns)


def observed(rows, columns):
    """Step 1: the histogram of the sub-sequences, indexed by eta."""
    return histogram([eta(chosen(r, columns)) for r in rows], 2 ** len(columns))


@section("alg/step-1")
def step_1():
    rows = list(product(strings(2), repeat=2))
    return definition(
        "the histogram of the sub-sequences",
        crosscheck(lambda: rows, lambda r: sum(observed(r, (1,))) == 2, "the counts add up to m"),
    )


def marginal(prior, columns, length):
    """pi_K, indexed by eta."""
    made = [0 * prior[0]] * 2 ** len(columns)
    for x in strings(length):
        made[eta(chosen(x, columns))] += prior[eta(x)]
    return tuple(made)


def subsets(length):
    return [tuple(j for j in range(length) if x[j]) for x in strings(length)]


@cache
def _reports(length):
    p, *prior = ring("a " + letters("p", 2**length))
    return p, tuple(prior), apply(table_of(p, length), prior)


def _commutes(c):
    length, columns = c
    p, prior, there = _reports(length)
    return marginal(there, columns, length) == apply(
        table_of(p, len(columns)), marginal(prior, columns, length)
    )


def marginals():
    """The reports of the bits K have the law C_a(k) pi_K."""
    every = [(k, q) for k in range(1, 5) for q in subsets(k)]
    return [
        sentence("law_of_chosen_bits"),
        crosscheck(
            lambda: every,
            _commutes,
            "the law of r[K] is C_a(k) pi_K, n <= 4, every K, symbolic a and pi",
            false=[
                lambda c: (
                    marginal(_reports(c[0])[2], c[1], c[0])
                    == marginal(_reports(c[0])[1], c[1], c[0])
                )
            ],
        ),
    ]


def _recovers(c):
    """C_(a/(2a-1))(k) applied to the law of r[K] is pi_K."""
    p, columns = c
    there = marginal(apply(table_of(p, 3), PRIOR), columns, 3)
    return apply(inverse_of(p, len(columns)), there) == marginal(PRIOR, columns, 3)


def recovery():
    """A statement: the expectation of pi-hat_K is the marginal."""

    def places(ps):
        return [(p, q) for p in ps for q in subsets(3)[1:]]

    rest = [sentence("marginal_is_estimated"), *marginals()]
    return states(
        crosscheck(lambda: places(SOME), _recovers, "E(pi-hat_K) = pi_K", names="a K"),
        *rest,
        assuming=HALF,
        under=[crosscheck(lambda: places(AS), _recovers, "E(pi-hat_K) = pi_K"), *rest],
    )


@section("alg/step-2")
def step_2():
    return recovery()


def independent_marginals():
    return states(
        sentence("marginal_is_estimated"),
        sentence("chosen_bits_alone"),
        *marginals(),
        crosscheck(
            lambda: [(p, q) for p in AS for q in subsets(3)], _recovers, "E(pi-hat_K) = pi_K"
        ),
        scope="a != 1/2",
    )


@section("intro/independent-marginals")
def intro_marginals():
    return independent_marginals()


@section("concl/marginals")
def conclusion_marginals():
    return independent_marginals()


def program(length, p):
    """Function C of the listing."""
    one, two = ((1,),), ((p, 1 - p), (1 - p, p))
    return one if length < 1 else kron(two, program(length - 1, p))


def pihat(p, counts):
    """Function pihat of the listing, in exact arithmetic."""
    length = len(counts).bit_length() - 1
    total = sum(counts)
    return tuple(v / total for v in apply(program(length, inverse_parameter(p)), counts))


def hist(rows, weights=None):
    """Function hist of the listing: the weight of column j is 2^(n-1-j)."""
    length = len(rows[0])
    w = weights or [2 ** (length - 1 - j) for j in range(length)]
    return histogram([sum(x * v for x, v in zip(r, w, strict=True)) for r in rows], 2**length)


@section("impl-1")
def impl_1():
    return definition(
        "a program; hist takes the first column as the most significant bit, eta as the least",
        crosscheck(
            lambda: [(p, k) for p in AS for k in range(5)],
            lambda c: program(c[1], c[0]) == table_of(c[0], c[1]),
            "C(n, a) is C_a(n)",
        ),
        crosscheck(
            lambda: [r for k in (1, 2, 3) for r in strings(k)],
            lambda r: hist([r])[eta(r[::-1])] == 1,
            "big-endian",
        ),
    )


def responses():
    one = [((x,), q) for x in strings(2) for q in ((0,), (1,), (0, 1))]
    two = [((x, y), (0, 1)) for x, y in pairs(2)]
    three = [((x, y), q) for x, y in pairs(3)[:20] for q in ((0, 2), (0, 1, 2))]
    return [(p, rows, q) for p in (F(1), F(3, 4)) for rows, q in one + two + three]


def estimated(c):
    """pi-hat_K of steps 1 and 2."""
    p, rows, columns = c
    return estimate(p, observed(rows, columns))


def called(c, little=False):
    p, rows, columns = c
    picked = [chosen(r, columns) for r in rows]
    return pihat(p, hist(picked, [2**j for j in range(len(columns))] if little else None))


@section("impl-1/call")
def impl_call():
    def reordered(c):
        printed, wanted = called(c), estimated(c)
        return all(printed[eta(x[::-1])] == wanted[eta(x)] for x in strings(len(c[2])))

    return states(
        crosscheck(
            responses,
            lambda c: called(c) == estimated(c),
            "pihat(a, hist(R[:, K])) = pi-hat_K",
            names="a R K",
        ),
        corrected="with the weights w_j = 2^j in hist it is pi-hat_K; with the printed weights the "
        "estimate for the string x stands at eta of the reversed x",
        right=[
            crosscheck(responses, lambda c: called(c, True) == estimated(c), "w_j = 2^j"),
            crosscheck(responses, reordered, "reversed strings"),
            sentence("bits_of_strings"),
            crosscheck(
                lambda: [q for k in range(1, 5) for q in pairs(k)],
                lambda q: distance(*q) == distance(q[0][::-1], q[1][::-1]),
                "reversal keeps the distance",
            ),
        ],
    )


@section("concl/line-count")
def line_count():
    return definition(
        "the length of a listing",
        crosscheck(
            lambda: [(p, k) for p in AS for k in (1, 2, 3)],
            lambda c: times(table_of(*c), program(c[1], inverse_parameter(c[0]))) == eye(2 ** c[1]),
            "C(n, a/(2a-1)) is the inverse",
        ),
    )


@section("abs/mle")
def abs_mle():
    made = likelihood_statement()
    return states(
        *made.goals,
        *marginals(),
        assuming=f"{made.assuming}; {HALF}",
        under=[*made.under, sentence("marginal_is_estimated"), *marginals()],
    )


@section("contrib/image-distribution")
def image_distribution():
    return image()


@section("contrib/mle")
def contrib_mle():
    return likelihood_statement()
