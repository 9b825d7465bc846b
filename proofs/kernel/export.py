"""A polynomial certificate as a Coq theorem: its statement, and the identity that proves it.

The statement repeats the certificate number by number. The identity is the certificate's own,
multiplied by one number so that its coefficients are integers; the kernel expands both sides.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from math import lcm, prod
from typing import Any

HEADER = """From Coq Require Import List ZArith.
From Rropt Require Import Polynomial.
Import ListNotations.
"""
STATED = ("variables", "constraints", "equalities", "claim")
Certificate = Mapping[str, Any]
Terms = Sequence[Sequence[Any]]


def name_of(certificate: Certificate) -> str:
    """The name of its theorem: the start of the SHA-256 of its canonical JSON."""
    text = json.dumps(certificate, sort_keys=True, separators=(",", ":"))
    return "c_" + hashlib.sha256(text.encode()).hexdigest()[:16]


def theorem(certificate: Certificate, title: str = "") -> str:
    """The Coq text that states and proves one certificate.

    >>> half = {"polynomial": [["1/2", [1]]], "strict": True}
    >>> term = {"coefficient": "1", "factors": [1], "square": None}
    >>> print(theorem({"variables": ["x"], "constraints": [half], "equalities": [],
    ...     "claim": half, "multiplier": [0], "terms": [term], "equality_terms": []}))
    Definition c_36539d26d3410399 := Statement
      [(Polynomial [T 1 [1]] 2, true)]
      []
      (Polynomial [T 1 [1]] 2, true).
    Theorem c_36539d26d3410399_holds : true_statement c_36539d26d3410399.
    Proof.
      apply (accepted_is_true _ (Identity 1 [0]
        [Summand 1 [1] one_term]
        [])).
      vm_compute; reflexivity.
    Qed.
    """
    name = name_of(certificate)
    parts = [statement(certificate, name), proof(certificate, name)]
    return "\n".join([f"(* {title} *)", *parts] if title else parts)


def statement(certificate: Certificate, name: str) -> str:
    constraints = listed(map(_signed, certificate["constraints"]))
    equalities = listed(map(_polynomial, certificate["equalities"]))
    claim = _signed(certificate["claim"])
    return f"Definition {name} := Statement\n  {constraints}\n  {equalities}\n  {claim}."


def proof(certificate: Certificate, name: str) -> str:
    return (
        f"Theorem {name}_holds : true_statement {name}.\nProof.\n"
        f"  apply (accepted_is_true _ ({identity(certificate)})).\n"
        "  vm_compute; reflexivity.\nQed."
    )


def identity(certificate: Certificate) -> str:
    """Both sides multiplied by the least number that makes every coefficient an integer."""
    below = [_denominator(c["polynomial"]) for c in certificate["constraints"]]
    left = _over(below, certificate["multiplier"]) * _denominator(
        certificate["claim"]["polynomial"]
    )
    cone = [(_weight(t, below), t) for t in certificate["terms"]]
    ideal = [_multiple(t, certificate["equalities"]) for t in certificate["equality_terms"]]
    parts = [w.denominator for w, _ in cone] + [_denominator(p) for _, p in ideal]
    whole = lcm(left, *parts)
    summands = listed(_summand(w * whole, t) for w, t in cone if w)
    multiples = listed(f"({i}, {_terms(p, whole)})" for i, p in ideal)
    multiplier = _numbers(certificate["multiplier"])
    return f"Identity {whole // left} {multiplier}\n    {summands}\n    {multiples}"


def _weight(term: Mapping[str, Any], below: Sequence[int]) -> Fraction:
    """The coefficient of a term, written in the numerators of its polynomials."""
    root = 1 if term["square"] is None else _denominator(term["square"])
    return Fraction(term["coefficient"]) / (_over(below, term["factors"]) * root**2)


def _multiple(term: Sequence[Any], equalities: Sequence[Terms]) -> tuple[int, Terms]:
    """The multiplier of an equality, written for the numerator of that equality."""
    index, multiplier = term
    bottom = _denominator(equalities[index])
    return index, [(Fraction(c) / bottom, powers) for c, powers in multiplier]


def _summand(weight: Fraction, term: Mapping[str, Any]) -> str:
    square = "one_term"
    if term["square"] is not None:
        square = _terms(term["square"], _denominator(term["square"]))
    return f"Summand {_integer(weight)} {_numbers(term['factors'])} {square}"


def _over(below: Sequence[int], powers: Sequence[int]) -> int:
    return prod(b**e for b, e in zip(below, powers, strict=True))


def _denominator(terms: Terms) -> int:
    return lcm(*(Fraction(c).denominator for c, _ in terms))


def _signed(claim: Mapping[str, Any]) -> str:
    return f"({_polynomial(claim['polynomial'])}, {'true' if claim['strict'] else 'false'})"


def _polynomial(terms: Terms) -> str:
    bottom = _denominator(terms)
    return f"Polynomial {_terms(terms, bottom)} {bottom}"


def _terms(terms: Terms, scale: int) -> str:
    return listed(f"T {_integer(Fraction(c) * scale)} {_numbers(p)}" for c, p in terms)


def _integer(value: Fraction) -> str:
    text = str(value)
    return f"({text})" if text.startswith("-") else text


def _numbers(values: Iterable[int]) -> str:
    return listed(map(str, values))


def listed(items: Iterable[str]) -> str:
    return f"[{'; '.join(items)}]"
