"""Perturbed claims: a sign, a constant or a dropped hypothesis changed in the stored claims.

A changed goal is never called proved unless an independent search, on a grid of its own and in
floating point, finds no point where it fails.
"""

from __future__ import annotations

import random
from dataclasses import replace
from functools import cache
from itertools import islice

import pytest
import sympy as sp
from rropt.proofs import verdicts
from rropt.proofs.goals import Holds
from rropt.proofs.goals.schema import Group
from rropt.proofs.papers import claims
from rropt.proofs.settling import settle

EACH = 30  # of each of the five papers: 150
TRIES = 400
VALUES = (0.0, 0.03, 0.2, 0.35, 0.5, 0.61, 0.8, 0.97, 1.0, 1.3, 1.9, 2.6, 4.2, 7.5, -0.4, -1.7)


def _leaves(goals):
    for goal in goals:
        if isinstance(goal, Group):
            yield from _leaves(goal.goals)
        elif isinstance(goal, Holds) and goal.by == "certificate":
            yield goal


def _constants(e):
    return sorted((n for n in e.atoms(sp.Rational) if n not in (0, 1, -1)), key=str)


def changed(goal: Holds, chance: random.Random) -> Holds | None:
    """The goal with its direction, a constant or a hypothesis changed."""
    kind = chance.choice(["sign", "constant", "dropped"])
    conclusion = goal.conclusion
    if kind == "dropped" and goal.hypotheses:
        k = chance.randrange(len(goal.hypotheses))
        rest = goal.hypotheses[:k] + goal.hypotheses[k + 1 :]
        return replace(goal, hypotheses=rest, at=(), also=tuple(goal.symbols))
    if kind == "sign" and isinstance(conclusion, sp.core.relational.Relational):
        return replace(goal, conclusion=_turned(conclusion), label="")
    constants = _constants(conclusion)
    if not constants:
        return None
    old = chance.choice(constants)
    new = conclusion.xreplace({old: old + sp.Rational(1, 7)})
    if new in (sp.true, sp.false) or new in goal.hypotheses:
        return None
    return replace(goal, conclusion=new, label="")


def _turned(relation):
    if isinstance(relation, sp.Eq):
        return sp.Eq(relation.lhs, -relation.rhs, evaluate=False)
    if isinstance(relation, sp.Ne):
        return sp.Eq(relation.lhs, relation.rhs, evaluate=False)
    return relation.func(-relation.lhs, -relation.rhs, evaluate=False)


@cache
def perturbed(paper: str) -> list[tuple[str, Holds]]:
    """The same changed goals in every run, from claims all over the paper."""
    chance, found = random.Random(paper), []
    names = [i for i, r in verdicts.stored(paper).items() if r["verdict"] == "proved"]
    chance.shuffle(names)
    for name in names * 3:
        leaves = list(islice(_leaves(claims(paper)[name].statement().goals), 8))
        goal = changed(chance.choice(leaves), chance) if leaves else None
        if goal is not None and len(goal.symbols) <= 5:
            found.append((name, goal))
        if len(found) == EACH:
            return found
    return found


def falsified(goal: Holds) -> bool:
    """Does some point of a seeded grid satisfy the hypotheses and fail the conclusion?"""
    chance, symbols = random.Random(7), goal.symbols
    whole = [_number(symbols, h) for h in (*goal.domain, goal.conclusion)]
    for _ in range(TRIES):
        point = [_value(s, chance) for s in symbols]
        if all(_says(h, point) is True for h in whole[:-1]) and _says(whole[-1], point) is False:
            return True
    return False


def _value(symbol, chance):
    return chance.choice((1, 2, 3, 5, 9)) if symbol.is_integer else chance.choice(VALUES)


def _number(symbols, statement):
    return sp.lambdify(symbols, statement, "math")


def _says(function, point):
    """Equality within rounding counts as true, so that only clear failures count."""
    try:
        return bool(function(*point))
    except (ZeroDivisionError, ValueError, TypeError, OverflowError):
        return None


def _clearly(goal: Holds) -> Holds:
    """Equations and weak inequalities with a margin against rounding."""
    c = goal.conclusion
    if isinstance(c, sp.Implies):
        premise, then = c.args
        clear = sp.Implies(_within(premise, -WIDE), _within(then, WIDE), evaluate=False)
        return replace(goal, conclusion=clear)
    return replace(goal, conclusion=_within(c, WIDE))


WIDE = sp.Rational(1, 10**6)


def _within(c, margin):
    """What holds up to a margin, each of several; with a negative one only what holds clearly."""
    if isinstance(c, sp.And):
        return sp.And(*(_within(part, margin) for part in c.args), evaluate=False)
    if isinstance(c, sp.Eq) and margin > 0:
        gap = c.lhs - c.rhs
        sides = [sp.LessThan(e, margin, evaluate=False) for e in (gap, -gap)]
        return sp.And(*sides, evaluate=False)
    if isinstance(c, (sp.GreaterThan, sp.LessThan)):
        gap = c.lhs - c.rhs if isinstance(c, sp.GreaterThan) else c.rhs - c.lhs
        return sp.GreaterThan(gap, -margin, evaluate=False)
    return c


@pytest.mark.everything
@pytest.mark.parametrize("paper", verdicts.papers())
def test_a_perturbed_claim_is_not_proved_where_a_search_falsifies_it(paper):
    goals = perturbed(paper)
    assert len(goals) == EACH
    wrong = refuted = 0
    for name, goal in goals:
        if falsified(_clearly(goal)):
            refuted += 1
            record = settle(replace(claims(paper)[name], function=lambda g=goal: g, limit=10))
            wrong += record["verdict"] in ("proved", "vacuous")
            assert record["verdict"] not in ("proved", "vacuous"), (name, goal)
    assert refuted >= EACH // 3 and not wrong
