"""The channel of a design whose table is not written: sets and blocks of truths as reports."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import chain
from typing import TYPE_CHECKING, Any

from rropt.channel.block_design import BlockDesign, ClassBlocks
from rropt.design.problem import Orbit, Runs

if TYPE_CHECKING:
    from rropt.channel.implicit import ImplicitChannel
    from rropt.channel.pattern_type import SinglePattern


def block_channel(design: BlockDesign, gamma: Fraction) -> ImplicitChannel:
    """The moves of base blocks.

    >>> block_channel(BlockDesign.equal("4-ary", [4], [[0]]), Fraction(3)).parity()
    Fraction(3, 1)
    """
    from rropt.channel.developed_supports import DevelopedSupports
    from rropt.channel.implicit import ImplicitChannel

    return ImplicitChannel(DevelopedSupports(design.truths, gamma, design))


def subset_channel(runs: Runs) -> ImplicitChannel | None:
    """All arrangements of a pattern of two values, the larger first; None for other patterns.

    >>> subset_channel(((Fraction(3), 2), (Fraction(1), 98))).shape
    (4950, 100)
    """
    from rropt.channel.balanced_supports import SubsetSupports
    from rropt.channel.implicit import ImplicitChannel

    if len(runs) != 2:
        return None
    (high, size), (low, rest) = runs
    if not high > low > 0:
        return None
    if size == 1:
        return block_channel(BlockDesign.equal("k-ary response", [rest + 1], [[0]]), high / low)
    return ImplicitChannel(SubsetSupports(size + rest, high / low, size))


def class_channel(
    orbits: Sequence[Orbit], shares: Sequence[Fraction], blocks: ClassBlocks = ()
) -> ImplicitChannel | None:
    """Types of patterns of two values on classes of truths with these shares; None for others.

    Sets of a class are all that there are, or these blocks. Patterns that are zero but at one truth
    are singles, where there are others.

    >>> high, low = Fraction(3), Fraction(1)
    >>> first = Orbit(((high, 1),), Fraction(2, 5), (((low, 30),),))
    >>> second = Orbit(((low, 1),), Fraction(1, 2), (((high, 6), (low, 24)),))
    >>> class_channel([first, second], [Fraction(1, 4), Fraction(1, 40)]).shape
    (593776, 31)
    """
    from rropt.channel.class_supports import ClassSupports
    from rropt.channel.implicit import ImplicitChannel
    from rropt.channel.pattern_type import PatternType

    single = {place: single_of(orbit) for place, orbit in enumerate(orbits)}
    sets = [orbit for place, orbit in enumerate(orbits) if single[place] is None]
    every_run = chain.from_iterable(chain.from_iterable(orbit.classes) for orbit in sets)
    values = {value for value, _ in every_run}
    if len(values) != 2 or min(values) <= 0:
        return None
    low, high = sorted(values)
    sizes = tuple(map(_size, orbits[0].classes))
    every: ClassBlocks = ((None,) * len(sizes),) * len(orbits)

    def named(orbit: Orbit, of_classes: tuple[BlockDesign | None, ...]) -> PatternType:
        counts = tuple(_size(runs, high) for runs in orbit.classes)
        return PatternType(orbit.weight * low, counts, of_classes)

    pairs = enumerate(zip(orbits, blocks or every, strict=True))
    types = tuple(single[place] or named(*pair) for place, pair in pairs)
    if not any(single.values()) and _is_of_one_truth_each(orbits, sizes, high):
        return subset_channel(((high, 1), (low, sum(sizes) - 1)))
    found = ClassSupports(sum(sizes), high / low, sizes, tuple(shares), types)
    return ImplicitChannel(found)


def _is_of_one_truth_each(orbits: Sequence[Orbit], sizes: Sequence[int], high: Fraction) -> bool:
    """Whether every truth has the report in which it alone is high, with one weight."""
    every = range(len(sizes))
    found = sorted((tuple(_size(runs, high) for runs in o.classes), o.weight) for o in orbits)
    named = [tuple(int(c == d) for d in every) for c in reversed(every)]
    weights = {weight / n for (_, weight), n in zip(found, reversed(sizes), strict=False)}
    return [counts for counts, _ in found] == named and len(weights) == 1


def _size(runs: Iterable[tuple[Fraction, int]], of: Fraction | None = None) -> int:
    """The number of truths in the runs of a class, or of those with one value."""
    return sum(n for value, n in runs if of is None or value == of)


def single_of(orbit: Orbit) -> SinglePattern | None:
    """Of a pattern that is zero but at one truth of a class; else None.

    >>> zero, one = Fraction(0), Fraction(1)
    >>> single_of(Orbit(((zero, 2),), Fraction(3), (((one, 1), (zero, 4)),))).high
    (0, 1)
    """
    from rropt.channel.pattern_type import SinglePattern

    positive = []
    for place, runs in enumerate(orbit.classes):
        positive += [(place, value, number) for value, number in runs if value]
    if [number for _, _, number in positive] != [1]:
        return None
    ((place, value, _),) = positive
    return SinglePattern.of(orbit.weight * value, place, len(orbit.classes))


def stated_shares(certificate: Mapping[str, Any]) -> list[Fraction]:
    """At which the estimates of a table of classes are best: the mean share of each class.

    >>> stated_shares({"prior": ["1/2", "0"], "shares": [["1/2", "1/3"], ["1/6"]]})
    [Fraction(5, 12), Fraction(1, 6)]
    """
    if "shares" not in certificate:
        return list(map(Fraction, certificate["prior"]))
    lists = [list(map(Fraction, row)) for row in certificate["shares"]]
    return [sum(row, Fraction(0)) / len(row) for row in lists]
