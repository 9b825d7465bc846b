"""Every measure of a table in one answer: `rr.measures(design)`.

Exact numbers are fractions, others pairs of rationals that enclose them; infinity is `math.inf`.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from rropt.channel import Channel
from rropt.channel.display import html_facts
from rropt.exact import enclosure_text, exact_table, log_bounds, text
from rropt.measures.contraction import contraction, dobrushin
from rropt.measures.divergences import (
    Ends,
    chi_square,
    kullback_leibler,
    largest,
    renyi,
    squared_hellinger,
    zero_concentrated,
)
from rropt.measures.leakage import (
    g_vulnerability,
    local_information,
    maximal,
    odds_in_words,
    pointwise_maximal,
    posteriors_in_words,
    vulnerability,
)
from rropt.measures.several_reports import repeated
from rropt.measures.tradeoff import Tradeoff, tradeoff
from rropt.utility import MutualInformation

Number = Fraction | float | Ends

MOST_READ = 12
"""Reports, and truths, whose chances are said one by one."""

ORDERS = ("1/2", "2", "4", "16")
"""Renyi orders beside 1 (Kullback and Leibler) and infinity (epsilon)."""


@dataclass(frozen=True)
class Measures:
    """What a table reveals about one respondent, in every currency of the field.

    Without a prior: the privacy of the table itself. With one: leakage about a respondent of whom
    no more than the prior is known.

    >>> warner = Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]])
    >>> print(measures(warner, ["3/4", "1/4"]))      # doctest: +ELLIPSIS
    gamma = e^epsilon                  3
    epsilon                            1.0986123
    total variation                    1/2
    ...
    """

    channel: Channel
    prior: tuple[Fraction, ...] | None = None
    gain: tuple[tuple[Fraction, ...], ...] | None = None

    @cached_property
    def tradeoff(self) -> Tradeoff:
        """The trade-off function (f-DP), and with it the whole profile."""
        return tradeoff(self.channel)

    @cached_property
    def numbers(self) -> dict[str, Number]:
        """Each measure by its name, in the order in which they are printed."""
        parity = self.channel.parity()
        found: dict[str, Number] = {
            "gamma = e^epsilon": parity,
            "epsilon": _log(parity),
            "total variation": self.tradeoff.advantage(),
            "chi-square": largest(self.channel, chi_square),
            "squared Hellinger": largest(self.channel, squared_hellinger),
            "Kullback-Leibler (nats)": largest(self.channel, kullback_leibler),
        }
        for order in ORDERS:
            found[f"Renyi of order {order} (nats)"] = largest(self.channel, renyi(order))
        return {
            **found,
            "zCDP rho": largest(self.channel, zero_concentrated),
            "contraction of total variation": dobrushin(self.channel),
            "contraction of information": contraction(self.channel),
            "maximal leakage (nats)": _log(maximal(self.channel)),
            **self._at_prior(),
        }

    def _at_prior(self) -> dict[str, Number]:
        if self.prior is None:
            return {}
        before, after = max(self.prior), vulnerability(self.channel, self.prior)
        return {
            "pointwise maximal leakage (nats)": _log(pointwise_maximal(self.channel, self.prior)),
            "local information privacy (nats)": _log(local_information(self.channel, self.prior)),
            "chance of a right guess before": before,
            "chance of a right guess after": after,
            "Bayes risk after": 1 - after,
            "min-entropy leakage (nats)": _log(after / before),
            "mutual information (nats)": _information(self.channel, self.prior),
            **self._of_gain(),
        }

    def _of_gain(self) -> dict[str, Number]:
        if self.gain is None:
            return {}
        before, after = g_vulnerability(self.channel, self.prior, self.gain)
        found: dict[str, Number] = {"expected gain before": before, "expected gain after": after}
        if before > 0:
            found["g-leakage (nats)"] = _log(after / before)
        return found

    def to_json(self) -> dict[str, Any]:
        """Names as printed; exact numbers are strings, enclosures two of them, infinity "oo"."""
        curve = self.tradeoff
        return {
            **self.channel.to_json(),
            "prior": None if self.prior is None else [text(q) for q in self.prior],
            "measures": {name: _json(number) for name, number in self.numbers.items()},
            "profile": [{"gamma": text(g), "delta": text(d)} for g, d in curve.profile()],
            "tradeoff": [{"alpha": text(a), "beta": text(b)} for a, b in curve.corners],
            "words": self.words,
            "posteriors": dict(self.posteriors),
        }

    @property
    def words(self) -> str:
        """What the table says to a respondent."""
        return odds_in_words(self.channel)

    @property
    def posteriors(self) -> list[tuple[str, str]]:
        """What each report does to the chances of the truths; only where that is soon read."""
        reports, truths = self.channel.shape
        if self.prior is None or reports > MOST_READ or truths > MOST_READ:
            return []
        return posteriors_in_words(self.channel, self.prior)

    @property
    def lines(self) -> list[tuple[str, str]]:
        """Each measure and its number, as printed."""
        return [(name, _short(number)) for name, number in self.numbers.items()]

    def __str__(self) -> str:
        lines = [f"{name:<34} {number}" for name, number in self.lines]
        said = [f"report {report}: {words}" for report, words in self.posteriors]
        return "\n".join([*lines, "", self.words, *said])

    def _repr_html_(self) -> str:
        return html_facts("what a report reveals", self.lines, self.channel._repr_html_())


def measures(channel: Channel, prior: Any = None, gain: Any = None, reports: Any = 1) -> Measures:
    """Every measure of a table; of so many reports of one person through it together.

    >>> warner = Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]])
    >>> measures(warner, reports=2).numbers["gamma = e^epsilon"]
    Fraction(9, 1)
    """
    table = repeated(channel, reports)
    masses = None if prior is None else channel.checked_prior(prior)
    if gain is None or masses is None:
        return Measures(table, masses)
    return Measures(table, masses, exact_table(gain, "gain"))


def _information(channel: Channel, prior: tuple[Fraction, ...]) -> Ends:
    """Mutual information of truth and report; reports that cannot occur say nothing."""
    if len(prior) < 2 or not all(prior):
        kept = [j for j, mass in enumerate(prior) if mass]
        if len(kept) < 2:
            return Fraction(0), Fraction(0)
        channel, prior = channel.restrict(kept), tuple(prior[j] for j in kept)
    utility = MutualInformation(prior)
    ends = [utility.bounds(row) for row in channel.rows if any(row)]
    low = sum((low for low, _ in ends), Fraction(0))
    return max(Fraction(0), low), sum((high for _, high in ends), Fraction(0))


def _log(factor: Fraction | float) -> Ends:
    return (math.inf, math.inf) if isinstance(factor, float) else log_bounds(factor)


def _json(number: Number) -> Any:
    if isinstance(number, tuple):
        low, high = number
        if isinstance(low, Fraction) and isinstance(high, Fraction):
            return text(low) if low == high else list(enclosure_text(low, high))
        return "oo"
    return "oo" if isinstance(number, float) else text(number)


def _short(number: Number) -> str:
    """A fraction that is short, else eight digits; infinity is oo."""
    if isinstance(number, tuple):
        low, high = number
        return _short(low) if low == high else f"{float(low):.8g}"
    if isinstance(number, float):
        return "oo"
    shown = str(number)
    return shown if len(shown) <= 12 else f"{float(number):.8g}"
