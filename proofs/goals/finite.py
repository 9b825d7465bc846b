"""Finite statements: every case in exact arithmetic."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any

from ..ledger import Ledger, Unproved
from .base import Goal


@dataclass(frozen=True)
class Cases(Goal):
    """`predicate(case)` for every case of a finite list, in exact arithmetic.

    `cases` is a function, so that a claim costs nothing until it is decided. `false` holds
    predicates that must fail somewhere.
    """

    cases: Callable[[], Iterable[Any]]
    predicate: Callable[[Any], bool]
    label: str = ""
    kind: str = "enumeration"
    false: tuple[Callable[[Any], bool], ...] = ()
    names: tuple[str, ...] = ()

    def attack(self) -> Any:
        for index, case in enumerate(self.cases()):
            if not self._holds(case):
                return {"case": index, "at": self._shown(case), "fails": self.label}
        return None

    def _shown(self, case: Any) -> Any:
        return _plain(dict(zip(self.names, case, strict=False)) if self.names else case)

    def _holds(self, case: Any) -> bool:
        try:
            return bool(self.predicate(case))
        except ZeroDivisionError:
            return False

    def replays(self, witness: Any) -> bool:
        for index, case in enumerate(self.cases()):
            if index == witness["case"]:
                return witness["at"] == self._shown(case) and not self._holds(case)
        return False

    def prove(self, ledger: Ledger) -> None:
        count = 0
        for case in self.cases():
            count += 1
            if not self._holds(case):
                raise Unproved(f"fails at {_plain(case)}")
        if not count:
            raise Unproved("no case was given")
        ledger.evidence.append({"cases": count})
        ledger.kinds.add(self.kind)

    def recall(self, ledger: Ledger) -> None:
        ledger.take("cases")

    def near_misses(self) -> list[Goal]:
        opposite = replace(self, predicate=lambda case: not self._holds(case), false=())
        return [opposite, *(replace(self, predicate=p, false=()) for p in self.false)]


def _plain(x: Any) -> Any:
    """A case as JSON: containers stay, everything else becomes text."""
    if isinstance(x, dict):
        return {str(k): _plain(v) for k, v in x.items()}
    if isinstance(x, (list, tuple)):
        return [_plain(v) for v in x]
    if isinstance(x, (bool, int, str)) or x is None:
        return x
    return str(x)
