"""Developments written out: every block once, balance by counting pairs."""

from __future__ import annotations

from fractions import Fraction as F
from itertools import combinations

import pytest

from rropt.channel.block_design import BlockDesign
from rropt.channel.developed_supports import DevelopedSupports
from rropt.channel.implicit import ImplicitChannel

DESIGNS = [
    BlockDesign.equal("Fano", [7], [[0, 1, 3]]),
    BlockDesign.equal("pairs of four", [2, 2], [[0, 1], [0, 2], [0, 3]]),
    BlockDesign.equal("triples of nine", [3, 3], [[0, 1, 2], [0, 3, 6], [0, 4, 8], [0, 5, 7]]),
    BlockDesign.equal("pairs of six", [6], [[0, 1], [0, 2], [0, 3]]),
    BlockDesign.equal("no plane", [7], [[0, 1, 2]]),
    BlockDesign.equal("some pairs of six", [6], [[0, 1], [0, 2]]),
]


@pytest.mark.parametrize("design", DESIGNS)
def test_balance_is_that_of_all_pairs_of_truths(design: BlockDesign) -> None:
    met = {pair: F(0) for pair in combinations(range(design.truths), 2)}
    for _, block, share in design.numbered():
        for pair in combinations(block, 2):
            met[pair] += share
    assert design.is_balanced() == (len(set(met.values())) == 1)


@pytest.mark.parametrize("design", DESIGNS)
def test_every_block_stands_once_and_all_shares_add_up(design: BlockDesign) -> None:
    blocks = list(design.numbered())
    assert len({block for _, block, _ in blocks}) == len(blocks) == design.reports
    assert sum(share for _, _, share in blocks) == 1
    assert all(len(block) == design.size for _, block, _ in blocks)


@pytest.mark.parametrize("design", DESIGNS)
def test_the_complement_leaves_each_block_out(design: BlockDesign) -> None:
    other = design.complement()
    every = set(range(design.truths))
    left = {tuple(sorted(every - set(block))) for _, block, _ in design.numbered()}
    assert {block for _, block, _ in other.numbered()} == left
    assert other.is_balanced() == design.is_balanced()


def test_a_written_table_is_private_and_kept_by_its_record() -> None:
    again = BlockDesign.stated({"group": [3, 3], "base": DESIGNS[2].record()["base"]})
    table, kept = (
        ImplicitChannel(DevelopedSupports(9, F(5, 2), design)).table
        for design in (DESIGNS[2], again)
    )
    assert table.shape == (12, 9) and table.parity() == F(5, 2)
    assert kept == table


@pytest.mark.parametrize("design", DESIGNS)
def test_a_design_is_the_same_without_its_name(design: BlockDesign) -> None:
    record = design.record()
    base = [[str(share), block] for share, block in record["base"]]
    assert BlockDesign.stated(record | {"base": base}) == design
    moved = [[base[0][0], [*base[0][1][:-1], base[0][1][-1] + 1]], *base[1:]]
    assert BlockDesign.stated(record | {"base": moved}) != design


@pytest.mark.parametrize(
    ("group", "block"),
    [
        ([12], (0, 3, 6, 9)),
        ([12], (1, 4, 7, 10)),
        ([12], (0, 1, 6, 7)),
        ([12], (0, 1, 5, 7)),
        ([13], (0, 1, 3, 9)),
        ([2, 2, 3], (0, 1, 2, 6, 7, 8)),
        ([3, 3], (0, 4, 8)),
        ([4, 4], (0, 2, 5, 7, 8, 10, 13, 15)),
    ],
)
def test_what_leaves_a_block_is_found_among_all_moves(group, block) -> None:
    design = BlockDesign.equal("any", group, [block])
    wanted = [s for s in range(design.truths) if {design.plus(x, s) for x in block} == set(block)]
    assert list(design.unmoved[0]) == wanted
