"""What a collector of everybody's reports, or of a summary of them, learns about one respondent.

What is seen is a channel from one person's truth, to which every measure of a table applies. The
view may be

- the histogram of all reports (a shuffler stands between; Erlingsson et al., arXiv:1811.12469);
- the sum of the numbers that the reports stand for, which is all that a linear estimate publishes,
  or any other function of the counts;
- all reports with their names. Independent reports then tell no more than one of them. Cards that
  are not put back do (`sun/thm-5.6` supposes that nobody knows the cards of others): the others'
  reports show what is left in the deck.

Of the others the collector knows the truths, or no more than a prior, the prevalence.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import chain, combinations, pairwise
from typing import Any, Protocol

from rropt.channel import Channel
from rropt.exact import InputError, exact_vector, probability, whole
from rropt.exact.convert import dot
from rropt.exact.entries import identity, tabulated
from rropt.measures.tradeoff import tradeoff

Counts = tuple[int, ...]

Chances = dict[tuple[Counts, tuple[Counts, ...]], Fraction]
"""Of the cards that are left, and of each group's reports."""
View = Callable[[Counts], Hashable]

MOST_STEPS = 200_000
"""Additions of one more report to a histogram: 450 people with two reports take two seconds, and
all measures of what is then seen half a minute."""

MOST_CROWDS = 2_000
"""Ways in which the truths of the others are tried out."""


class CoupledCards(Protocol):
    """What couples the respondents: cards that are not put back."""

    @property
    def counts(self) -> Counts:
        """How many cards of each kind there are before the first person."""

    def admit(self, n: int) -> None:
        """Refuse more people than cards."""

    def draws(self, left: Counts, truth: int) -> Iterable[tuple[int, Fraction, Counts]]:
        """The reports of one truth, each with its chance and the cards that it leaves."""


def histogram(counts: Counts) -> Hashable:
    """How often each report was given."""
    return counts


def sum_of(values: Any) -> View:
    """The sum of the numbers that the reports stand for.

    >>> sum_of([0, 1])((2, 3))
    Fraction(3, 1)
    """
    numbers = exact_vector(values, "values")

    def view(counts: Counts) -> Hashable:
        if len(counts) != len(numbers):
            raise InputError(f"values must be {len(counts)} numbers, one for each report")
        return dot(numbers, counts)

    return view


def seen_in_population(
    channel: Channel,
    others: Any,
    view: View = histogram,
    prior: Any = None,
    deck: CoupledCards | None = None,
) -> Channel:
    """From one person's truth to what is seen of all.

    `others` says how many others hold each truth; with a prior it is their number, and each of
    their truths is drawn from the prior.

    >>> warner = Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]])
    >>> alone, crowd = (seen_in_population(warner, others) for others in ([0, 0], [10, 10]))
    >>> alone.parity(), crowd.profile(3) < alone.profile(2), crowd.shape
    (Fraction(3, 1), True, (22, 2))
    >>> seen_in_population(warner, 1, prior=["1/2", "1/2"]).columns[0]
    (Fraction(1, 8), Fraction(1, 2), Fraction(3, 8))
    """
    groups = _groups(channel, others, prior, deck)
    crowd = _Crowd(channel, deck)
    for belief, number in groups:
        for _ in range(number):
            crowd.join(belief)
    # The person comes last: one sum over the others serves all of this person's truths.
    return _table(channel, crowd, lambda told: view(told[-1]))


def all_reports_seen(
    channel: Channel, others: Any, prior: Any = None, deck: CoupledCards | None = None
) -> Channel:
    """The same where every report is seen with the name of the person who gave it.

    People of whom the same is known are exchangeable: the counts of their reports tell all.

    >>> warner = Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]])
    >>> all_reports_seen(warner, [5, 5]) == warner
    True
    """
    groups = _groups(channel, others, prior, deck)
    # Independent reports of others say nothing about this person.
    if deck is None:
        return channel
    crowd = _Crowd(channel, deck)
    for belief, number in groups:
        crowd.stands_apart()
        for _ in range(number):
            crowd.join(belief)
    # This person's report is seen with a name as well, so that it joins no group.
    crowd.stands_apart()
    return _table(channel, crowd, lambda told: told).merge_proportional()


def least_private(
    channel: Channel,
    people: Any,
    level: Callable[[Channel], Fraction | float],
    view: View = histogram,
    deck: CoupledCards | None = None,
) -> tuple[Fraction | float, Counts]:
    """The largest level of what is seen over all truths of the others, and who they are then.

    >>> warner = Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]])
    >>> least_private(warner, 3, lambda seen: seen.profile(2))
    (Fraction(9, 64), (0, 2))
    >>> least_private(warner, 3, lambda seen: least_gamma(seen, "9/64"))
    (Fraction(2, 1), (0, 2))
    """
    found = (
        (level(seen_in_population(channel, others, view, deck=deck)), others)
        for others in crowds(channel, people)
    )
    return max(found, key=lambda pair: pair[0])


def least_gamma(channel: Channel, delta: Any) -> Fraction | float:
    """The least gamma from 1 on at which a table is (ln gamma, delta)-private; inf where none is.

    The profile is the largest of the lines 1 - beta - gamma alpha over the corners of the trade-off
    function.

    >>> least_gamma(Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]]), "1/4")
    Fraction(2, 1)
    """
    allowed = probability(delta, "delta")
    slopes = [Fraction(1)]
    for alpha, beta in tradeoff(channel).corners:
        # 1 - beta - gamma alpha <= delta, solved for gamma; at alpha = 0 no gamma lowers the line.
        if alpha:
            slopes.append((1 - beta - allowed) / alpha)
        elif 1 - beta > allowed:
            return math.inf
    return max(slopes)


def histograms_listed(reports: int, people: int) -> int:
    """How many additions of a report list all histograms among so many people."""
    # C(n + m - 1, m - 1) histograms of n people, m reports, added up over n below all people.
    return reports * math.comb(people + reports - 1, reports)


def number_of_crowds(truths: int, people: int) -> int:
    """In how many ways the truths of the others can be shared out."""
    # All but one person are shared out among the truths.
    return math.comb(people + truths - 2, truths - 1)


def crowds(channel: Channel, people: Any) -> list[Counts]:
    """All truths that the others of so many people may have."""
    number = whole(people, "people", least=1)
    truths = channel.shape[1]
    if number_of_crowds(truths, number) > MOST_CROWDS:
        raise InputError(f"people must be fewer: there are more than {MOST_CROWDS} crowds")
    # Stars and bars: between the bars stand as many others as hold a truth.
    places = number - 2 + truths
    found = []
    for bars in combinations(range(places), truths - 1):
        found.append(tuple(b - a - 1 for a, b in pairwise((-1, *bars, places))))
    return found


class _Crowd:
    """The reports of all who joined: chances of (cards left, counts of each group's reports)."""

    def __init__(self, channel: Channel, deck: CoupledCards | None) -> None:
        self.channel = channel
        self.deck = deck
        self.none = (0,) * channel.shape[0]
        left = () if deck is None else deck.counts
        self.chances: Chances = {(left, (self.none,)): Fraction(1)}
        self.steps = 0

    def stands_apart(self) -> None:
        """Who joins from now on is counted in another group."""
        self.chances = {(left, (*told, self.none)): p for (left, told), p in self.chances.items()}

    def join(self, belief: Sequence[Fraction]) -> None:
        """One more person, whose truth is drawn from a belief."""
        self.steps += len(self.chances) * self.channel.shape[0]
        if self.steps > MOST_STEPS:
            raise InputError("others must be fewer: there are too many histograms to list")
        self.chances = self._with(belief)

    def seen(
        self, belief: Sequence[Fraction], view: Callable[[tuple[Counts, ...]], Hashable]
    ) -> dict[Hashable, Fraction]:
        """What is seen of the counts of all groups when of the last person this is believed."""
        found: defaultdict[Hashable, Fraction] = defaultdict(Fraction)
        for (_, told), chance in self._with(belief).items():
            found[view(told)] += chance
        return found

    def _with(self, belief: Sequence[Fraction]) -> Chances:
        found: defaultdict[Any, Fraction] = defaultdict(Fraction)
        for (left, told), chance in self.chances.items():
            for report, share, after in self._draws(left, belief):
                last = told[-1]
                counted = (*last[:report], last[report] + 1, *last[report + 1 :])
                found[after, (*told[:-1], counted)] += chance * share
        return dict(found)

    def _draws(
        self, left: Counts, belief: Sequence[Fraction]
    ) -> Iterator[tuple[int, Fraction, Counts]]:
        for truth, mass in enumerate(belief):
            if mass and self.deck is None:
                for report, share in enumerate(self.channel.columns[truth]):
                    if share:
                        yield report, mass * share, left
            elif mass and self.deck is not None:
                for report, share, after in self.deck.draws(left, truth):
                    yield report, mass * share, after


def _groups(
    channel: Channel, others: Any, prior: Any, deck: CoupledCards | None
) -> list[tuple[Sequence[Fraction], int]]:
    """What is believed about the truth of some people, and how many they are."""
    truths = channel.shape[1]
    groups: list[tuple[Sequence[Fraction], int]]
    if prior is not None:
        groups = [(channel.checked_prior(prior), whole(others, "others"))]
    else:
        counts = counts_of_others(others, truths)
        groups = list(zip(identity(truths), counts, strict=True))
    if deck is not None:
        deck.admit(1 + sum(number for _, number in groups))
    return groups


def counts_of_others(others: Any, truths: int) -> Counts:
    """How many others hold each truth, as a list or as text.

    >>> counts_of_others("3,0", 2)
    (3, 0)
    """
    listed = others.split(",") if isinstance(others, str) else others
    if not isinstance(listed, Sequence) or len(listed) != truths:
        raise InputError(f"others must have {truths} counts, one for each truth, got {others}")
    return tuple(whole(count, f"others[{i}]") for i, count in enumerate(listed))


def _table(
    channel: Channel, crowd: _Crowd, view: Callable[[tuple[Counts, ...]], Hashable]
) -> Channel:
    """From the truth of the last person to what is seen of all."""
    columns = [crowd.seen(known, view) for known in identity(channel.shape[1])]
    # By their text, so that the order of rows depends on no hash.
    seen = sorted(set(chain.from_iterable(columns)), key=repr)
    rows = tabulated(lambda summary, column: column.get(summary, Fraction(0)), seen, columns)
    return Channel.from_rows(rows, [_label(summary) for summary in seen], channel.truths)


def _label(summary: Any) -> str:
    if not isinstance(summary, tuple):
        return str(summary)
    if summary and isinstance(summary[0], tuple):
        return ";".join(map(_label, summary))
    return ",".join(map(str, summary))
