"""Item counts (list experiments): how many of J harmless items, and of J + 1 with a sensitive one.

Nobody says which items are true, only how many. One group is shown the harmless items, the other
one the sensitive item too (Miller 1984). The truth of a person is z (the sensitive item) and y (the
number of harmless ones); the control group reports y, the treatment group y + z. These are two
tables of reports 0, ..., J + 1 with 2 (J + 1) truths, and the model of the truth is

    P(z = 1) = 1 / (1 + e^-x.beta),   y ~ Binomial(J, 1 / (1 + e^-x.psi)),

or y beta-binomial, or of any distribution; both are independent given x (Imai 2011). Without a
model of y the difference of the groups' means estimates the share of z = 1.

In the treatment group the reports 0 and J + 1 reveal z. Those who must give them may lie (Blair and
Imai 2012): at the ceiling a share of the holders with y = J report J, at the floor a share of those
with y = 0 report 0.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Unpack

from rropt.channel import Channel
from rropt.data.counts import counted_survey
from rropt.data.entry_rules import EntryRules, ReadingOptions
from rropt.data.respondents import SurveyColumns
from rropt.exact import InputError, Numbers, listed, of_size, one_of, prior_vector, whole
from rropt.survey.asked_designs import tables_of
from rropt.survey.group_difference import Combination
from rropt.survey.intervals import Functional

MOST_ITEMS = 30
"""Lists in use have three to six; the tables have twice as many truths as counts."""

LIARS = ("ceiling", "floor")

MODELS = ("binomial", "beta-binomial", "any")
"""Of y: one chance for all items, one that differs between people, or any distribution."""


@dataclass(frozen=True)
class ItemCount:
    """A design with two groups, one of which counts a sensitive item too.

    `items` is how many harmless items there are, J. `groups` are what the data call the control
    group and the treatment group. `counts` is the model of y in a regression: binomial,
    beta-binomial, or any.

    >>> ItemCount(3).table(["1/8", "3/8", "3/8", "1/8"]).columns[1][0]
    Fraction(0, 1)
    """

    items: int
    groups: tuple[str | int, str | int] = (0, 1)
    counts: str = "binomial"

    def __post_init__(self) -> None:
        if not 1 <= whole(self.items, "items") <= MOST_ITEMS:
            raise InputError(f"items must be from 1 to {MOST_ITEMS}, got {self.items}")
        named = tuple(self.groups) if isinstance(self.groups, (list, tuple)) else ()
        known = all(isinstance(name, (str, int)) for name in named)
        if len(named) != 2 or not known or str(named[0]) == str(named[1]):
            raise InputError("groups must be two values: of control and of treatment")
        if one_of(self.counts, MODELS, "counts") == "beta-binomial" and self.items == 1:
            raise InputError("items must be at least 2 for beta-binomial counts: they correlate")
        object.__setattr__(self, "groups", named)
        object.__setattr__(self, "items", int(self.items))

    @property
    def truths(self) -> tuple[str, ...]:
        """z and y of a person."""
        counts = range(self.items + 1)
        return tuple(f"{trait} and {count}" for trait in ("no", "yes") for count in counts)

    @property
    def reports(self) -> tuple[str, ...]:
        """All numbers of items, of either group."""
        return tuple(str(told) for told in range(self.items + 2))

    @property
    def tables(self) -> dict[str | int, Channel]:
        """Of each group the chance of a report given z and y: nothing is drawn."""
        control, treatment = self.groups
        return {control: self._table(0), treatment: self._table(1)}

    def _table(self, shown: int) -> Channel:
        told = [y + shown * z for z in (0, 1) for y in range(self.items + 1)]
        rows = [[int(number == report) for number in told] for report in range(self.items + 2)]
        return Channel.from_rows(rows, self.reports, self.truths)

    def liable(self, liars: str) -> tuple[str, str]:
        """The truth whose holders may lie, and the report that they give."""
        if liars not in LIARS:
            raise InputError(f"liars must be {' or '.join(LIARS)} for item counts, got {liars!r}")
        count = self.items if liars == "ceiling" else 0
        return f"yes and {count}", str(count)

    def table(self, control: Numbers) -> Channel:
        """What the treatment group's report tells about z, where y has these chances.

        It is a table like any other: `rr.measures` says what it reveals, and `rr.optimal` which one
        is best at the same privacy.
        """
        chances = of_size(prior_vector(control), self.items + 1, "control", "chances")
        # Whoever has the trait reports one more.
        no, yes = (*chances, Fraction(0)), (Fraction(0), *chances)
        return Channel.from_rows([*zip(no, yes, strict=True)], self.reports, ["no", "yes"])

    def difference(self, control: Numbers, treatment: Numbers) -> Combination:
        """The difference of the groups' means, from how often 0, ..., J (+ 1) items were reported.

        >>> share = ItemCount(2).difference([20, 50, 30], [15, 40, 35, 10])
        >>> round(share.value, 6), round(share.stderr, 3)
        (0.3, 0.111)
        """
        told = [self._functional(treatment, self.items + 2, "treatment")]
        told.append(self._functional(control, self.items + 1, "control"))
        return Combination((1.0, -1.0), (told[0], told[1]))

    def estimate(
        self, data: Any, column: str, by: str, **reading: Unpack[ReadingOptions]
    ) -> Combination:
        """The difference of means, from a column of counts and the column of groups.

        `reading` is as in `rropt.estimate`.

        >>> import pyarrow
        >>> data = pyarrow.table({"count": [0, 1, 2, 1, 3, 2], "list": [0, 0, 0, 1, 1, 1]})
        >>> ItemCount(2).estimate(data, "count", by="list").value
        1.0
        """
        if not isinstance(column, str) or not isinstance(by, str):
            raise InputError("column and by must name the columns of counts and of groups")
        (tables,) = tables_of(self.tables, [column], by)
        columns = SurveyColumns((column,), design_column=by)
        found = counted_survey(columns, data, [tables], EntryRules.of(**reading))
        height = self.items + 2
        control, treatment = (found.counts(height, found.used == group) for group in (0, 1))
        if not any(control) or not any(treatment):
            named = " and ".join(map(repr, tables))
            raise InputError(f"column {by!r} must hold {named}, both and nothing else")
        *counts, beyond = control
        if beyond:
            raise InputError(
                f"column {column!r} must hold at most {self.items} of the control group, "
                f"got {beyond} of {sum(control)} that are more"
            )
        return self.difference(counts, treatment)

    def _functional(self, counts: Numbers, size: int, name: str) -> Functional:
        given = of_size(listed(counts, name, "counts"), size, name, "counts")
        found = tuple(whole(count, name) for count in given)
        if not any(found):
            raise InputError(f"{name} must have at least one report, got none")
        return Functional(tuple(float(told) for told in range(size)), found)
