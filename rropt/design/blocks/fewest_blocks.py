"""The balanced blocks with the fewest reports that are known, of all truths or in classes of them.

Where truths fall into classes, a type names h_c truths of each class c. Sets of different classes
are drawn independently, so that balanced blocks of every class stand for all sets: the reports of a
type are all combinations of a block of each class. A class of which one truth, or all but one, is
named has no fewer.

**Cyclic developments that are balanced** come from an exact linear program over base blocks. A
block B of Z_k has t as a difference so many times, c_B(t) = c_B(-t). Units of Z_k that keep B keep
c_B as well, so for unions of the orbits of a group H of units one equation is left for each orbit
of H and -1 on the differences,

    sum_B w_B c_B(t) = d (d - 1) / (k - 1),   sum_B w_B = 1,   w >= 0,

and a vertex has hardly more base blocks than there are such orbits. Doubles choose the blocks,
rationals the shares. Larger groups come first: fewer equations, fewer reports.

Where no unions of orbits have the size, any blocks do, each in all its multiples u B, u in H, at
equal shares: their differences together are the same on each orbit. u B and -u B have the same.
These are about k^2 / 2 reports.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import chain, product
from math import comb, gcd
from typing import Any

import numpy as np

from rropt.channel.block_design import Block, BlockDesign, ClassBlocks
from rropt.design.blocks.known_designs import known_designs
from rropt.exact.convert import fmpq, fraction
from rropt.exact.entries import picked
from rropt.lp.highs import SumsBetween, least_costs

MOST_DIFFERENCES = 5 * 2**19
"""The work of counting differences, in pairs of elements: five eighths of what a checker
takes on."""

MOST_COUNTED = 6 * 2**19
"""The same for all base blocks of a table: three quarters of it."""


@lru_cache(maxsize=64)
def fewest_blocks(truths: int, size: int) -> BlockDesign | None:
    """Those of which a certificate is checked in seconds; None where nothing better is known than
    all sets of that size.

    >>> fewest_blocks(9, 3).name, fewest_blocks(9, 3).reports
    ('affine plane of order 3', 12)
    >>> fewest_blocks(5, 2) is None
    True
    """
    return _fewest(truths, size, [d for d in known_designs(truths, size) if _is_counted(d)])


@lru_cache(maxsize=64)
def fewest_known_blocks(truths: int, size: int) -> BlockDesign | None:
    """The same, however long it takes to count their differences.

    >>> fewest_known_blocks(99_991, 49_995).name
    'quadratic residues of 99991'
    """
    return _fewest(truths, size, list(known_designs(truths, size)))


def _fewest(truths: int, size: int, known: Sequence[BlockDesign]) -> BlockDesign | None:
    """Of known families; where none has so few reports as truths, of developments as well."""
    found = [*known, *_developed(truths, size)] if _are_many(known, truths) else known
    best = min(found, key=lambda design: design.reports, default=None)
    if best is None or (size > 1 and best.reports >= comb(truths, size)):
        return None
    return best


def _are_many(known: Sequence[BlockDesign], truths: int) -> bool:
    return all(design.reports > truths for design in known)


def _developed(truths: int, size: int) -> list[BlockDesign]:
    found = balanced_development(truths, size)
    return [found] if found is not None and _is_counted(found) else []


def _is_counted(design: BlockDesign) -> bool:
    return design.work <= MOST_DIFFERENCES


def blocks_of_types(sizes: Sequence[int], types: Sequence[Sequence[int]]) -> ClassBlocks:
    """Of each type an entry a class, None for all sets; nothing where no blocks are known.

    >>> ((alone, others),) = blocks_of_types([1, 9], [[1, 3]])
    >>> alone, others.name, others.reports
    (None, 'affine plane of order 3', 12)
    >>> blocks_of_types([1, 5], [[0, 2], [1, 1]])
    ()
    """
    left, found = MOST_COUNTED, []
    for high in types:
        row = []
        for size, named in zip(sizes, high, strict=True):
            blocks = _fewer_than_sets(size, named)
            row.append(blocks if blocks is not None and blocks.work <= left else None)
            left -= 0 if row[-1] is None else row[-1].work
        found.append(tuple(row))
    return tuple(found) if any(map(any, found)) else ()


def _fewer_than_sets(size: int, named: int) -> BlockDesign | None:
    if named in (0, size):
        return None
    found = fewest_blocks(size, named)
    return found if found is not None and found.reports < comb(size, named) else None


MOST_TRUTHS = 1024
"""The differences of a few hundred blocks of 1,000 truths take half a second."""

MOST_CLASSES = 48
"""Equations at most: shares are quotients of determinants with so many rows."""

TRIED = (6, 40)
"""Random base blocks: so many an equation, and so many more."""

PROGRAMS = 1024
"""Truths of all programs that are posed for unions of orbits, at most sixteen: the costs are random
and their vertices differ. Sixteen have a fifth fewer reports than one, in some 10 ms."""

MOST_MULTIPLIED = 3
"""Groups whose multiples are tried: at one of the first there are mostly some."""

MOST_ELEMENTS = 150_000
"""Of base blocks: three quarters of a megabyte of a certificate."""

ROUNDS = 6
"""To draw unions of orbits, each round as many as are wanted: where orbits differ in length few
have the right size, where they are few most are known already."""


def balanced_development(truths: int, size: int) -> BlockDesign | None:
    """A balanced development with few base blocks; None where none was found.

    >>> design = balanced_development(13, 3)
    >>> design.reports, design.is_balanced()
    (26, True)
    """
    if truths > MOST_TRUTHS:
        return None
    groups = _groups_of_units(truths)
    for units in groups:
        design = _with_units(truths, size, units)
        if design is not None:
            return design
    few = sorted(groups, key=lambda units: _blocks_at_most(truths, units))
    for units in few[:MOST_MULTIPLIED]:
        if _blocks_at_most(truths, units) * size <= MOST_ELEMENTS:
            design = _in_multiples(truths, size, units)
            if design is not None:
                return design
    return None


def _blocks_at_most(k: int, units: frozenset[int]) -> int:
    return _number_of_classes(k, units) * len(_half(k, units))


def _half(k: int, units: frozenset[int]) -> list[int]:
    """One of u and -u, where both are units of the group."""
    return [u for u in sorted(units) if k - u not in units or u <= k - u]


def _groups_of_units(k: int) -> list[frozenset[int]]:
    """Cyclic groups of units, those with few orbits first."""
    found = {_generated(k, u) for u in range(1, k) if gcd(u, k) == 1}
    ordered = sorted(found, key=lambda group: (_number_of_classes(k, group), sorted(group)))
    return [group for group in ordered if _number_of_classes(k, group) <= MOST_CLASSES]


def _generated(k: int, u: int) -> frozenset[int]:
    """1, u, u^2, ...."""
    found = {1}
    x = u
    while x != 1:
        found.add(x)
        x = x * u % k
    return frozenset(found)


def _number_of_classes(k: int, units: frozenset[int]) -> int:
    return len(_orbits(k, units | {k - u for u in units})) - 1


def _orbits(k: int, units: frozenset[int]) -> list[tuple[int, ...]]:
    """Of all elements; zero is alone and first."""
    seen: set[int] = set()
    found = []
    for x in range(k):
        if x not in seen:
            orbit = tuple(sorted({u * x % k for u in units}))
            seen.update(orbit)
            found.append(orbit)
    return found


def _with_units(k: int, size: int, units: frozenset[int]) -> BlockDesign | None:
    classes = _orbits(k, units | {k - u for u in units})[1:]
    base = _unions(_orbits(k, units), size, TRIED[0] * len(classes) + TRIED[1])
    programs = max(1, min(16, PROGRAMS // k))
    found = [_cyclic(k, kept) for kept in _balanced(k, base, classes, programs)] if base else []
    return min(found, key=lambda design: design.reports, default=None)


def _in_multiples(k: int, size: int, units: frozenset[int]) -> BlockDesign | None:
    """Random blocks, each with its multiples."""
    classes = _orbits(k, units | {k - u for u in units})[1:]
    rng = random.Random(size)
    factors = _half(k, units)
    number = TRIED[0] * len(classes) + TRIED[1]
    base = [tuple(rng.sample(range(k), size)) for _ in range(number)]
    for kept in _balanced(k, base, classes, 1):
        multiples = []
        for (block, share), u in product(kept, factors):
            moved = tuple(sorted(u * x % k for x in block))
            multiples.append((moved, share / len(factors)))
        return _cyclic(k, multiples)
    return None


def _cyclic(k: int, weighed: Sequence[tuple[Block, Fraction]]) -> BlockDesign:
    blocks, weights = zip(*weighed, strict=True)
    size = len(blocks[0])
    name = f"{len(blocks)} cyclic base blocks of size {size}"
    if len(blocks) == 1:
        name = f"cyclic difference set of size {size}"
    return BlockDesign(name, size, (k,), blocks, weights)


def _balanced(
    k: int, base: Sequence[Block], classes: Sequence[Sequence[int]], programs: int
) -> Iterator[list[tuple[Block, Fraction]]]:
    """Blocks with shares at which every class of differences has its part, of so many programs."""
    size = len(base[0])
    order = list(chain.from_iterable(classes))
    starts = np.cumsum([0, *map(len, classes[:-1])])
    counts = _differences(k, base)[:, order]
    met = np.add.reduceat(counts, starts, axis=1)
    parts = [Fraction(size * (size - 1) * len(orbit), k - 1) for orbit in classes]
    if not _are_between(met, parts):
        return
    for program in range(programs):
        used = _support(met, parts, program)
        if used is None:
            return
        shares = _exact_shares(met[used], parts)
        if shares is not None:
            pairs = zip(used, shares, strict=True)
            yield [(tuple(sorted(base[n])), share) for n, share in pairs if share]


def _unions(orbits: Sequence[tuple[int, ...]], size: int, most: int) -> list[Block]:
    """Random unions with so many elements; the same each time."""
    sums = 1  # bit n: some of the orbits have n elements together
    for orbit in orbits:
        sums |= sums << len(orbit)
    if not sums >> size & 1:
        return []
    lengths = np.array([len(orbit) for orbit in orbits])
    rng = np.random.default_rng(size)
    found: set[tuple[int, ...]] = set()
    for _ in range(ROUNDS):
        found.update(_filled(lengths, size, rng.random((most, len(orbits)))))
        if len(found) >= most:
            break
    chosen = sorted(found)[:most]
    return [tuple(chain.from_iterable(picked(orbits, one))) for one in chosen]


def _filled(lengths: np.ndarray, size: int, keys: np.ndarray) -> list[tuple[int, ...]]:
    """Orbits taken in the order of each row of keys while they fit, where they fill the size."""
    taken = np.zeros(keys.shape, bool)
    totals = np.zeros(len(keys), int)
    rows = np.arange(len(keys))
    for orbit in np.argsort(keys, axis=1).T:
        fits = totals + lengths[orbit] <= size
        taken[rows, orbit] = fits
        totals += np.where(fits, lengths[orbit], 0)
    return [tuple(np.flatnonzero(row).tolist()) for row in taken[totals == size]]


def _differences(k: int, base: Sequence[Block]) -> np.ndarray:
    """How often each element is a difference of each block, by products of polynomials."""
    indicators = np.zeros((len(base), k))
    np.put_along_axis(indicators, np.array(base), 1, axis=1)
    spectra = np.fft.rfft(indicators)
    return np.rint(np.fft.irfft(np.abs(spectra) ** 2, k)).astype(int)


def _are_between(met: np.ndarray, parts: Sequence[Fraction]) -> bool:
    """Whether each class has its part or more in some block, and its part or less in some: where
    the groups are large mostly not, and no program need be posed."""
    lows = met.min(axis=0).tolist()
    highs = met.max(axis=0).tolist()
    triples = zip(lows, parts, highs, strict=True)
    return all(low <= part <= high for low, part, high in triples)


def _support(met: np.ndarray, parts: Sequence[Fraction], program: int) -> list[int] | None:
    """The blocks in use at a vertex of a program; None if there is no balanced mixture."""
    count = len(met)
    wanted = np.array([float(part) for part in parts])
    left = np.vstack([met.T / wanted[:, None], np.ones(count)])
    costs = np.random.default_rng(program).random(count)
    found = least_costs(costs, [SumsBetween.equal(left, 1.0)])
    return None if found is None else np.flatnonzero(found.numbers > 1e-9).tolist()


def _exact_shares(met: np.ndarray, parts: Sequence[Fraction]) -> list[Fraction] | None:
    """The shares of these blocks; None unless they are balanced exactly by shares of no sign."""
    from flint import fmpq_mat

    pairs = zip(met.T.tolist(), parts, strict=True)
    rows: list[list[Any]] = [[*row, fmpq(part)] for row, part in pairs]
    rows.append([1] * (len(met) + 1))
    reduced, rank = fmpq_mat(rows).rref()
    if rank != len(met):
        return None
    shares = [fraction(reduced[n, len(met)]) for n in range(rank)]
    inside = [reduced[n, n] == 1 for n in range(rank)]
    return shares if all(inside) and min(shares) >= 0 else None
