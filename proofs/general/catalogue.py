"""The general lemmas, for every size: name, statement, typed parameters.

A claim that holds for every k or n cites a lemma by its name (`goals.by`) and gives a value to
each parameter. The proof of a lemma is in `proofs/kernel`: `kernel/lemmas.json` maps the name to
`{"coq": NAME, "file": FILE}`. A lemma that is not listed there has no proof yet, and a claim that
cites it is argued, not proved.

Types: Nat, Real, Vector(k), Law(k) (entries >= 0 that add up to one), Matrix(m, k),
Stochastic(m, k) (columns are laws), Variable(k) (a real random variable with k equally or
unequally likely values), Function, Term (an expression), Relation, and lists of these.
"""

from __future__ import annotations

from .lemma import Lemma

EVERY = (
    Lemma(
        "fold",
        "For a start s0, a step F and sets I of states and H of inputs: if s0 is in I, and F(s, u) "
        "is in I for all s in I and u in H, then I contains the state that any finite list of "
        "inputs in H leads to",
        {
            "start": "Term per state",
            "step": "Term per state",
            "given": "Relations",
            "invariant": "Relation",
        },
    ),
    Lemma("power-rises", "If q > 1 then q^(n+1) > q^n >= 1", {"q": "Real", "n": "Nat"}, ("q > 1",)),
    Lemma(
        "expectation-linear",
        "E(a X + b Y + c) = a E X + b E Y + c, for variables on one finite set of outcomes",
        {"X": "Variable", "Y": "Variable", "a": "Real", "b": "Real", "c": "Real"},
    ),
    Lemma(
        "variance-scaled",
        "Var(a X + c) = a^2 Var X",
        {"X": "Variable", "a": "Real", "c": "Real"},
    ),
    Lemma(
        "falling",
        "If f has a derivative on an interval that is negative inside, f falls strictly: its least "
        "value is at the right end only. Positive: it rises",
        {"f": "Term", "t": "Variable", "given": "Relations", "direction": "fall or rise"},
    ),
    Lemma(
        "single-peak",
        "If f' > 0 before t0 and f' < 0 after it, f is largest at t0 only; with the signs "
        "exchanged least",
        {"f": "Term", "t": "Variable", "t0": "Term", "given": "Relations"},
    ),
    Lemma(
        "root-of-order",
        "For every r >= 0 and n >= 1 there is one R >= 0 with R^n = r; it is positive where r is",
        {"r": "Term", "n": "Nat"},
    ),
    Lemma(
        "log-tangent",
        "log t <= t - 1 for t > 0, with equality at 1 only",
        {"t": "Real"},
        ("t > 0",),
    ),
    Lemma(
        "exponential",
        "exp rises, exp(x + y) = exp x exp y, exp(-x) >= 1 - x, and exp(-x) <= 1 / (1 + x) for x "
        ">= 0; ln is its inverse: it rises, and ln(u v) = ln u + ln v",
        {"x": "Real", "y": "Real"},
    ),
    Lemma(
        "newton",
        "If F' = f on [a, b] and f is continuous there then its integral is F(b) - F(a)",
        {"F": "Term", "f": "Term", "t": "Variable", "a": "Term", "b": "Term"},
    ),
    Lemma(
        "block-and-identity",
        "(B (+) I)(A_1; A_2) = (B A_1; A_2); B (+) I is stochastic exactly when B is; "
        "(B (+) I)(B' (+) I) = B B' (+) I",
        {"B": "Matrix(r, s)", "A": "Matrix(m, k)"},
    ),
    Lemma(
        "irreducible-fixed-rows",
        "If B is stochastic and irreducible and B P = P then P = v w^t for a vector v; if R is "
        "irreducible, substochastic and not stochastic then R - I is nonsingular",
        {"B": "Stochastic(m, m)", "P": "Matrix(m, k)"},
    ),
    Lemma(
        "fixed-table",
        "If B is stochastic, B P = P and no two rows of P are proportional then B = I",
        {"B": "Stochastic(m, m)", "P": "Stochastic(m, k)"},
    ),
)

LEMMAS = {lemma.name: lemma for lemma in EVERY}
