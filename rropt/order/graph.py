"""Many mechanisms at once: which dominates which, and which nobody dominates."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from rropt.channel import Channel, as_channel
from rropt.channel.display import html_facts
from rropt.exact import InputError, iterates
from rropt.order.comparison import Comparison, compare


@dataclass(frozen=True)
class Frontier:
    """The partial order of named mechanisms; `comparisons[a, b]` holds the witnesses."""

    mechanisms: dict[str, Channel]
    comparisons: dict[tuple[str, str], Comparison]

    def _repr_html_(self) -> str:
        order = "; ".join(f"{better} over {worse}" for better, worse in self.covers)
        facts = [("undominated", ", ".join(self.undominated)), ("order", order or "none")]
        return html_facts(f"Blackwell's order of {len(self.mechanisms)} mechanisms", facts)

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
        turned = {"better": "worse", "worse": "better"}
        relation = self.comparisons[P, A].relation
        return turned.get(relation, relation)

    @property
    def edges(self) -> list[tuple[str, str]]:
        """All pairs (better, worse)."""
        names = list(self.mechanisms)
        return [(a, b) for a in names for b in names if self.dominates(a, b)]

    @property
    def covers(self) -> list[tuple[str, str]]:
        """The pairs (better, worse) with nothing strictly between: the Hasse diagram."""
        edges = set(self.edges)
        names = list(self.mechanisms)
        return [
            (a, b)
            for a, b in self.edges
            if not any((a, c) in edges and (c, b) in edges for c in names)
        ]

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

    def to_dot(self) -> str:
        """The Hasse diagram for Graphviz, better mechanisms above."""
        quoted = {name: '"' + name.replace('"', "'") + '"' for name in self.mechanisms}
        lines = [f"  {quoted[name]};" for name in self.mechanisms]
        lines += [f"  {quoted[a]} -> {quoted[b]};" for a, b in self.covers]
        return "\n".join(["digraph order {", *lines, "}"])

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
    names = list(named)
    pairs = [(a, b) for i, a in enumerate(names) for b in names[i + 1 :]]
    return Frontier(named, {(a, b): compare(named[a], named[b]) for a, b in pairs})
