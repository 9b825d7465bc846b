"""Every measure of a table in one answer: `rr.measures(design)`.

Exact numbers are fractions, others pairs of rationals that enclose them; infinity is `math.inf`.
"""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import cached_property
from typing import Any

from rropt.channel import Channel
from rropt.channel.display import html_facts
from rropt.exact import InputError, exact_table, json_number, text
from rropt.exact.recorded import Recorded
from rropt.measures.leakage import odds_in_words, posteriors_in_words
from rropt.measures.named_measures import AT_A_PRIOR, OF_A_GAIN, OF_A_TABLE, OF_EQUAL_SHARES, Number
from rropt.measures.several_reports import repeated
from rropt.measures.tradeoff import Tradeoff, tradeoff

SHORT = 12
"""Characters of a number that is printed exactly."""

MOST_READ = 12
"""Reports, and truths, whose chances are said one by one."""


@dataclass(frozen=True)
class Measures(Recorded):
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
        found = {measure.name: measure.of(self.channel) for measure in OF_A_TABLE}
        if self.prior is not None:
            known = (self.channel, self.prior)
            measured = AT_A_PRIOR if is_written(self.channel) else OF_EQUAL_SHARES
            found |= {measure.name: measure.of(*known) for measure in measured}
            if self.gain is not None:
                found |= {measure.name: measure.of(*known, self.gain) for measure in OF_A_GAIN}
        return {name: number for name, number in found.items() if number is not None}

    def to_json(self) -> dict[str, Any]:
        """Names as printed; exact numbers are strings, enclosures two of them, infinity "oo"."""
        curve = self.tradeoff
        return {
            **self.channel.to_json(),
            "prior": None if self.prior is None else [text(q) for q in self.prior],
            "measures": {name: json_number(number) for name, number in self.numbers.items()},
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
    if masses is not None and not is_written(channel):
        _refuse_priors(masses, table is channel and gain is None)
    if gain is None or masses is None:
        return Measures(table, masses)
    return Measures(table, masses, exact_table(gain, "gain"))


def is_written(channel: Channel) -> bool:
    """Whether its reports can be looked at one by one: one that is implicit tells every two truths
    apart alike."""
    return channel.told_apart is channel


def _refuse_priors(shares: tuple[Fraction, ...], one_report: bool) -> None:
    """Of a table that is not written measures at a prior are those of equal shares."""
    if len(set(shares)) > 1 or not one_report:
        raise InputError(
            "prior must be equal shares, and reports and gain left out, for a table that is not "
            "written out; or without a prior its privacy is measured"
        )


def _short(number: Number) -> str:
    """A fraction that is short, else eight digits; infinity is oo."""
    if isinstance(number, tuple):
        low, high = number
        return _short(low) if low == high else _rounded(low)
    if isinstance(number, float):
        return "oo"
    size = max(abs(number.numerator), number.denominator)
    exactly = str(number) if size < 10**SHORT else ""
    return exactly if 0 < len(exactly) <= SHORT else _rounded(number)


def _rounded(number: Any) -> str:
    """Eight digits, also of what no double holds: e^epsilon of hundreds of reports."""
    try:
        return f"{float(number):.8g}"
    except OverflowError:
        return f"{Decimal(number.numerator) / Decimal(number.denominator):.8g}"
