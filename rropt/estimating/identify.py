"""What a channel allows to be estimated: a contrast is identified iff it is a sum of its rows.

Two distributions of truths that differ by a direction d with `C d = 0` give the same reports, so
`c . pi` is identified iff `c . d = 0` for every such d. Decided in exact arithmetic.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from rropt.channel import Channel
from rropt.exact import InputError
from rropt.exact.convert import dot

Vector = tuple[Fraction, ...]


@dataclass(frozen=True)
class Identified:
    """The rank of a channel and a basis of the directions that the reports cannot see."""

    labels: tuple[str, ...]
    rank: int
    unseen: tuple[Vector, ...]

    @property
    def everything(self) -> bool:
        """Whether the whole distribution is identified."""
        return not self.unseen

    @property
    def truths(self) -> tuple[bool, ...]:
        """For each truth, whether its proportion is identified."""
        return tuple(not any(d[j] for d in self.unseen) for j in range(len(self.labels)))

    def allows(self, contrast: Sequence[Fraction]) -> bool:
        """Whether `sum_j contrast_j pi_j` is identified."""
        return all(dot(contrast, d) == 0 for d in self.unseen)

    def require(self, contrast: Sequence[Fraction]) -> None:
        """Refuse a contrast that is not identified, and say which direction hides it."""
        for d in self.unseen:
            if dot(contrast, d) != 0:
                raise InputError(
                    f"contrast must be identified, but the reports do not change when "
                    f"{_direction(d, self.labels)}, and the contrast does"
                )

    def statement(self) -> str:
        """What is identified, in words."""
        if self.everything:
            return f"all {len(self.labels)} proportions are identified"
        known = [
            label for label, is_known in zip(self.labels, self.truths, strict=True) if is_known
        ]
        hidden = "; ".join(f"{_direction(d, self.labels)}" for d in self.unseen)
        return (
            f"the channel has rank {self.rank} for {len(self.labels)} truths: identified are "
            f"{', '.join(known) if known else 'no single proportion'} and every combination that "
            f"stays the same when {hidden}"
        )


@lru_cache(maxsize=32)
def identified(channel: Channel) -> Identified:
    """Rank and unseen directions of a channel, exactly.

    >>> merge = Channel.from_rows([[1, "1/2", "1/2"], [0, "1/2", "1/2"]])
    >>> identified(merge).truths
    (True, False, False)
    >>> identified(merge).allows((0, 1, 1))
    True
    """
    import flint

    table = flint.fmpz_mat([list(row) for row in channel.numerators])
    width = channel.shape[1]
    rank = table.rank()
    if rank == width:
        return Identified(channel.truths, rank, ())
    basis, _ = table.nullspace()
    columns = [[int(basis[i, j]) for i in range(width)] for j in range(width - rank)]
    return Identified(channel.truths, rank, tuple(_scaled(column) for column in columns))


def _scaled(direction: Sequence[int]) -> Vector:
    """The direction with its largest entry one."""
    top = max(direction, key=abs)
    return tuple(Fraction(x, top) for x in direction)


def _direction(d: Vector, labels: Sequence[str]) -> str:
    moves = [
        f"{label} {'rises' if x > 0 else 'falls'} by {abs(x)}"
        for label, x in zip(labels, d, strict=True)
        if x
    ]
    return " and ".join(moves)
