"""Finite statements: every member of a domain; and samples, which refute but never prove."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any, ClassVar

from ..ledger import Ledger, Unproved
from .base import Goal
from .domains import Domain
from .mutants import Disturbed, Once, Predicate, turned

FEW = 60  # cases on which a near miss is tried: 99 of 100 are refused within the first twenty


@dataclass(frozen=True)
class Tested(Goal):
    """`predicate(case)` for cases, in exact arithmetic: what enumeration and sample share."""

    predicate: Predicate
    label: str = ""
    names: tuple[str, ...] = ()

    def listed(self) -> Iterable[Any]:
        raise NotImplementedError

    def attack(self) -> Any:
        for index, case in enumerate(self.listed()):
            if not truth_of(self.predicate, case):
                return {"case": index, "at": self._shown(case), "fails": self.label}
        return None

    def _shown(self, case: Any) -> Any:
        return plain(dict(zip(self.names, case, strict=False)) if self.names else case)

    def replays(self, witness: Any) -> bool:
        for index, case in enumerate(self.listed()):
            if index == witness["case"]:
                found = not truth_of(self.predicate, case)
                return found and witness["at"] == self._shown(case)
        return False

    def counted(self) -> int:
        """How many cases; Unproved at one that fails."""
        count = 0
        for case in self.listed():
            count += 1
            if not truth_of(self.predicate, case):
                raise Unproved(f"fails at {plain(case)}")
        if not count:
            raise Unproved("no case was given")
        return count


def truth_of(predicate: Predicate, case: Any) -> bool:
    """What the predicate says, which must be a truth value; undefined is false."""
    try:
        said = predicate(case)
    except ZeroDivisionError:
        return False
    if said is True or said is False:
        return said
    if type(said).__name__ in ("bool_", "bool", "BooleanTrue", "BooleanFalse"):
        return bool(said)  # numpy's and sympy's truth values
    raise TypeError(f"a predicate must say true or false, got {said!r}")


@dataclass(frozen=True)
class Cases(Tested):
    """Every member of a finite domain. `balls`: decided by enclosures rather than fractions.

    `false` holds predicates that must fail somewhere.
    """

    domain: Domain | None = None
    false: tuple[Predicate, ...] = ()
    balls: bool = False

    def listed(self) -> Iterable[Any]:
        return self.domain or ()

    def prove(self, ledger: Ledger) -> None:
        count = self.counted()
        if count != len(self.domain or ()):
            raise Unproved(f"{count} cases of {len(self.domain or ())} were met")
        ledger.evidence.append({"cases": count})
        ledger.kinds.add("interval" if self.balls else "enumeration")

    def recall(self, ledger: Ledger) -> None:
        """Nothing but the count is stored, so everything is decided again, and can still fail."""
        stored = ledger.take("cases")
        self.prove(ledger)
        if stored != ledger.evidence[-1]["cases"]:
            raise Unproved(f"{stored} cases were stored")
        if not self.can_fail():
            raise Unproved("the check cannot fail")

    def scope(self) -> list[str]:
        if isinstance(self.predicate, Once):
            return [f"one computation: {self.label}"]
        return [f"every case of {self.domain.words()}"] if self.domain else []

    def near_misses(self) -> list[Goal]:
        return [NearMiss(self.predicate, self.label, (), self)]

    def can_fail(self) -> bool:
        """Each false variant of the author fails somewhere; without one, a generated variant."""
        if self.false:
            return all(_fails(false, self.listed()) for false in self.false)
        return any(_fails(variant, self.listed()) for variant in self._variants())

    def _variants(self) -> Iterator[Predicate]:
        yield from turned(self.predicate)
        yield from (Disturbed(self.predicate, place) for place in range(3))


def _fails(predicate: Predicate, cases: Iterable[Any]) -> bool:
    """Whether the predicate is false somewhere; an error is no answer."""
    try:
        return any(not truth_of(predicate, case) for case in islice(cases, FEW))
    except Exception:
        return False


@dataclass(frozen=True)
class NearMiss(Tested):
    """`No variant of the predicate fails`: refused exactly when the check can fail."""

    whole: Cases | None = None

    def prove(self, ledger: Ledger) -> None:
        if self.whole is not None and self.whole.can_fail():
            raise Unproved("a variant fails")


@dataclass(frozen=True)
class Sample(Tested):
    """Some cases of a statement about more of them: it can refute, and never proves.

    `redundant`: the other goals prove the statement in general, and this checks them.
    """

    cases: Callable[[], Iterable[Any]] = tuple
    redundant: bool = False
    false: tuple[Predicate, ...] = ()
    proves: ClassVar[bool] = False

    def listed(self) -> Iterable[Any]:
        return self.cases()

    def prove(self, ledger: Ledger) -> None:
        count = self.counted()
        if not self.redundant:
            raise Unproved(f"a sample of {count} cases proves nothing: {self.label}")

    def recall(self, ledger: Ledger) -> None:
        """It is no part of a proof."""

    def given(self, *more: Any) -> Sample:
        """The cases stay: a further hypothesis is for what is proved."""
        return self

    def near_misses(self) -> list[Goal]:
        return [replace(self, predicate=predicate, false=()) for predicate in self.false]


def plain(x: Any) -> Any:
    """A case as JSON: containers stay, everything else becomes text."""
    if isinstance(x, dict):
        return {str(k): plain(v) for k, v in x.items()}
    if isinstance(x, (list, tuple)):
        return [plain(v) for v in x]
    if isinstance(x, (bool, int, str)) or x is None:
        return x
    return str(x)
