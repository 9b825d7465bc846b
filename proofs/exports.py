"""A claim and what proves it, written for other systems: Coq, SMT-LIB, Lean and LaTeX.

| format | what is written |
|---|---|
| coq | each goal with its proof, for coqc with the compiled `proofs/kernel/theories` |
| smt2 | the negation of each goal, which a solver is to find unsatisfiable |
| lean | each polynomial certificate as a theorem of Mathlib, its terms handed to `nlinarith` |
| latex | each polynomial certificate as a claim with its identity |
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import sympy as sp

from rropt.exact import InputError

from .claims import Record, Statement, nested
from .goals import Goal, Holds
from .identities import Identity, Term
from .kernel import goal_theorems
from .kernel.coq_statement import NotStated
from .kernel.export import name_of
from .kernel.leaves import key
from .ledger import Unproved
from .settling import certificates_of
from .smt import script

LATEX = {">": ">", ">=": r"\ge", "=": "=", "where": r"\quad\text{where}\quad", "and": r",\; "}
LEAN_WORDS = "at by do else fun from have if in let match of open show then with"
"""Names that Lean reads as something else."""


Decided = tuple[Statement, Record]


def exported(decided: Sequence[Decided], form: str) -> str:
    """The text; InputError where the claims have nothing that the format can say."""
    if form not in FORMS:
        raise InputError(f"--export must be one of {', '.join(FORMS)}, got {form!r}")
    parts = [f"{HEADS[form]}{BEGINNINGS[form]}"]
    seen: set[str] = set()
    for statement, record in decided:
        found = [text for text in FORMS[form](statement, record) if text not in seen]
        seen.update(found)
        if found:
            parts += [f"{COMMENTS[form].format(record['id'])}\n", *found]
    if not seen:
        named = ", ".join(record["id"] for _, record in decided[:3])
        raise InputError(f"nothing in {named} can be said in {form}: see --why")
    return "\n".join(parts)


def _decided(statement: Statement, record: Record) -> Iterator[tuple[Goal, dict[str, Any]]]:
    """The goals with their entries."""
    for part, goals in statement.parts().items():
        yield from zip(goals, record["steps"].get(part, ()), strict=False)


def _certificates(record: Record) -> list[dict[str, Any]]:
    """Each once."""
    return list({key(piece): piece for piece in certificates_of(record)}.values())


def _identities(record: Record) -> list[Identity]:
    """Of the certificates that say more than a hypothesis."""
    return [i for i in map(Identity, _certificates(record)) if not i.is_hypothesis]


def _coq(statement: Statement, record: Record) -> Iterator[str]:
    known = {key(c): c for c in _certificates(record)}
    for goal, entry in _decided(statement, record):
        for theorem in goal_theorems.of_entry(record["id"], goal, entry):
            try:
                yield goal_theorems.block(theorem, known)
            except (NotStated, Unproved):
                continue


def _smt2(statement: Statement, record: Record) -> Iterator[str]:
    for goal, _ in _decided(statement, record):
        for part in nested([goal]):
            if not isinstance(part, Holds):
                continue
            try:
                yield f"(reset)\n; {part.conclusion}\n{script(part.domain, part.conclusion)}"
            except Unproved:
                continue


def _latex(statement: Statement, record: Record) -> Iterator[str]:
    for identity in _identities(record):
        proof = identity.written(sp.latex, times=r"\,", power="^{{{}}}")
        yield f"\\[ {identity.stated(sp.latex, LATEX)} \\]\nbecause\n\\[ {proof}. \\]\n"


def _lean(statement: Statement, record: Record) -> Iterator[str]:
    for identity in _identities(record):
        yield _theorem(identity, name_of(identity.certificate))


def _theorem(identity: Identity, name: str) -> str:
    """The claim from the hypotheses; a multiplier turns it into a contradiction.

    Each term of the identity is a fact of its own, so what is left is linear.
    """
    claim, strict = identity.claim
    given = [f"(h{i} : {_above(h, s)})" for i, (h, s) in enumerate(identity.constraints)]
    given += [f"(e{j} : {_said(e)} = 0)" for j, e in enumerate(identity.equalities)]
    names = " ".join(map(_name, identity.symbols))
    variables = [f"({names} : ℝ)"] if names else []
    facts = [fact for t in identity.terms if (fact := _fact(identity, t))]
    facts += [f"mul_eq_zero_of_right {_said(p)} e{j}" for j, p in identity.multiples]
    taken = "".join(f"\n    {each}" for each in [*variables, *given])
    lines = [f"theorem {name}{taken} :", f"    {_above(claim, strict)} := by"]
    if any(identity.multiplier):
        lines += [
            "  by_contra denied",
            f"  have below := {'not_lt' if strict else 'not_le'}.mp denied",
        ]
        factor, _ = _product(identity, identity.multiplier)
        turned = "neg_nonneg.mpr below" if strict else "neg_pos.mpr below"
        head = f"mul_nonneg ({factor}).le" if strict else f"mul_pos ({factor})"
        facts.insert(0, f"{head} ({turned})")
    return "\n".join([*lines, f"  nlinarith [{', '.join(facts)}]"]) + "\n"


def _fact(identity: Identity, term: Term) -> str | None:
    """That a term is not negative, or positive; of a number nothing need be said."""
    if term.is_constant:
        return None
    square = None if term.square is None else f"sq_nonneg {_said(term.square)}"
    if not any(term.factors):
        return square
    factor, positive = _product(identity, term.factors)
    if square is None:
        return factor
    return f"mul_nonneg {f'({factor}).le' if positive else f'({factor})'} ({square})"


def _product(identity: Identity, powers: Any) -> tuple[str, bool]:
    """That a product of constraints is not negative, and whether it is positive."""
    used = [i for i, e in enumerate(powers) for _ in range(e)]
    strict = [identity.constraints[i][1] for i in used]
    positive = all(strict)
    facts = [
        f"h{i}" if positive or not s else f"h{i}.le" for i, s in zip(used, strict, strict=True)
    ]
    found = facts[0]
    for fact in facts[1:]:
        found = f"mul_{'pos' if positive else 'nonneg'} ({found}) ({fact})"
    return found, positive


def _above(polynomial: Any, strict: bool) -> str:
    return f"0 {'<' if strict else '≤'} {_said(polynomial)}"


def _said(e: Any) -> str:
    """A polynomial over the reals."""
    symbols = {s: sp.Symbol(_name(s)) for s in e.free_symbols}
    return f"({str(e.xreplace(symbols)).replace('**', ' ^ ')} : ℝ)"


def _name(symbol: Any) -> str:
    text = str(symbol)
    taken = text in LEAN_WORDS.split() or (text[:1] in "he" and text[1:].isdigit())
    return f"{text}_" if taken or text.startswith("_") else text


FORMS: dict[str, Callable[[Statement, Record], Iterator[str]]] = {
    "coq": _coq,
    "smt2": _smt2,
    "lean": _lean,
    "latex": _latex,
}
BEGINNINGS = {"coq": goal_theorems.IMPORTS, "smt2": "", "lean": "import Mathlib\n", "latex": ""}
HEADS = {
    "coq": "(* coqc -Q proofs/kernel/theories Rropt FILE, where these are compiled *)\n",
    "smt2": "; unsat: the claim is true; sat: it is false\n",
    "lean": "-- each certificate, for Lean 4 with Mathlib\n",
    "latex": "",
}
COMMENTS = {"coq": "(* {} *)", "smt2": "; {}", "lean": "-- {}", "latex": "% {}"}
