"""Mechanisms that report a string of bits: unary encodings and RAPPOR.

A category j is written as a codeword (one-hot, or a Bloom filter's); each bit goes independently
through a 2 x 2 table with P(1 | 1) = p, P(1 | 0) = q. One-hot codewords differ in two bits, so
the parity of the whole report is p (1 - q) / (q (1 - p)). Reports are bit strings, bit 0 first.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import chain, product
from typing import Any

from rropt.channel import Channel
from rropt.channel.named_supports import UnarySupports
from rropt.devices.linear_estimates import inverse
from rropt.devices.model import Device, certainties, integer_rows, level, reports_within
from rropt.devices.support_device import LARGEST, implicit_device
from rropt.exact import Gamma, InputError, Table, probability, whole
from rropt.exact.bounds import root_below
from rropt.exact.entries import identity, two_valued
from rropt.exact.linear_algebra import products

HALF = Fraction(1, 2)
MOST_BITS = 10


def symmetric_unary(categories: Any, epsilon: Any = None, gamma: Any = None) -> Device:
    """Symmetric unary encoding (basic RAPPOR): p = s / (s + 1), q = 1 - p, s = sqrt(gamma).

    Where s is irrational a rational just below it is used.
    Example: rropt device symmetric_unary --categories 3 --gamma 9

    >>> symmetric_unary(3, gamma=9).parity
    Fraction(9, 1)
    """
    k = whole(categories, "categories", 2, LARGEST)
    asked = level(epsilon, gamma)
    root = root_below(asked.lo)
    parameters = (("categories", k), ("gamma", asked.lo))
    return _one_hot("symmetric_unary", parameters, k, root / (root + 1), 1 / (root + 1), asked)


def optimized_unary(categories: Any, epsilon: Any = None, gamma: Any = None) -> Device:
    """Optimized unary encoding (Wang et al. 2017): p = 1/2, q = 1 / (gamma + 1).

    Example: rropt device optimized_unary --categories 3 --gamma 3

    >>> optimized_unary(3, gamma=3).parity
    Fraction(3, 1)
    """
    k = whole(categories, "categories", 2, LARGEST)
    asked = level(epsilon, gamma)
    parameters = (("categories", k), ("gamma", asked.lo))
    return _one_hot("optimized_unary", parameters, k, HALF, 1 / (asked.lo + 1), asked)


def rappor_permanent(f: Any, categories: Any = None, codes: Any = None) -> Device:
    """RAPPOR's permanent response: each bit is 1 with f/2, 0 with f/2, the true bit with 1 - f.

    Memorised once and for all. One-hot codewords: epsilon = 2 ln((2 - f) / f).
    Example: rropt device rappor_permanent --f 1/2 --categories 3

    >>> rappor_permanent("1/2", categories=3).parity
    Fraction(9, 1)
    """
    noise = probability(f, "f")
    parameters = (("f", noise),)
    return _coded("rappor_permanent", parameters, codes, categories, 1 - noise / 2, noise / 2)


def rappor_instantaneous(p: Any, q: Any, categories: Any = None, codes: Any = None) -> Device:
    """RAPPOR's instantaneous response alone: each bit is 1 with q if it is 1, with p if it is 0.

    (RAPPOR's letters: q for a true bit, p for a false one.)
    Example: rropt device rappor_instantaneous --p 1/4 --q 3/4 --categories 3
    """
    false = probability(p, "p")
    true = probability(q, "q")
    return _coded(
        "rappor_instantaneous", (("p", false), ("q", true)), codes, categories, true, false
    )


def rappor(f: Any, p: Any, q: Any, categories: Any = None, codes: Any = None) -> Device:
    """RAPPOR with both stages, one report: the instantaneous response to the permanent one.

    P(1 | 1) = (f/2)(p + q) + (1 - f) q, P(1 | 0) = (f/2)(p + q) + (1 - f) p. This is the privacy
    of *one* report; over many reports the permanent stage is the limit, `rappor_permanent(f)`.
    Example: rropt device rappor --f 1/2 --p 1/4 --q 3/4 --categories 3

    >>> rappor("1/2", "1/4", "3/4", categories=3).parity
    Fraction(25, 9)
    """
    noise = probability(f, "f")
    false = probability(p, "p")
    true = probability(q, "q")
    # With the chance f the permanent bit is noise, one or zero alike.
    both = noise / 2 * (false + true)
    return _coded(
        "rappor",
        (("f", noise), ("p", false), ("q", true)),
        codes,
        categories,
        both + (1 - noise) * true,
        both + (1 - noise) * false,
        ("epsilon is that of one report; repeated reports approach that of rappor_permanent",),
    )


def bit_channel(codes: tuple[tuple[int, ...], ...], p: Fraction, q: Fraction) -> Channel:
    """The table of codewords whose bits are 1 with p (true bit 1) or q (true bit 0), independently.

    >>> bit_channel(((1,), (0,)), Fraction(3, 4), Fraction(1, 4)).columns[0]
    (Fraction(1, 4), Fraction(3, 4))
    """
    width = len(codes[0])
    reports_within(1 << width, "a string of bits")
    columns = []
    for code in codes:
        column = [Fraction(1)]
        for bit in code:
            one = p if bit else q
            # The first bit is the slowest, as in the numbers of the reports.
            column = [mass * side for mass, side in product(column, (1 - one, one))]
        columns.append(column)
    return Channel.from_truth_rows(columns, [f"{i:0{width}b}" for i in range(1 << width)])


def _one_hot(
    name: str,
    parameters: tuple[tuple[str, Any], ...],
    k: int,
    p: Fraction,
    q: Fraction,
    asked: Gamma | None,
    notes: tuple[str, ...] = (),
) -> Device:
    """One-hot codewords, of many categories not written out."""
    if k > MOST_BITS:
        # A chance of 0 or 1 makes gamma infinite, which only a table can have.
        if not 0 < q < p < 1:
            raise InputError(
                f"the chances of a one must be above 0 and below 1, and larger where the bit is "
                f"one, for more than {MOST_BITS} categories"
            )
        return implicit_device(name, dict(parameters), UnarySupports.of(k, p, q), asked, notes)
    codes = tuple(two_valued({j}, k, 1, 0) for j in range(k))
    return _bitwise(name, parameters, codes, p, q, notes, asked)


def _coded(
    name: str,
    parameters: tuple[tuple[str, Any], ...],
    codes: Any,
    categories: Any,
    p: Fraction,
    q: Fraction,
    notes: tuple[str, ...] = (),
) -> Device:
    if (codes is None) == (categories is None):
        raise InputError("exactly one of categories (one-hot bits) and codes must be given")
    if codes is None:
        k = whole(categories, "categories", 2, LARGEST)
        return _one_hot(name, (*parameters, ("categories", k)), k, p, q, None, notes)
    words = integer_rows(codes, "codes")
    if any(bit > 1 for bit in chain.from_iterable(words)):
        raise InputError("codes must be strings of bits such as 1,0,0;0,1,1")
    return _bitwise(name, (*parameters, ("codes", words)), words, p, q, notes, None)


def _bitwise(
    name: str,
    parameters: tuple[tuple[str, Any], ...],
    codes: tuple[tuple[int, ...], ...],
    p: Fraction,
    q: Fraction,
    notes: tuple[str, ...],
    asked: Gamma | None,
) -> Device:
    if p == q:
        raise InputError(
            f"{name} does not identify the proportions: a bit is 1 with probability {p} either way"
        )
    channel = bit_channel(codes, p, q)
    estimator = _bit_estimator(codes, p, q, name)
    target = identity(len(codes))
    # One stands for all: nearly every string of bits would have its own.
    warnings = notes + certainties(channel)[:1]
    return Device(name, parameters, channel, target, estimator, warnings, asked=asked)


def _bit_estimator(
    codes: tuple[tuple[int, ...], ...], p: Fraction, q: Fraction, name: str
) -> Table:
    """Debias each bit by (b - q) / (p - q), then decode: least squares, exact for one-hot words."""
    # Codes have a row a category: they are B', and (B'B)^-1 B' is the left inverse of B.
    inverted = inverse(products(codes, codes), name)
    weights = products(inverted, list(zip(*codes, strict=True)))
    width = len(codes[0])
    high = (1 - q) / (p - q)
    low = -q / (p - q)
    strings = list(product((low, high), repeat=width))
    return tuple(map(tuple, products(weights, strings)))
