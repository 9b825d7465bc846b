"""What an optimal mechanism is called, where the field has a name for it.

| mechanism | name |
|---|---|
| two truths, p on the diagonal | Warner's device |
| two truths, one of which is never told alone and the other with p | Mangat's device |
| p on the diagonal, q below p elsewhere | k-ary response |
| a row for every set of d truths: a number on the set, less elsewhere | subset selection |
| the same for shifts of one set by equal steps around the circle | cyclic subset selection |
| one row | a constant report |
| an answer beside a random place of an interval | random cut |
| balanced blocks | that of the block design |
"""

from __future__ import annotations

from fractions import Fraction
from math import comb

from rropt.channel import Channel
from rropt.channel.block_design import BlockDesign, subsets_name
from rropt.design.answer import Answer
from rropt.design.blocks.known_designs import known_designs


def name_of(design: Answer) -> str | None:
    """The name of the mechanism; None where it has none."""
    if design.certificate.kind == "random-cut":
        return "random cut of an interval"
    if design.blocks:
        first, *others = design.blocks[0]
        return None if first is None or others else name_of_blocks(first)
    if design.table is not None:
        return name_of_table(design.table)
    if len(design.orbits) != 1 or len(design.orbits[0].runs) != 2 or design.orbits[0].others:
        return None
    return subsets_name(design.orbits[0].runs[0][1])


def name_of_blocks(blocks: BlockDesign) -> str:
    """That of the known design with these blocks, which a file does not say.

    >>> from rropt.design.blocks.fewest_blocks import fewest_blocks
    >>> name_of_blocks(BlockDesign.stated(fewest_blocks(13, 4).record()))
    'projective plane of order 3'
    >>> name_of_blocks(BlockDesign.equal("", [8], [[0, 1], [0, 2]]))
    '2 cyclic base blocks of size 2'
    """
    said = blocks.record()
    for known in known_designs(blocks.truths, blocks.size):
        if known.record() == said:
            return known.name
    turned = "cyclic " if len(blocks.group) == 1 else ""
    return f"{len(blocks.base)} {turned}base blocks of size {blocks.size}"


def name_of_table(table: Channel) -> str | None:
    """The name that a written table has by itself.

    >>> name_of_table(Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]]))
    "Warner's device with p = 0.75"
    >>> name_of_table(Channel.from_rows([["2/3", 0], ["1/3", 1]]))
    "Mangat's device with p = 0.666667"
    >>> name_of_table(Channel.from_rows([["1/2", "1/3"], ["1/2", "2/3"]])) is None
    True
    """
    if table.shape[0] == 1:
        return "one constant report"
    zeros = [row for row in table.rows if 0 in row]
    if table.shape == (2, 2) and len(zeros) == 1:
        return f"Mangat's device with p = {float(max(zeros[0])):.6g}"
    if len({frozenset(row) for row in table.rows}) != 1 or len(set(table.rows[0])) != 2:
        return None
    high = max(table.rows[0])
    sets = {_places(row, high) for row in table.rows}
    size, truths = len(_places(table.rows[0], high)), table.shape[1]
    if len(sets) != table.shape[0] or any(len(places) != size for places in sets):
        return None
    if len(sets) == comb(truths, size):
        return f"Warner's device with p = {float(high):.6g}" if truths == 2 else subsets_name(size)
    return f"cyclic {subsets_name(size)}" if _is_cyclic(sets, truths) else None


def _is_cyclic(sets: set[frozenset[int]], truths: int) -> bool:
    """Whether these are the shifts of one set by equal steps, all of them different."""
    if truths % len(sets):
        return False
    first, step = next(iter(sets)), truths // len(sets)
    shifts = [frozenset((x + by) % truths for x in first) for by in range(0, truths, step)]
    return set(shifts) == sets


def _places(row: tuple[Fraction, ...], entry: Fraction) -> frozenset[int]:
    return frozenset(place for place, found in enumerate(row) if found == entry)
