"""A channel that is a promise: its reports are drawn, asked and added up, and never written out.

It is a family of supports. Where these are balanced every two truths are alike: of a report on one
of them the support holds this one and not the other with the chance p - r, the other and not this
one with q - r, both or none otherwise, and gamma (q - r) = p - r. What tells two truths apart is a
table of three reports; with classes of truths it has two of each class. Privacy, divergences and
the composition of many reports are those of that table. Where the table itself is small it is
written when somebody asks for it, and every use of a channel is one of this.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import islice
from typing import Any

from rropt.channel.display import html, plain_lines
from rropt.channel.family_record import family_record
from rropt.channel.profile import Row
from rropt.channel.support_family import Supports
from rropt.channel.table import MOST_ENTRIES, Channel
from rropt.channel.validate import labels
from rropt.exact import InputError, Numbers, Table, exact_vector
from rropt.exact.recorded import html_text

SHOWN = 12
"""Reports of a printed table, which are the first ones."""

MOST_SHOWN = 3000
"""Truths of a printed table: the chances of unary bits on 100,000 have millions of digits."""

LONGEST = 24
"""Characters of a label in it."""


class ImplicitChannel(Channel):
    """Reports of a family of supports on labelled truths.

    >>> from rropt.channel.balanced_supports import SubsetSupports
    >>> sets = ImplicitChannel(SubsetSupports(1000, Fraction(3), 200))
    >>> sets.parity(), sets.shape[1], len(str(sets.shape[0]))
    (Fraction(3, 1), 1000, 216)
    """

    supports: Supports

    def __init__(self, supports: Supports, truths: Sequence[str] | None = None) -> None:
        object.__setattr__(self, "supports", supports)
        object.__setattr__(self, "truths", labels(truths, supports.truths, "truths"))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, ImplicitChannel):
            return NotImplemented
        return (self.supports, self.truths) == (other.supports, other.truths)

    def __hash__(self) -> int:
        return hash((self.supports, self.truths))

    @property
    def shape(self) -> tuple[int, int]:
        return self.supports.reports, self.supports.truths

    @property
    def told_apart(self) -> Channel:
        """What tells any two truths apart, as a small table."""
        return self.supports.told_apart

    # --- as a table -----------------------------------------------------------------------------

    def rows_one_by_one(self) -> Iterator[tuple[str, Row]]:
        """Each report with its row, the first at once."""
        return self.supports.rows()

    @cached_property
    def table(self) -> Channel:
        """Written out, where it is small."""
        reports, truths = self.shape
        if reports * truths > MOST_ENTRIES:
            raise InputError(
                f"the table of {self.supports.name} on {truths} categories must be small to be "
                f"written out, got {reports_in_words(reports)} reports; it is drawn, estimated "
                "from, planned, measured and compared (side_by_side, rropt compare --prior) "
                "without one"
            )
        names, rows = zip(*self.rows_one_by_one(), strict=True)
        return Channel.from_rows(rows, names, self.truths)

    @property
    def numerators(self) -> tuple[tuple[int, ...], ...]:
        return self.table.numerators

    @property
    def denominator(self) -> int:
        return self.table.denominator

    @property
    def reports(self) -> tuple[str, ...]:
        return self.table.reports

    def first(self, number: int = SHOWN) -> tuple[tuple[str, ...], Table]:
        """The labels of the first few reports, cut where they are long, and their rows.

        >>> from rropt.channel.named_supports import HadamardSupports
        >>> ImplicitChannel(HadamardSupports(3, Fraction(3))).first(1)[1]
        ((Fraction(3, 8), Fraction(3, 8), Fraction(3, 8)),)
        """
        some = list(islice(self.rows_one_by_one(), number))
        names, rows = zip(*some, strict=True)
        cut = (name if len(name) <= LONGEST else f"{name[: LONGEST - 3]}..." for name in names)
        return tuple(cut), rows

    def merge_proportional(self) -> Channel:
        """Itself: what reports there are is said by the family."""
        return self

    def relabel(
        self, reports: Sequence[str] | None = None, truths: Sequence[str] | None = None
    ) -> Channel:
        if reports is not None:
            return self.table.relabel(reports, truths)
        return ImplicitChannel(self.supports, self.truths if truths is None else truths)

    # --- privacy, as of two truths --------------------------------------------------------------

    def parity(self) -> Fraction | float:
        """That of the family: some support holds one of two truths alone, or they were not told
        apart."""
        return self.supports.parity

    @property
    def greatest_chances(self) -> Fraction | None:
        """gamma times the weights of all supports, but for the empty ones."""
        empty = self.supports.empty
        gamma = self.supports.gamma
        # An empty support has its weight itself as the greatest chance.
        return None if empty is None else gamma * self.supports.mass - (gamma - 1) * empty

    # --- what it is worth -----------------------------------------------------------------------

    def variances(self, shares: Numbers) -> list[Fraction]:
        """n Var of each estimated share, exactly.

        >>> from rropt.channel.balanced_supports import SubsetSupports
        >>> one = ImplicitChannel(SubsetSupports(2, Fraction(3), 1))
        >>> one.variances(["3/4", "1/4"])[1]
        Fraction(15, 16)
        """
        return self.supports.variances(exact_vector(shares, "shares"))

    def to_json(self) -> dict[str, Any]:
        """`{"channel": {"family": ..., ...}, "truths": ...}`: what the reports are, not each."""
        return {"channel": family_record(self.supports), "truths": list(self.truths)}

    def __repr__(self) -> str:
        reports, truths = self.shape
        number = reports_in_words(reports)
        head = f"Channel, {number} reports x {truths} truths: {self.supports.name}"
        if truths > MOST_SHOWN:
            return f"{head}\n  reports are {self.supports.form}"
        names, rows = self.first()
        return "\n".join([head, *plain_lines(rows, names, self.truths, reports > SHOWN)])

    def _repr_html_(self) -> str:
        if self.shape[1] > MOST_SHOWN:
            return html_text(repr(self))
        names, rows = self.first()
        return html(rows, names, self.truths, self.shape[0] > SHOWN)


def reports_in_words(reports: int) -> str:
    """A number of reports, or how many bits number them.

    >>> reports_in_words(12), reports_in_words(2**40 + 1)
    ('12', '2^41')
    """
    return str(reports) if reports < 10**12 else f"2^{(reports - 1).bit_length()}"
