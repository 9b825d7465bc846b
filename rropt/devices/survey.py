"""Devices of survey practice, each as the written protocol says.

**Yes/no.** Truth 0 is "not A", truth 1 the sensitive "A"; report 0 is "no", report 1 "yes". With
y0 = P(yes | not A) and y1 = P(yes | A) the estimate of the proportion is (share of yes - y0) /
(y1 - y0), and its variance in a sample with replacement share (1 - share) / (n (y1 - y0)^2).

**Unrelated question of unknown prevalence.** Two samples, because one cannot tell A from B. A
respondent of sample s is asked the sensitive question with probability p_s, the unrelated one
otherwise, so P(yes) = p_s pi_A + (1 - p_s) pi_B in sample s, and

    pi_A = ((1 - p2) P1(yes) - (1 - p1) P2(yes)) / (p1 - p2).

The truth of one respondent is the pair (A, B): the channel has four truths.

**Several answers.** "With probability p the truth, otherwise a forced answer" has the table
p I + f 1', where f_i is the probability that answer i is forced and sum f = 1 - p; the unbiased
estimate of category j is (share of report j - f_j) / p.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from rropt.channel import Channel
from rropt.devices.model import Device, binary, certainties
from rropt.exact import InputError, exact_vector, probability, whole
from rropt.exact.entries import identity, scaled, tabulated

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
    always = probability(yes, "yes")
    never = probability(no, "no")
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
    truth = probability(first, "first")
    yes = probability(second, "second")
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
    first = probability(t, "t")
    share = probability(p, "p")
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
    share = probability(p, "p")
    innocuous = probability(pi_b, "pi_b")
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


TRUTHS = ("neither", "B only", "A only", "A and B")
REPORTS = ("no in 1", "yes in 1", "no in 2", "yes in 2")
SEEN = "local differential privacy of one report about A, its reader knowing B"
SAME_B = ((0, 2), (1, 3))


def unrelated_two_samples(p1: Any, p2: Any, share: Any = Fraction(1, 2)) -> Device:
    """Greenberg et al. (1969), pi_B unknown: two samples, with p1 and p2.

    Each respondent falls into the first with probability `share`.
    Example: rropt device unrelated_two_samples --p1 7/10 --p2 3/10
    """
    first, second, portion = _checked(p1, p2, share)
    parameters = (("p1", first), ("p2", second), ("share", portion))
    return _two_samples("unrelated_two_samples", parameters, first, second, portion)


def moors(p: Any, share: Any = Fraction(1, 2)) -> Device:
    """Moors (1971): the second sample is asked only the unrelated question (p2 = 0).

    Estimate (P1(yes) - (1 - p) P2(yes)) / p.
    Example: rropt device moors --p 7/10 --share 3/4
    """
    first, second, portion = _checked(p, 0, share)
    return _two_samples("moors", (("p", first), ("share", portion)), first, second, portion)


def _checked(p1: Any, p2: Any, share: Any) -> tuple[Fraction, Fraction, Fraction]:
    first = probability(p1, "p1")
    second = probability(p2, "p2")
    portion = probability(share, "share")
    if first == second:
        raise InputError(
            "the two samples do not identify the proportion: the two probabilities of the "
            f"sensitive question must differ, got {first} twice"
        )
    if not 0 < portion < 1:
        raise InputError(f"share must lie strictly between 0 and 1, got {portion}")
    return first, second, portion


def _on_one_trait(channel: Channel) -> Channel:
    """The channel on A alone of one on A and B, B independent of A with prevalence 1/2."""
    rows = [[(row[0] + row[1]) / 2, (row[2] + row[3]) / 2] for row in channel.rows]
    return Channel.from_rows(rows, channel.reports, ("not A", "A"))


def _two_samples(
    name: str,
    parameters: tuple[tuple[str, Any], ...],
    p1: Fraction,
    p2: Fraction,
    share: Fraction,
) -> Device:
    rows: list[tuple[Fraction, ...]] = []
    for portion, p in ((share, p1), (1 - share, p2)):
        # Of neither, B, A and both: a yes to A with p, to B with 1 - p.
        yes = [Fraction(0), 1 - p, p, Fraction(1)]
        rows.append(scaled((1 - value for value in yes), portion))
        rows.append(scaled(yes, portion))
    channel = Channel.from_rows(rows, REPORTS, TRUTHS)
    zero = Fraction(0)
    # Over its own share of people the mean of a sample is that of its respondents.
    scores = (
        zero,
        (1 - p2) / (share * (p1 - p2)),
        zero,
        -(1 - p1) / ((1 - share) * (p1 - p2)),
    )
    target = ((zero, zero, Fraction(1), Fraction(1)),)
    unaware = _on_one_trait(channel).parity()
    notes = (
        *certainties(channel),
        "seen by a collector who knows neither answer, B independent of A and of prevalence 1/2, "
        f"one report has e^epsilon = {unaware}",
        "whoever knows the innocuous answer can be certain of A; the optimum is compared at the "
        "(gamma, delta) that is left against such a reader",
    )
    return Device(name, parameters, channel, target, (scores,), notes, SEEN, pairs=SAME_B)


def polychotomous_forced_response(forced: Any) -> Device:
    """Polychotomous forced response: answer i is forced with probability forced[i], else the truth.

    Example: rropt device polychotomous_forced_response --forced 1/8,1/8,1/4

    >>> polychotomous_forced_response("1/8,1/8,1/4").parity
    Fraction(5, 1)
    """
    shares = exact_vector(forced, "forced")
    for i, share in enumerate(shares):
        if not 0 <= share <= 1:
            raise InputError(f"forced[{i}] must lie between 0 and 1, got {share}")
    if len(shares) < 2:
        raise InputError(
            f"forced must have one entry for each category, at least two, got {len(shares)}"
        )
    parameters = (("forced", shares),)
    return _forced(
        "polychotomous_forced_response", parameters, 1 - sum(shares, Fraction(0)), shares
    )


def unrelated_uniform(p: Any, categories: Any = 2) -> Device:
    """The sensitive question with probability p, else an unrelated one with uniform answers.

    P(i | j) = p [i = j] + (1 - p) / k: k-ary randomized response under its survey name.
    Example: rropt device unrelated_uniform --p 1/2 --categories 4
    """
    truth = probability(p, "p")
    k = whole(categories, "categories", 2, 64)
    parameters = (("p", truth), ("categories", k))
    return _forced("unrelated_uniform", parameters, truth, ((1 - truth) / k,) * k)


def _forced(
    name: str,
    parameters: tuple[tuple[str, Any], ...],
    truth: Fraction,
    forced: tuple[Fraction, ...],
) -> Device:
    if truth < 0:
        raise InputError(f"the forced answers must have total probability below 1, got {1 - truth}")
    if truth == 0:
        raise InputError(f"{name} does not identify the proportions: the truth is never told")
    k = range(len(forced))
    channel = Channel.from_rows(tabulated(lambda i, j: forced[i] + truth * (i == j), k, k))
    estimator = tabulated(lambda j, i: ((i == j) - forced[j]) / truth, k, k)
    notes = certainties(channel)
    return Device(name, parameters, channel, identity(len(forced)), estimator, notes)
