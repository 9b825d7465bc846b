"""The channel of a design whose table is not written: blocks of truths as reports."""

from __future__ import annotations

from fractions import Fraction

from rropt.channel import Channel
from rropt.channel.block_design import BlockDesign
from rropt.design.problem import Runs


def block_channel(design: BlockDesign, gamma: Fraction) -> Channel:
    """The moves of base blocks.

    >>> block_channel(BlockDesign.equal("4-ary", [4], [[0]]), Fraction(3)).parity()
    Fraction(3, 1)
    """
    from rropt.channel.balanced_supports import DevelopedSupports
    from rropt.channel.implicit import ImplicitChannel

    return ImplicitChannel(DevelopedSupports(design.truths, gamma, design))


def subset_channel(runs: Runs) -> Channel | None:
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
