"""Random claims with powers, roots, logarithms and quotients, at the boundaries of domains.

The referee reads the text of a claim by itself and evaluates it in mpmath, where a part that is no
real number makes the whole one false. What the prover calls proved must hold at every point that is
tried, and what it calls refuted must fail at its witness.
"""

from __future__ import annotations

import ast
import random
from collections.abc import Mapping
from fractions import Fraction

import mpmath
import pytest
from rropt.proofs.conjecture import prove

HYPOTHESES = (
    "x <= 0",
    "x < 0",
    "x >= 0",
    "x > 0",
    "x >= 1",
    "x < 1",
    "x >= -1",
    "x <= 1/2",
    "x > 2",
)
BOUNDS = ("n >= 0", "n >= 1", "n >= 2", "n >= 7", "n >= 101", "n <= -1", "n <= 3")
WHOLE_POWERS = ("2", "3", "-1", "-2", "0", "n", "(n - 1)", "(-n)", "(2*n)")
EXPONENTS = (*WHOLE_POWERS, "(1/2)", "(1/3)", "(2/3)", "(3/2)", "(1/4)", "(-1/2)")
VALUES = ("0", "1", "-1", "2", "1/2", "-3", "x", "x**2", "-x", "x + 1", "2*x")
PLACES = [Fraction(p, q) for p in range(-9, 10) for q in (1, 2, 3, 7)] + [
    Fraction(p, 100) for p in (-1, 1, 99, 101)
]
WHOLE = (-5, -2, -1, 0, 1, 2, 3, 4, 7, 8, 101, 102)
SLACK = mpmath.mpf(10) ** -25


class Undefined(ArithmeticError):
    """No real number."""


def a_term(chance: random.Random, depth: int) -> str:
    if depth == 0:
        return chance.choice(("x", "x", "x", "x + 1", "x - 1", "x**2", "1 - x", "x**2 - 1", "2"))
    inner, other = a_term(chance, depth - 1), a_term(chance, 0)
    power = chance.choice(EXPONENTS)
    shapes = (
        f"({inner})**{power}",
        f"(({inner})**{power})**{chance.choice(EXPONENTS)}",
        f"({inner})**{power}*({inner})**{chance.choice(EXPONENTS)}",
        f"sqrt({inner})**2",
        f"sqrt({inner})*sqrt({other})",
        f"exp(log({inner}))",
        f"log(exp({inner}))",
        f"log({inner})",
        f"({inner})/({other})",
        f"({inner})/({inner})",
        f"1/(1/({inner}))",
        f"({inner}) - ({inner})",
        f"0*log({inner})",
        f"abs({inner})",
        f"Max({inner}, {other})",
        f"Min({inner}, {other})",
    )
    return chance.choice(shapes)


def a_claim(seed: int) -> tuple[str, list[str]]:
    chance = random.Random(seed)
    left, right = a_term(chance, chance.randint(1, 2)), chance.choice(VALUES)
    text = f"{left} {chance.choice(('<=', '<', '>=', '>', '==', '!='))} {right}"
    given = [chance.choice(HYPOTHESES)] if chance.random() < 0.8 else []
    if "n" in set(text.replace("Min", "").replace("exp", "")):
        given.append(chance.choice(BOUNDS))
    return text, given


def value(node: ast.AST, place: Mapping[str, Fraction]) -> mpmath.mpf | bool:
    """The value of a part of a text; Undefined where it is no real number."""
    if isinstance(node, ast.Constant):
        return mpmath.mpf(node.value)
    if isinstance(node, ast.Name):
        return mpmath.mpf(place[node.id].numerator) / place[node.id].denominator
    if isinstance(node, ast.UnaryOp):
        return -value(node.operand, place)
    if isinstance(node, ast.Compare):
        return compared(node, place)
    if isinstance(node, ast.Call):
        return called(node, place)
    left, right = value(node.left, place), value(node.right, place)
    if isinstance(node.op, ast.Pow):
        return power(left, right)
    if isinstance(node.op, ast.Div):
        if right == 0:
            raise Undefined
        return left / right
    return {ast.Add: left + right, ast.Sub: left - right, ast.Mult: left * right}[type(node.op)]


def compared(node: ast.Compare, place: Mapping[str, Fraction]) -> bool:
    """Wrong only by more than rounding can be: the referee must be right when it says no."""
    gap = value(node.left, place) - value(node.comparators[0], place)
    slack = SLACK * (1 + abs(value(node.left, place)))
    return {
        ast.LtE: gap <= slack,
        ast.Lt: gap < slack,
        ast.GtE: gap >= -slack,
        ast.Gt: gap > -slack,
        ast.Eq: abs(gap) <= slack,
        ast.NotEq: True,
    }[type(node.ops[0])]


def called(node: ast.Call, place: Mapping[str, Fraction]) -> mpmath.mpf:
    parts = [value(part, place) for part in node.args]
    name = node.func.id
    if (name == "log" and parts[0] <= 0) or (name == "sqrt" and parts[0] < 0):
        raise Undefined
    functions = {"log": mpmath.log, "sqrt": mpmath.sqrt, "exp": mpmath.exp, "abs": abs}
    return (functions | {"Max": max, "Min": min})[name](*parts)


def power(base: mpmath.mpf, exponent: mpmath.mpf) -> mpmath.mpf:
    whole = mpmath.isint(exponent)
    if (base == 0 and exponent < 0) or (base < 0 and not whole):
        raise Undefined
    return base ** int(exponent) if whole else mpmath.power(base, exponent)


def fails(text: str, place: Mapping[str, Fraction]) -> bool:
    try:
        return not value(ast.parse(text, mode="eval").body, place)
    except Undefined:
        return True
    except OverflowError:
        return False


def exactly_holds(text: str, place: Mapping[str, Fraction]) -> bool:
    """Of a hypothesis, which compares a variable with a number."""
    return bool(eval(text, {"__builtins__": {}}, dict(place)))


def any_claim(seed: int) -> None:
    text, given = a_claim(seed)
    found = prove(text, *given, integers=["n"])
    with mpmath.workdps(40):
        if found.verdict == "refuted":
            at = {name: Fraction(number) for name, number in found.witness["at"].items()}
            at |= {name: Fraction(1) for name in ("x", "n") if name not in at}
            assert strictly_fails(text, at), (text, given, at)
        if found.verdict == "proved":
            for place in places(seed, given):
                assert not fails(text, place), (text, given, place)


def strictly_fails(text: str, at: Mapping[str, Fraction]) -> bool:
    """The same, where a tie refutes < and !=."""
    if fails(text, at):
        return True
    node = ast.parse(text, mode="eval").body
    gap = value(node.left, at) - value(node.comparators[0], at)
    return abs(gap) < SLACK * (1 + abs(value(node.left, at)))


def places(seed: int, given: list[str]) -> list[dict[str, Fraction]]:
    chance = random.Random(seed)
    more = [Fraction(chance.randint(-500, 500), chance.randint(1, 60)) for _ in range(40)]
    tried = [{"x": x, "n": Fraction(n)} for x in [*PLACES, *more] for n in chance.sample(WHOLE, 4)]
    return [place for place in tried if all(exactly_holds(h, place) for h in given)]


@pytest.mark.everything
@pytest.mark.parametrize("seed", range(8))
def test_no_random_claim_is_decided_wrongly(seed: int) -> None:
    any_claim(seed)


def test_the_referee_knows_where_nothing_is_defined() -> None:
    for text in ("sqrt(x)**2 <= 9", "exp(log(x)) < 1", "x**(1/3) < 0", "1/(x + 1) < 9"):
        assert fails(text, {"x": Fraction(-1)})
    assert not fails("x**2 >= 1", {"x": Fraction(-1)})
