"""Every measure of a table by its name: the formula, where it is from, and its value.

In the formulas p and q are the columns P(. | a) and P(. | b) of an ordered pair of truths, and the
largest value over all pairs is meant; m is a prior, P(i) = sum_a m_a P(i | a). Logarithms are
natural. A measure that is new joins one of the tuples below and, by `tests/measures`, an
independent computation.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from rropt.channel import Channel
from rropt.exact import Table, log_bounds
from rropt.measures.contraction import contraction, dobrushin
from rropt.measures.divergences import (
    Ends,
    chi_square,
    kullback_leibler,
    largest,
    renyi,
    squared_hellinger,
    total_variation,
    zero_concentrated,
)
from rropt.measures.leakage import (
    g_vulnerability,
    local_information,
    maximal,
    pointwise_maximal,
    vulnerability,
)
from rropt.utility import MutualInformation

Number = Fraction | float | Ends
Prior = tuple[Fraction, ...]

ORDERS = ("1/2", "2", "4", "16")
"""Renyi orders beside 1 (Kullback and Leibler) and infinity (epsilon)."""


@dataclass(frozen=True)
class NamedMeasure:
    """A measure; `of` is None where it does not apply."""

    name: str
    formula: str
    source: str
    of: Callable[..., Number | None]


def every_measure() -> tuple[NamedMeasure, ...]:
    """Those of a table, those at a prior, those of a gain.

    >>> [measure.formula for measure in every_measure() if measure.name == "total variation"]
    ['sum |p - q| / 2']
    """
    return (*OF_A_TABLE, *AT_A_PRIOR, *OF_A_GAIN)


def described() -> str:
    """Name, formula and source, a measure a paragraph."""
    return "\n\n".join(f"{m.name}\n    {m.formula}\n    {m.source}" for m in every_measure())


def _log(factor: Fraction | float) -> Ends:
    return (math.inf, math.inf) if isinstance(factor, float) else log_bounds(factor)


def _information(channel: Channel, prior: Prior) -> Ends:
    """Mutual information of truth and report; reports that cannot occur say nothing."""
    kept = [j for j, mass in enumerate(prior) if mass]
    if len(kept) < 2:
        return Fraction(0), Fraction(0)
    utility = MutualInformation(tuple(prior[j] for j in kept))
    ends = [utility.bounds(row) for row in channel.restrict(kept).rows if any(row)]
    low = sum((low for low, _ in ends), Fraction(0))
    return max(Fraction(0), low), sum((high for _, high in ends), Fraction(0))


def _min_entropy_leakage(channel: Channel, prior: Prior) -> Ends:
    return _log(vulnerability(channel, prior) / max(prior))


def _g_leakage(channel: Channel, prior: Prior, gain: Table) -> Ends | None:
    before, after = g_vulnerability(channel, prior, gain)
    return _log(after / before) if before > 0 else None


def _maximal_leakage(channel: Channel) -> Ends | None:
    factor = maximal(channel)
    return None if factor is None else _log(factor)


def _renyi(order: str) -> NamedMeasure:
    return NamedMeasure(
        f"Renyi of order {order} (nats)",
        f"log(sum p^a q^(1 - a)) / (a - 1) for a = {order}",
        "Renyi, Berkeley Symp. 1961; Mironov, CSF 2017, arXiv:1702.07476",
        lambda channel: largest(channel, renyi(order)),
    )


OF_A_TABLE = (
    NamedMeasure(
        "gamma = e^epsilon",
        "max_i p_i / q_i",
        "Dwork, McSherry, Nissim and Smith, TCC 2006; the parity of Chai and Nayak, 2018",
        lambda channel: channel.parity(),
    ),
    NamedMeasure(
        "epsilon",
        "log max_i p_i / q_i, the Renyi divergence of order infinity",
        "Duchi, Jordan and Wainwright, FOCS 2013",
        lambda channel: _log(channel.parity()),
    ),
    NamedMeasure(
        "total variation",
        "sum |p - q| / 2",
        "the least delta at epsilon = 0; advantage of the best test (Neyman and Pearson, 1933)",
        lambda channel: Fraction(largest(channel, total_variation)[0]),
    ),
    NamedMeasure(
        "chi-square",
        "sum (p - q)^2 / q",
        "Pearson, Phil. Mag. 1900",
        lambda channel: largest(channel, chi_square),
    ),
    NamedMeasure(
        "squared Hellinger",
        "sum (sqrt p - sqrt q)^2 / 2",
        "Hellinger, J. reine angew. Math. 1909",
        lambda channel: largest(channel, squared_hellinger),
    ),
    NamedMeasure(
        "Kullback-Leibler (nats)",
        "sum p log(p / q)",
        "Kullback and Leibler, Ann. Math. Statist. 1951",
        lambda channel: largest(channel, kullback_leibler),
    ),
    *map(_renyi, ORDERS),
    NamedMeasure(
        "zCDP rho",
        "sup over a > 1 of log(sum p^a q^(1 - a)) / (a (a - 1))",
        "Bun and Steinke, TCC 2016, arXiv:1605.02658",
        lambda channel: largest(channel, zero_concentrated),
    ),
    NamedMeasure(
        "contraction of total variation",
        "sup over beliefs mu, nu of TV(P mu, P nu) / TV(mu, nu) = max over pairs of TV(p, q)",
        "Dobrushin, Theory Probab. Appl. 1956",
        dobrushin,
    ),
    NamedMeasure(
        "contraction of information",
        "sup over beliefs mu, nu of KL(P mu, P nu) / KL(mu, nu) "
        "= max over pairs and 0 < t < 1 of 1 - sum p q / (t p + (1 - t) q)",
        "Ordentlich and Polyanskiy, IEEE Trans. Inform. Theory 2022, arXiv:2010.01987",
        contraction,
    ),
    NamedMeasure(
        "maximal leakage (nats)",
        "log sum_i max_a P(i | a), Sibson's information of order infinity",
        "Issa, Wagner and Kamath, IEEE Trans. Inform. Theory 2020, arXiv:1807.07878",
        _maximal_leakage,
    ),
)

AT_A_PRIOR = (
    NamedMeasure(
        "pointwise maximal leakage (nats)",
        "log max_{i, a} P(i | a) / P(i)",
        "Saeidian, Cervia, Oechtering and Skoglund, 2023, arXiv:2303.07782",
        lambda channel, prior: _log(pointwise_maximal(channel, prior)),
    ),
    NamedMeasure(
        "local information privacy (nats)",
        "max_{i, a} |log P(i | a) / P(i)|",
        "du Pin Calmon and Fawaz, Allerton 2012",
        lambda channel, prior: _log(local_information(channel, prior)),
    ),
    NamedMeasure(
        "chance of a right guess before",
        "max_a m_a",
        "Smith, FoSSaCS 2009",
        lambda channel, prior: max(prior),
    ),
    NamedMeasure(
        "chance of a right guess after",
        "sum_i max_a m_a P(i | a), the vulnerability",
        "Smith, FoSSaCS 2009",
        vulnerability,
    ),
    NamedMeasure(
        "Bayes risk after",
        "1 - sum_i max_a m_a P(i | a)",
        "Chatzikokolakis, Palamidessi and Panangaden, J. Comput. Secur. 2008",
        lambda channel, prior: 1 - vulnerability(channel, prior),
    ),
    NamedMeasure(
        "min-entropy leakage (nats)",
        "log(sum_i max_a m_a P(i | a) / max_a m_a)",
        "Smith, FoSSaCS 2009",
        _min_entropy_leakage,
    ),
    NamedMeasure(
        "mutual information (nats)",
        "sum_{i, a} m_a P(i | a) log(P(i | a) / P(i))",
        "Shannon, Bell Syst. Tech. J. 1948",
        _information,
    ),
)

OF_EQUAL_SHARES = tuple(measure for measure in AT_A_PRIOR if "guess" in measure.name)
"""What needs no report one by one, where all truths are alike."""

OF_A_GAIN = (
    NamedMeasure(
        "expected gain before",
        "max over guesses x of sum_a m_a g(x, a)",
        "Alvim, Chatzikokolakis, Palamidessi and Smith, CSF 2012",
        lambda channel, prior, gain: g_vulnerability(channel, prior, gain)[0],
    ),
    NamedMeasure(
        "expected gain after",
        "sum_i max over guesses x of sum_a m_a g(x, a) P(i | a)",
        "Alvim, Chatzikokolakis, Palamidessi and Smith, CSF 2012",
        lambda channel, prior, gain: g_vulnerability(channel, prior, gain)[1],
    ),
    NamedMeasure(
        "g-leakage (nats)",
        "log(expected gain after / expected gain before), where that is positive",
        "Alvim, Chatzikokolakis, Palamidessi and Smith, CSF 2012",
        _g_leakage,
    ),
)
