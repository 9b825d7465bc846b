"""Yes/no devices of survey practice, each as the written protocol says.

Truth 0 is "not A", truth 1 the sensitive "A"; report 0 is "no", report 1 "yes". With
y0 = P(yes | not A) and y1 = P(yes | A) the estimate of the proportion is (share of yes - y0) /
(y1 - y0), and its variance in a sample with replacement share (1 - share) / (n (y1 - y0)^2).
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from rropt.devices.model import Device, binary
from rropt.exact import InputError, probability

HALF = Fraction(1, 2)


def warner(p: Any) -> Device:
    """Warner (1965): "I belong to A" is shown with probability p, its complement with 1 - p.

    epsilon = |ln(p / (1 - p))|.
    Example: rropt device warner --p 3/4

    >>> device = warner("3/4")
    >>> device.parity, device.variance("1/4", n=100)
    (Fraction(3, 1), Fraction(3, 320))
    """
    share = probability(p, "p")
    return binary("warner", {"p": share}, (1 - share, share), "p must not be 1/2, got 1/2")


def mirrored_question(p: Any) -> Device:
    """The mirrored question: with probability p the question, else its negation. Warner's table.

    Example: rropt device mirrored_question --p 2/3
    """
    share = probability(p, "p")
    return binary(
        "mirrored_question", {"p": share}, (1 - share, share), "p must not be 1/2, got 1/2"
    )


def disguised_response(p: Any) -> Device:
    """Disguised response: name the colour of a card from the stack of your own answer.

    The yes stack has a share p of red cards, the no stack 1 - p; the report is the colour, so the
    words yes and no are never spoken. The table is Warner's.
    Example: rropt device disguised_response --p 4/5
    """
    share = probability(p, "p")
    return binary(
        "disguised_response",
        {"p": share},
        (1 - share, share),
        "p must not be 1/2, got 1/2",
        ("black", "red"),
    )


def forced_response(yes: Any, no: Any) -> Device:
    """Forced response (Boruch): say yes with probability `yes`, no with `no`, else the truth.

    y0 = yes, y1 = 1 - no.
    Example: rropt device forced_response --yes 1/6 --no 1/6

    >>> forced_response("1/6", "1/6").channel.rows[1]
    (Fraction(1, 6), Fraction(5, 6))
    """
    always, never = probability(yes, "yes"), probability(no, "no")
    if always + never > 1:
        raise InputError(f"yes + no must be at most 1, got {always + never}")
    return binary(
        "forced_response",
        {"yes": always, "no": never},
        (always, 1 - never),
        "yes + no must be below 1, got 1: nobody answers the question",
    )


def two_coin(first: Any = HALF, second: Any = HALF) -> Device:
    """The two coins of Dwork and Roth: first coin heads, the truth; tails, what the second says.

    The first is heads with probability `first`; the second says yes with probability `second`,
    whatever the truth: fair coins give
    epsilon = ln 3. (`ziani/rem-1` has another second coin, which flips the truth.)
    Example: rropt device two_coin

    >>> two_coin().parity
    Fraction(3, 1)
    """
    truth, yes = probability(first, "first"), probability(second, "second")
    return binary(
        "two_coin",
        {"first": truth, "second": yes},
        ((1 - truth) * yes, truth + (1 - truth) * yes),
        "first must be positive, got 0",
    )


def mangat_singh(t: Any, p: Any) -> Device:
    """Mangat and Singh (1990), two stages: the truth with probability t, else Warner's with p.

    The table is Warner's with t + (1 - t) p in the place of p.
    Example: rropt device mangat_singh --t 1/4 --p 2/3

    >>> mangat_singh("1/4", "2/3").channel == warner("3/4").channel
    True
    """
    first, share = probability(t, "t"), probability(p, "p")
    truth = first + (1 - first) * share
    return binary(
        "mangat_singh",
        {"t": first, "p": share},
        (1 - truth, truth),
        "t + (1 - t) p must not be 1/2, got 1/2",
    )


def mangat(p: Any) -> Device:
    """Mangat (1994): members of A say yes; the others use Warner's device with p.

    y1 = 1, y0 = 1 - p: every "no" is certain proof of "not A", so epsilon is infinite, and the
    table is (0, p)-private; a "yes" stays deniable (its likelihood ratio is 1 / (1 - p)).
    Example: rropt device mangat --p 7/10

    >>> mangat("7/10").parity, mangat("7/10").privacy
    (inf, (Fraction(1, 1), Fraction(7, 10)))
    """
    share = probability(p, "p")
    return binary("mangat", {"p": share}, (1 - share, Fraction(1)), "p must be positive, got 0")


def crosswise(p: Any) -> Device:
    """Crosswise model (Yu, Tian, Tang 2008): are your answers to both questions the same?

    The other question is innocuous, independent of A and has prevalence p, not 1/2.
    P(same | A) = p, P(same | not A) = 1 - p: Warner's table without a randomizing device.
    Example: rropt device crosswise --p 1/4
    """
    share = probability(p, "p")
    return binary(
        "crosswise",
        {"p": share},
        (1 - share, share),
        "the prevalence p of the innocuous question must not be 1/2, got 1/2",
        ("different", "same"),
        ("whoever knows the respondent's innocuous answer learns the sensitive one",),
    )


def triangular(p: Any) -> Device:
    """Triangular model (Yu, Tian, Tang 2008): "neither", or "at least one" of A and the innocuous.

    P(at least one | A) = 1, P(at least one | not A) = p, the innocuous prevalence: "neither" is
    certain proof of "not A".
    Example: rropt device triangular --p 1/3

    >>> triangular("1/3").parity
    inf
    """
    share = probability(p, "p")
    return binary(
        "triangular",
        {"p": share},
        (share, Fraction(1)),
        "the prevalence p of the innocuous question must be below 1, got 1",
        ("neither", "at least one"),
        ("whoever knows that the innocuous answer is no learns the sensitive one",),
    )


def unrelated_question(p: Any, pi_b: Any = HALF) -> Device:
    """Simmons, Greenberg et al.: the sensitive question with probability p, else an unrelated one.

    Known prevalence pi_b of "yes" to the unrelated question, independent of A: y0 = (1 - p)
    pi_b, y1 = p + (1 - p) pi_b; pi_b = 1/2 is the uniform unrelated question. With pi_b unknown
    see `unrelated_two_samples`.
    Example: rropt device unrelated_question --p 3/5 --pi-b 1/2

    >>> unrelated_question("3/5").parity
    Fraction(4, 1)
    """
    share, innocuous = probability(p, "p"), probability(pi_b, "pi_b")
    other = (1 - share) * innocuous
    return binary(
        "unrelated_question",
        {"p": share, "pi_b": innocuous},
        (other, share + other),
        "p must be positive, got 0: the sensitive question is never asked",
        notes=(
            "epsilon holds against a collector who does not know the respondent's unrelated "
            "answer; one who does can be certain of the sensitive one",
        ),
    )
