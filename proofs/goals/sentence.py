"""A statement for every size, written in the vocabulary of the kernel: a theorem of Coq."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from rropt.exact import InputError

from ..kernel import accepted
from ..ledger import Ledger, Unproved
from .base import Goal


@dataclass(frozen=True)
class Sentence(Goal):
    """What the theorem of this name says is the goal: nothing is left for words.

    A lemma that is cited says something from which the statement follows; a sentence says the
    statement, with the definitions of `kernel/theories` (channel, prior, posterior, variance).
    """

    theorem: str
    says: str
    """The statement as Coq prints it, with what it quantifies over."""
    proves: ClassVar[bool] = True

    @property
    def label(self) -> str:  # type: ignore[override]
        return self.says

    def prove(self, ledger: Ledger) -> None:
        if self.theorem not in accepted.sentences():
            raise Unproved(
                f"the kernel has not accepted {self.theorem}: python -m proofs.kernel --write"
            )
        if self.says != accepted.sentences()[self.theorem]["says"]:
            raise Unproved(f"{self.theorem} says something else")
        ledger.kinds.add("kernel")

    def near_misses(self) -> list[Goal]:
        """Its denial, and the statement with a relation turned round."""
        turned = self.says[::-1].replace(" =< ", " < ", 1)[::-1]
        others = [f"~ ({self.says})", *([turned] if turned != self.says else [])]
        return [replace(self, says=other) for other in others]


def sentence(theorem: str) -> Sentence:
    """The statement of a theorem of the kernel.

    >>> sentence("bits_inverse").says[:40]
    'forall (a : R) (n i j : nat), 2 * a <> 1'
    """
    if not theorem.isidentifier():
        raise InputError(f"a theorem must be named as in Coq, got {theorem!r}")
    return Sentence(theorem, accepted.sentences().get(theorem, {}).get("says", ""))
