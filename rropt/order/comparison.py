"""Blackwell's order: of two mechanisms, and of many at once, with a witness for every answer."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import combinations, product
from typing import TYPE_CHECKING, Any, overload

from rropt.channel import Channel, as_channel
from rropt.channel.display import html_facts, plain_lines
from rropt.elapsed import shows_elapsed
from rropt.exact import InputError, iterates, text
from rropt.exact.entries import tabulated
from rropt.exact.recorded import Recorded
from rropt.extras import data_frames
from rropt.order.garbling import decide_garbling, same_rows
from rropt.order.separation import Separation, quadratic_gain, simplest

if TYPE_CHECKING:
    import pandas

    from rropt.certificate import Certificate
    from rropt.order.order_ranges import OrderRanges

RELATIONS = {
    (True, True): "equivalent",
    (True, False): "better",
    (False, True): "worse",
    (False, False): "incomparable",
}

LONGEST_VALUE = 20
"""Digits above or below the line of a value that is shown exactly."""


@dataclass(frozen=True)
class Comparison(Recorded):
    """How P stands to A (chai-nayak/def-4.1).

    `down` answers "is A = C P?": C itself, or a decision problem in which A strictly beats P;
    `up` answers "is P = C A?" in the same way.

    >>> import rropt as rr
    >>> rr.compare([["2/3", "1/3"], ["1/3", "2/3"]], [["3/4", "1/4"], ["1/4", "3/4"]]).relation
    'better'
    """

    A: Channel
    P: Channel
    down: Channel | Separation
    up: Channel | Separation

    @property
    def relation(self) -> str:
        """P is "equivalent" to A, "better", "worse", or "incomparable"."""
        return RELATIONS[self.garbling is not None, self.reverse_garbling is not None]

    @property
    def garbling(self) -> Channel | None:
        """C with A = C P, or None."""
        return self.down if isinstance(self.down, Channel) else None

    @property
    def separation(self) -> Separation | None:
        """A decision problem in which A strictly beats every use of P, or None."""
        return self.down if isinstance(self.down, Separation) else None

    @property
    def reverse_garbling(self) -> Channel | None:
        """C with P = C A, or None."""
        return self.up if isinstance(self.up, Channel) else None

    @property
    def reverse_separation(self) -> Separation | None:
        """A decision problem in which P strictly beats every use of A, or None."""
        return self.up if isinstance(self.up, Separation) else None

    @property
    def witness(self) -> Channel | Separation:
        """The reason of the answer to "is P at least as good as A?"."""
        return self.down

    @cached_property
    def certificates(self) -> tuple[Certificate, Certificate]:
        """Both answers as certificates that the independent checker has accepted."""
        return certify(self.A, self.P, self.down), certify(self.P, self.A, self.up)

    def to_json(self) -> dict[str, Any]:
        """The contract of `rropt compare`, and the reverse direction beside it."""
        return {
            "relation": self.relation,
            **_witness_json(self.down, "A", "P"),
            "reverse": _witness_json(self.up, "P", "A"),
        }

    def to_frame(self) -> pandas.DataFrame:
        """One row: the relation, and which of both is the other with its reports randomized."""
        garblings = {"A = C P": self.garbling, "P = C A": self.reverse_garbling}
        holds = {name: found is not None for name, found in garblings.items()}
        return data_frames().DataFrame([{"relation": self.relation, **holds}])

    def __repr__(self) -> str:
        return f"Comparison: {self._verdict()}"

    def __str__(self) -> str:
        """The verdict, and the witness of either direction."""
        lines = [*_witness_lines(self.down, "A", "P"), *_witness_lines(self.up, "P", "A")]
        return "\n".join([self._verdict(), *lines])

    def _verdict(self) -> str:
        return f"P is {describe(self.relation)} A"

    def _repr_html_(self) -> str:
        down = _witness_html(self.down, "A", "P")
        up = _witness_html(self.up, "P", "A")
        return html_facts(self._verdict(), [], down + up)


def _witness_lines(found: Channel | Separation, A: str, P: str) -> list[str]:
    """A = C P with C, or the gain under which A does better."""
    if isinstance(found, Channel):
        return [f"{A} = C {P} with C =", *rows_in_lines(found)]
    actions = [f"action {place}" for place in range(len(found.gain))]
    truths = [str(place) for place in range(len(found.gain[0]))]
    return [
        f"{A} is no garbling of {P}: under the gain (actions x truths)",
        *plain_lines(found.gain, actions, truths),
        f"{A} is worth {_short(found.first)}, {P} at most {_short(found.second)}",
    ]


def rows_in_lines(channel: Channel) -> list[str]:
    """A table as it is printed, without the line that says its size."""
    return plain_lines(channel.rows, channel.reports, channel.truths)


def _short(value: Fraction) -> str:
    """A number; of a long one so many digits that doubles agree."""
    # Python writes no integer of more than 4300 digits.
    is_short = max(abs(value.numerator), value.denominator) < 10**LONGEST_VALUE
    return str(value) if is_short else f"{float(value):.17g} (rounded)"


def _witness_html(found: Channel | Separation, A: str, P: str) -> str:
    """The channel C, or the gain of each action in a decision problem."""
    if isinstance(found, Channel):
        return html_facts(f"{A} = C {P} for this C", [], found._repr_html_())
    rows = enumerate(table_json(found.gain))
    gains = [(f"action {action}", ", ".join(row)) for action, row in rows]
    return html_facts(f"{A} strictly beats {P} for this gain", gains)


@overload
def compare(A: Any, P: Any) -> Comparison: ...


@overload
def compare(A: Any, P: Any, **ranges: Any) -> OrderRanges: ...


@shows_elapsed
def compare(A: Any, P: Any, **ranges: Any) -> Comparison | OrderRanges:
    """How P stands to A in Blackwell's order, decided exactly: A = C P? P = C A?

    Truths of the same names in another order are compared by their names.

    Tables whose entries are rational functions of a parameter are compared over its range, and the
    answer says for which values P is at least as good as A (`order_ranges`).

    >>> warner = [["3/4", "1/4"], ["1/4", "3/4"]]
    >>> weaker = [["2/3", "1/3"], ["1/3", "2/3"]]
    >>> answer = compare(weaker, warner)
    >>> answer.relation, answer.garbling.rows[0]
    ('better', (Fraction(5, 6), Fraction(1, 6)))
    >>> compare(warner, weaker).separation.gain
    ((Fraction(0, 1), Fraction(1, 1)), (Fraction(1, 1), Fraction(0, 1)))
    >>> response = [["g/(g + 1)", "1/(g + 1)"], ["1/(g + 1)", "g/(g + 1)"]]
    >>> print(compare(warner, response, g=(1, "oo")))
    P is at least as good as A: g >= 3
    A is at least as good as P: 1 < g <= 3
    """
    if ranges:
        from rropt.order.order_ranges import order_ranges

        return order_ranges(A, P, **ranges)
    first = as_channel(A, "A")
    second = as_channel(P, "P").aligned_with(first)
    down = decide_garbling(first, second)
    # A garbling with other rows is strictly worse: the way back needs a proof, and no search.
    if isinstance(down, Channel) and not same_rows(first, second):
        return Comparison(first, second, down, _strictly_above(second, first))
    return Comparison(first, second, down, decide_garbling(second, first))


def _strictly_above(P: Channel, A: Channel) -> Separation:
    """The proof that P is no garbling of A, where A is one of P and their rows differ.

    Without proportional rows, equivalent mechanisms are permutations of each other
    (chai-nayak/thm-4.1), so the strictly convex u of `quadratic_gain` has strictly lost.
    """
    found = simplest(quadratic_gain(P.drop_zero_rows()), P, A)
    if found is None:
        raise ArithmeticError("the quadratic gain failed to separate a strict comparison")
    return found


def certify(A: Channel, P: Channel, answer: Channel | Separation) -> Certificate:
    """The certificate that A = C P, or that A is no garbling of P."""
    from rropt.certificate import issue

    tables = {"A": A.rows, "P": P.rows}
    if isinstance(answer, Channel):
        return issue({"kind": "garbling", **tables, "C": answer.rows})
    values = {"A_value": answer.first, "P_value": answer.second}
    return issue({"kind": "separation", **tables, "gain": answer.gain, **values})


def describe(relation: str) -> str:
    """The relation as the words between P and A.

    >>> describe("better")
    'better than'
    """
    return {
        "equivalent": "equivalent to",
        "better": "better than",
        "worse": "worse than",
        "incomparable": "incomparable with",
    }[relation]


def _witness_json(answer: Channel | Separation, first: str, second: str) -> dict[str, Any]:
    """`{"garbling": C, "separation": null}` or the other way round."""
    if isinstance(answer, Channel):
        return {"garbling": table_json(answer.rows), "separation": None}
    values = {first: text(answer.first), second: text(answer.second)}
    return {"garbling": None, "separation": {"gain": table_json(answer.gain), **values}}


def table_json(table: Any) -> list[list[str]]:
    """Exact numbers as strings."""
    return [list(map(text, row)) for row in table]


@dataclass(frozen=True, repr=False)
class Frontier(Recorded):
    """The partial order of named mechanisms; `comparisons[a, b]` holds the witnesses."""

    mechanisms: dict[str, Channel]
    comparisons: dict[tuple[str, str], Comparison]

    def __repr__(self) -> str:
        said = "; ".join(f"{name} {value}" for name, value in self._facts)
        return f"Frontier: {len(self.mechanisms)} mechanisms, {said}"

    def _repr_html_(self) -> str:
        title = f"Blackwell's order of {len(self.mechanisms)} mechanisms"
        return html_facts(title, self._facts)

    @property
    def _facts(self) -> list[tuple[str, str]]:
        order = "; ".join(f"{better} over {worse}" for better, worse in self.covers)
        return [("undominated", ", ".join(self.undominated)), ("order", order or "none")]

    def dominates(self, better: str, worse: str) -> bool:
        """Is the first strictly better than the second?"""
        return better != worse and self._relation(worse, better) == "better"

    def equivalent(self, one: str, other: str) -> bool:
        """Are they garblings of each other?"""
        return one == other or self._relation(one, other) == "equivalent"

    def _relation(self, A: str, P: str) -> str:
        """The relation of P to A."""
        if (A, P) in self.comparisons:
            return self.comparisons[A, P].relation
        # Each pair was compared once: the other direction is read from the same answer.
        turned = {"better": "worse", "worse": "better"}
        relation = self.comparisons[P, A].relation
        return turned.get(relation, relation)

    @property
    def edges(self) -> list[tuple[str, str]]:
        """All pairs (better, worse)."""
        names = list(self.mechanisms)
        return [(a, b) for a, b in product(names, repeat=2) if self.dominates(a, b)]

    @property
    def covers(self) -> list[tuple[str, str]]:
        """The pairs (better, worse) with nothing strictly between: the Hasse diagram."""
        edges = self.edges
        below = defaultdict(list)
        for a, b in edges:
            below[a].append(b)
        through: set[tuple[str, str]] = set()
        for a, c in edges:
            through.update((a, b) for b in below[c])
        return [edge for edge in edges if edge not in through]

    @property
    def undominated(self) -> list[str]:
        """The names that no other mechanism strictly dominates."""
        beaten = {b for _, b in self.edges}
        return [name for name in self.mechanisms if name not in beaten]

    @property
    def antichain(self) -> list[str]:
        """The undominated names, the first of each equivalence class."""
        kept: list[str] = []
        for name in self.undominated:
            if not any(self.equivalent(name, other) for other in kept):
                kept.append(name)
        return kept

    def to_frame(self) -> pandas.DataFrame:
        """How the mechanism of each row stands to that of each column."""
        names = list(self.mechanisms)
        rows = tabulated(
            lambda a, b: "equivalent" if a == b else self._relation(b, a), names, names
        )
        return data_frames().DataFrame(rows, index=names, columns=names)

    def to_json(self) -> dict[str, Any]:
        """Edges, Hasse diagram, undominated names."""
        return {
            "dominates": [list(edge) for edge in self.edges],
            "covers": [list(edge) for edge in self.covers],
            "undominated": self.undominated,
            "antichain": self.antichain,
        }


def frontier(mechanisms: Mapping[str, Any] | Iterable[Any]) -> Frontier:
    """The order of a list of mechanisms (named 0, 1, ...) or of a mapping from names.

    >>> levels = {g: [[g, 1], [1, g]] for g in (2, 3, 5)}
    >>> tables = {f"g{g}": [[f"{x}/{g + 1}" for x in r] for r in t] for g, t in levels.items()}
    >>> order = frontier(tables)
    >>> order.antichain, order.covers
    (['g5'], [('g3', 'g2'), ('g5', 'g3')])
    """
    if isinstance(mechanisms, Mapping):
        named = {str(name): as_channel(table, str(name)) for name, table in mechanisms.items()}
    elif not iterates(mechanisms) or isinstance(mechanisms, str):
        raise InputError(f"mechanisms must be a list or a mapping of tables, got {mechanisms!r}")
    else:
        named = {str(i): as_channel(table, str(i)) for i, table in enumerate(mechanisms)}
    if not named:
        raise InputError("mechanisms must not be empty")
    if isinstance(mechanisms, Mapping) and len(named) < len(mechanisms):
        raise InputError("mechanisms must have names that differ as text")
    pairs = combinations(named, 2)
    return Frontier(named, {(a, b): compare(named[a], named[b]) for a, b in pairs})
