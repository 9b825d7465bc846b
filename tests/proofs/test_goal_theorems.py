"""Goals as theorems of Coq: they state what the claim says, and nothing wrong is accepted."""

from __future__ import annotations

import json
import random
import re
from fractions import Fraction
from itertools import islice

import pytest
import sympy as sp
from rropt.proofs import verdicts
from rropt.proofs.attack import points
from rropt.proofs.claims import nested
from rropt.proofs.exactly import truth
from rropt.proofs.goals import Decision, Holds, decide, holds, identity, integers, reals
from rropt.proofs.kernel import accepted, coq, goal_theorems, verify
from rropt.proofs.kernel.coq_statement import NotStated, name_of, stated
from rropt.proofs.kernel.elaborate import derivation
from rropt.proofs.kernel.leaves import key
from rropt.proofs.papers import claim_of
from rropt.proofs.settling import theorems_of
from rropt.proofs.written import says_nothing

needs_coq = pytest.mark.skipif(coq.coqc() is None, reason=coq.MISSING)
x, y, z = reals("x y z")
SAMPLE = 10  # every tenth goal of a paper here; `python -m proofs.kernel` checks all of them


def certificates(goal):
    found = decide(goal)
    assert found.status == "proved"
    return {key(c): c for c in found.evidence if "kind" in c}


def proof_of(goal, theorem=None):
    """The block of a goal; with the derivation of another one, if that is given."""
    source = goal if theorem is None else theorem
    known = certificates(source)
    text = goal_theorems.block(goal_theorems.GoalTheorem(source, "test"), known)
    if theorem is None:
        return text
    swapped = re.sub(r":= Goal [^.]*\.", f":= {stated(goal)}.", text)
    return swapped.replace(name_of(source), name_of(goal))


# What is stated


def read(text):
    """The Coq statement, parsed by itself, as a function of the values of its variables."""
    tokens = iter(re.findall(r"\(|\)|\[|\]|;|-?\w+", text))

    def term():
        token = next(tokens)
        if token == "(":
            inner = term()
            assert next(tokens) == ")"
            return inner
        if token in ("Var", "Truth"):
            return (token, int(next(tokens))) if token == "Var" else (token,)
        if token == "Num":
            return token, number(), number()
        if token == "Pow":
            return token, term(), number()
        return (token, term()) if token == "Inv" else (token, term(), term())

    def number():
        token = next(tokens)
        if token == "(":
            value = int(next(tokens))
            assert next(tokens) == ")"
            return value
        return int(token)

    assert [next(tokens), next(tokens)] == ["Goal", "["]
    given, token = [], None
    rest = text[len("Goal [") :]
    if rest.startswith("]"):
        assert next(tokens) == "]"
    else:
        while token != "]":
            given.append(term())
            token = next(tokens)
    return given, term()


def value(node, values):
    head, *args = node
    if head == "Var":
        return values[args[0] - 1]
    if head == "Num":
        return Fraction(*args)
    if head == "Pow":
        return value(args[0], values) ** args[1]
    parts = [value(part, values) for part in args]
    if head == "Inv":
        return 1 / parts[0]
    return parts[0] + parts[1] if head == "Add" else parts[0] * parts[1]


def meaning(node, values):
    """As `means` in Sequents.v: a comparison with a division by zero is false."""
    head, *args = node
    if head == "Truth":
        return True
    if head in ("Le", "Lt", "Eq", "Ne"):
        try:
            a, b = (value(part, values) for part in args)
        except ZeroDivisionError:
            return False
        return {"Le": a <= b, "Lt": a < b, "Eq": a == b, "Ne": a != b}[head]
    a, b = (meaning(part, values) for part in args)
    return {"And": a and b, "Or": a or b, "Implies": not a or b, "Iff": a == b}[head]


def said(goal, point):
    """The value of the goal at a point, by sympy; None where something is undefined."""
    try:
        return [truth(part, point) for part in (*goal.domain, goal.conclusion)]
    except ZeroDivisionError:
        return None


def agrees(goal, point):
    given, conclusion = read(stated(goal))
    values = [point[s] for s in goal.symbols]
    own = said(goal, point)
    count = len(goal.domain)
    if own is None:
        return True
    same = [meaning(node, values) for node in (*given[:count], conclusion)] == own
    return same and all(meaning(node, values) for node in given[count:])


def stored_goals():
    return goal_theorems.goals(verdicts.stored("ziani"))


@pytest.mark.everything
def test_the_statement_says_what_the_goal_says():
    chance = random.Random(3)
    checked = 0
    for theorem in list(stored_goals().values())[::2]:
        for point in islice(points(theorem.goal.symbols, []), 6):
            shifted = {s: v + chance.choice((0, Fraction(1, 7))) for s, v in point.items()}
            assert agrees(theorem.goal, point), stated(theorem.goal)
            if not any(s.is_integer for s in shifted):
                assert agrees(theorem.goal, shifted), stated(theorem.goal)
            checked += 1
    assert checked > 100


def test_connectives_and_quotients_are_stated():
    goal = holds(sp.Implies(x > y, sp.Or(x / y >= 1, y <= 0)), y >= 0, sp.Ne(x, 1))
    for a in (0, 1, 2, Fraction(1, 2)):
        for b in (0, 1, 3, Fraction(1, 3)):
            assert agrees(goal, {x: Fraction(a), y: Fraction(b)})


def test_what_symbols_assume_is_among_the_hypotheses():
    p = sp.Symbol("p", positive=True)
    assert stated(holds(p > x)) == "Goal [Lt (Num 0 1) (Var 1)] (Lt (Var 2) (Var 1))"


@pytest.mark.parametrize(
    "goal",
    [
        holds(sp.exp(x) > x),
        holds(sp.sqrt(x) >= 0, x >= 0),
        identity(x ** integers("n") * x, x ** (integers("n") + 1)),
        holds(x + sp.Symbol("x", positive=True) > 0, x > 0),
    ],
)
def test_what_is_not_rational_is_not_stated(goal):
    with pytest.raises(NotStated):
        stated(goal)
    assert accepted.true_theorem(goal) is None


# What is accepted


TRUE = {
    "square": holds(x**2 + y**2 >= 2 * x * y, squares=[x - y]),
    "quotient": holds(1 / (x - y) > 0, x > y),
    "two quotients": identity(1 / (x * y) + 1 / x, (1 + y) / (x * y), x > 0, sp.Ne(y, 0)),
    "equation": holds(sp.Eq(x, y), x >= y, y >= x),
    "eliminated": holds(x * z >= 0, sp.Eq(x, y + 1), y >= 0, z >= 0),
    "cases": holds(x**2 > 0, sp.Or(x > 0, x < 0)),
    "iff": holds(sp.Equivalent(x - y > 0, 2 * x > 2 * y)),
    "inequation": holds(sp.Ne(2 * x - 1, 0), sp.Ne(x, sp.Rational(1, 2))),
    "either": holds(sp.Or(x >= y, y >= x)),
}


@pytest.mark.everything
@needs_coq
def test_true_statements_are_accepted(folder):
    blocks = {name_of(goal): proof_of(goal) for goal in TRUE.values()}
    assert verify.check_goals({"true": blocks}, folder) == (len(TRUE), {})


FALSE = {  # a false goal, and the true one whose derivation it takes
    "changed constant": (holds(x * y <= 1, x <= 1, y <= 1, y >= 0, x >= 0), {x <= 1: x <= 2}),
    "dropped sign": (holds(x * y >= 0, x >= 0, y >= 0), {y >= 0: y >= -1}),
    "strictness": (holds(x * y > 0, x > 0, y > 0), {y > 0: y >= 0}),
    "undefined": (identity((x + x**2) / x, 1 + x, x > 0), {x > 0: x >= 0}),
}


@pytest.mark.everything
@needs_coq
@pytest.mark.parametrize("name", FALSE)
def test_a_changed_goal_is_refused(name, folder):
    goal, change = FALSE[name]
    given = tuple(change.get(h, h) for h in goal.hypotheses)
    wrong = type(goal)(goal.conclusion, given)
    assert name_of(wrong) != name_of(goal)
    block = proof_of(wrong, goal)
    assert not goal_theorems.misnamed(block)
    assert verify.check_goals({"wrong": {name_of(wrong): block}}, folder)[0] == 0


@pytest.mark.everything
@needs_coq
def test_a_changed_derivation_is_refused(folder):
    block = proof_of(TRUE["square"])
    assert "Part 1 " in block
    wrong = block.replace("Part 1 ", "Part 2 ", 1)
    name = goal_theorems.named(block)
    accepted_, refused = verify.check_goals({"w": {name: wrong}}, folder)
    assert accepted_ == 0 and set(refused) == {name}


@pytest.mark.everything
@needs_coq
def test_a_counterexample_is_computed_by_the_kernel(folder):
    goal = holds(x**2 >= x, x >= 0)

    def at(point):
        return goal_theorems.block(goal_theorems.GoalTheorem(goal, "test", {"x": point}), {})

    name = name_of(goal)
    assert verify.check_goals({"f": {name: at("1/2")}}, folder) == (1, {})
    for point in ("2", "-1/2"):  # there it holds, there nothing is claimed
        assert verify.check_goals({"f": {name: at(point)}}, folder)[0] == 0


def test_a_name_that_is_not_the_hash_of_its_statement_is_seen():
    block = proof_of(TRUE["either"])
    assert not goal_theorems.misnamed(block)
    assert goal_theorems.misnamed(block.replace("Le (Var 1) (Var 2)", "Le (Var 2) (Var 1)", 1))


def test_each_statement_stands_once():
    """One that several papers need is a theorem of the first; the pages count it there."""
    listed = [n for both in accepted.names().values() for own in both.values() for n in own]
    every = [*listed, *accepted.sentences()]
    assert len(every) == len(set(every)) >= 1150
    assert json.loads(accepted.listed(accepted.names())) == accepted.names()


@pytest.mark.everything
@needs_coq
def test_a_sample_of_the_goals_is_made_from_the_store_and_accepted(folder):
    """Nothing generated is kept: the names are, and the store gives a theorem for each."""
    blocks = goal_theorems.written(verdicts.stored("ziani"))["ziani"]
    both = accepted.names()["ziani"]
    assert {*both[accepted.HOLDS], *both[accepted.FAILS]} <= set(blocks)
    assert not any(map(goal_theorems.misnamed, blocks.values()))
    assert all(goal_theorems.holds(blocks[name]) for name in both[accepted.HOLDS])
    sample = dict(list(blocks.items())[::SAMPLE])
    assert verify.check_goals({"sample": sample}, folder) == (len(sample), {})


def test_a_name_that_the_store_does_not_give_is_refused(monkeypatch):
    names = {"ziani": {accepted.HOLDS: ["g_0123456789abcdef"], accepted.FAILS: []}}
    monkeypatch.setattr(accepted, "names", lambda: names)
    monkeypatch.setattr(goal_theorems, "written", lambda *_: {"ziani": {}})
    blocks, missing = verify.goal_blocks()
    assert blocks == {"ziani": {}} and list(missing) == ["g_0123456789abcdef"]


@pytest.mark.everything
def test_no_goal_that_says_e_is_e_is_called_kernel():
    """sympy had computed what it was about before it was stated."""
    empty = [
        name
        for name, record in verdicts.everything().items()
        if record["evidence"] == "kernel"
        for part in claim_of(name).statement().parts().values()
        for goal in nested(part)
        if isinstance(goal, Holds) and says_nothing(goal.conclusion)
        if accepted.true_theorem(goal)
    ]
    assert empty == []
    assert decide(identity(x + x, 2 * x)).kinds == {"identity"}


def theorems_of_today(name, record):
    """Which of its goals the kernel has accepted, as `goals.json` says now."""
    marks = {
        part: [Decision(each["status"], witness=each.get("counterexample")) for each in entries]
        for part, entries in record["steps"].items()
    }
    return theorems_of(claim_of(name).statement(), marks)


@pytest.mark.everything
def test_the_store_names_the_theorems_that_the_kernel_has_today():
    """They came to be, or went, after a record was written: it says less than it rests on."""
    records = verdicts.everything()
    stale = [n for n, r in records.items() if theorems_of_today(n, r) != r["theorems"]]
    assert stale == []


@pytest.mark.everything
def test_a_theorem_that_came_after_its_record_is_seen(monkeypatch):
    name, record = next(
        (n, r) for n, r in verdicts.stored("ziani").items() if r["theorems"][:1] > ["g_"]
    )
    assert theorems_of_today(name, record) == record["theorems"]
    monkeypatch.setattr("rropt.proofs.settling.true_theorem", lambda goal: None)
    assert theorems_of_today(name, record) != record["theorems"]


@pytest.mark.everything
def test_no_record_has_a_better_grade_than_its_certificates():
    """A goal that is no theorem any more rests on the certificate that is stored with it."""
    for name, record in verdicts.everything().items():
        if record["grade"] == "A" and record["verdict"] == "proved":
            assert not unused(name, record), name


def unused(name, record):
    """Certificates of goals that are not theorems, in a record that calls them identities."""
    goals = claim_of(name).statement().goals
    return [
        goal
        for goal, entry in zip(goals, record["steps"]["goals"], strict=True)
        if isinstance(goal, Holds) and not accepted.true_theorem(goal)
        if any(piece.get("kind") == "polynomial" for piece in entry.get("proof", ()))
    ]


@pytest.mark.long
def test_every_theorem_is_a_goal_of_a_claim():
    records = verdicts.everything()
    wanted = set(goal_theorems.goals({k: r for k, r in records.items() if r["theorems"]}))
    assert accepted.every() <= wanted


def test_a_claim_of_grade_k_rests_on_theorems_alone():
    kernel = [r for r in verdicts.everything().values() if r["evidence"] == "kernel"]
    assert len(kernel) >= 120
    for record in kernel:
        assert record["grade"] == "K" and record["theorems"]
        assert all(accepted.file_of_theorem(name) for name in record["theorems"])


@pytest.mark.everything
def test_a_goal_that_was_changed_is_not_the_one_that_was_accepted():
    theorem = next(t for t in stored_goals().values() if accepted.true_theorem(t.goal))
    assert decide(theorem.goal).kinds == {"kernel"}
    other = theorem.goal.given(x >= sp.Rational(-17, 3))
    assert accepted.true_theorem(other) is None
    assert "kernel" not in decide(other).kinds


def test_without_its_certificates_there_is_no_derivation():
    goal = TRUE["quotient"]
    with pytest.raises(Exception, match=r"certificate|sign"):
        derivation(goal, {})
