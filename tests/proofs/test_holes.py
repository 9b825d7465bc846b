"""What the machinery once called proved and must not: each hole with its own example."""

from __future__ import annotations

import copy
from fractions import Fraction

import pytest
import sympy as sp
from rropt.proofs.claims import Claim, states
from rropt.proofs.conjecture import prove
from rropt.proofs.goals import (
    argued,
    by,
    check,
    contradicted,
    crosscheck,
    decide,
    every,
    falling,
    fold,
    holds,
    identity,
    reals,
    sample,
    together,
    within,
)
from rropt.proofs.settling import replay, settle
from rropt.proofs.sun.appendix_b_pairs import INSIDE, PAIRS_OF_N, two_places
from rropt.proofs.sun.pairs import GENERAL
from rropt.proofs.sun.symbols import N

x, y, q, power = reals("x y q power")


def settled(*goals, **options):
    return settle(Claim("paper/claim", lambda: states(*goals, **options)))


def euler(n):
    return sp.isprime(n * n + n + 41)


def test_a_sample_is_no_proof():
    """n^2 + n + 41 is prime for n < 40 and not for n = 40."""
    record = settled(sample(lambda: range(40), euler, "prime"))
    assert (record["verdict"], record["grade"], record["evidence"]) == ("undecided", None, None)
    assert settled(sample(lambda: range(41), euler, "prime"))["witness"]["case"] == 40


def test_a_crosscheck_adds_nothing_to_a_proof():
    assert settled(crosscheck(lambda: range(40), euler, "prime"))["verdict"] == "undecided"
    both = settled(
        identity((x + 17) ** 2, x**2 + 34 * x + 289), crosscheck(lambda: range(40), euler, "prime")
    )
    assert (both["verdict"], both["grade"]) == ("proved", "A")
    broken = settled(identity(x + x, 2 * x), crosscheck(lambda: range(41), euler, "prime"))
    assert broken["verdict"] == "refuted"


def test_a_domain_is_finite_and_listed_and_stands_in_the_scope():
    with pytest.raises(ValueError, match="finite collection"):
        every({"n": (n for n in range(40))}, euler, "prime")
    with pytest.raises(ValueError, match="must have a value"):
        every({"n": ()}, euler, "prime")
    record = settled(every({"n": range(40)}, euler, "prime", false=[lambda n: euler(n + 1)]))
    assert (record["verdict"], record["grade"]) == ("proved", "D")
    assert record["scope"] == "every case of n = 0, ..., 39"


def test_a_domain_has_a_name_and_one_computation_says_that_it_is_one():
    with pytest.raises(ValueError, match="must have a name"):
        every({" ": range(40)}, euler, "prime")
    hidden = check(lambda: all(map(euler, range(40))), "prime for all n", false=lambda: euler(40))
    assert settled(hidden)["scope"] == "one computation: prime for all n"


def test_what_a_lemma_asks_of_its_numbers_is_true_or_stands_in_the_scope():
    with pytest.raises(ValueError, match="power-rises needs q > 1"):
        by("power-rises", q=sp.Rational(1, 2), n=3)
    assert settled(by("power-rises", q=q, n=3))["scope"] == "where q > 1 (power-rises)"
    assert settled(by("power-rises", q=sp.Integer(2), n=3))["scope"] is None


def test_an_unknown_function_is_undecided():
    record = settled(within(sp.sin(x) <= 2, [(x, 0, 1)]))
    assert record["verdict"] == "undecided" and "sin is not among" in record["method"]


def test_a_line_that_is_wrong_beyond_the_sample_is_not_proved():
    """sun/app-B/x-2 with a line that is right for N <= 8 only."""
    line = INSIDE * (INSIDE - 1) / 2 / PAIRS_OF_N
    changed = sp.Piecewise((line, N <= 8), (line + 1, True))
    known = GENERAL.xx, "both_inside"
    good, bad = (settled(*two_places((1, 1), e, *known)) for e in (line, changed))
    assert good["verdict"] == "proved"
    assert bad["verdict"] in ("refuted", "undecided")


@pytest.mark.everything
def test_both_branches_count_where_a_condition_is_undecided():
    c = sp.Rational(1234567, 10**7)
    spike = sp.Piecewise((-1, (x - c) ** 2 < sp.Rational(1, 10**12)), (1, True))
    assert decide(within(spike > 0, [(x, 0, 1)])).status == "refuted"
    step = sp.Piecewise((1 + x, x < sp.Rational(1, 3)), (2 + x, True))
    assert decide(within(step > sp.Rational(1, 2), [(x, 0, 1)])).status == "proved"


def test_words_are_an_argument_and_no_proof():
    record = settled(argued("induction on n", identity(x * (x + 1), x * x + x)))
    assert (record["verdict"], record["evidence"], record["grade"]) == ("proved", "argued", "F")
    assert record["scope"] == "argued: induction on n"


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("fixed-table", {"B": "B", "P": "P"}),
        ("variance-scaled", {"X": "S", "a": 2, "c": 0}),
        ("power-rises", {"q": sp.Integer(2), "n": 3}),
    ],
)
def test_a_citation_is_no_proof(name, arguments):
    """Whatever the lemma says: nobody has shown that it is what the claim needs."""
    record = settled(by(name, **arguments))
    assert (record["evidence"], record["grade"]) == ("cited", "C")
    found = prove(by(name, identity((x + 1) ** 2, x**2 + 2 * x + 1), **arguments))
    assert (found.evidence, found.status) == ("cited", 2)
    assert str(found).startswith("claim: cited, not proved")
    worse = settled(by(name, **arguments), argued("it is clear", identity(x * x, x**2 + 0)))
    assert worse["evidence"] == "argued"


def test_an_induction_computes_its_premises():
    """q^n >= 1 needs q >= 1; from q >= 0 the step is refuted."""
    good = settled(fold({power: (1, q * power)}, power >= 1, fixed=[q >= 1]))
    assert (good["verdict"], good["lemmas"]) == ("proved", ["fold"])
    bad = settled(fold({power: (1, q * power)}, power >= 1, fixed=[q >= 0]))
    assert bad["verdict"] == "refuted"
    late = settled(fold({power: (sp.Rational(1, 2), q * power)}, power >= 1, fixed=[q >= 1]))
    assert late["verdict"] != "proved"


@pytest.mark.parametrize(
    ("name", "arguments", "match"),
    [
        ("no-such-lemma", {}, "no general lemma"),
        ("fold", {"start": x, "step": x, "given": x, "invariant": x > 1}, "computes its premises"),
        ("variance-scaled", {"X": "S", "a": 2}, "has the parameters"),
        ("variance-scaled", {"X": "S", "a": "two", "c": 0}, "a must be Real"),
        ("power-rises", {"q": x, "n": -1}, "n must be Nat"),
    ],
)
def test_a_lemma_is_cited_by_name_with_typed_parameters(name, arguments, match):
    with pytest.raises(ValueError, match=match):
        by(name, **arguments)


def enumerated(predicate):
    return Claim("p/c", lambda: states(every({"n": range(1, 9)}, predicate, "n >= 1")))


@pytest.mark.parametrize("constant", [lambda n: 7, lambda n: True, lambda n: "yes"])
def test_recheck_decides_an_enumeration_again(constant):
    good = enumerated(lambda n: n >= 1)
    record = settle(good)
    assert (record["verdict"], replay(good, record)) == ("proved", "")
    with pytest.raises(TypeError) if constant(1) is not True else _nothing():
        assert replay(enumerated(constant), record) == "goals: the check cannot fail"


class _nothing:
    def __enter__(self):
        return self

    def __exit__(self, *_):
        return False


def test_a_changed_domain_is_noticed_on_recheck():
    record = settle(enumerated(lambda n: n >= 1))
    shorter = Claim("p/c", lambda: states(every({"n": range(1, 8)}, lambda n: n >= 1, "n >= 1")))
    assert "8 cases were stored" in replay(shorter, record)


def test_a_stored_status_that_the_goal_cannot_have_is_refused():
    claim = Claim("p/c", lambda: states(sample(lambda: [1], lambda n: n == 1, "one")))
    record = copy.deepcopy(settle(claim))
    forged = {"status": "proved", "proof": [{"cases": 1}]}
    changed = {**record, "verdict": "proved", "steps": {"goals": [forged]}}
    assert "is stored as proved" in replay(claim, changed)


@pytest.mark.parametrize("predicate", [lambda n: True, lambda n: len("x") > 0])
def test_a_check_that_cannot_fail_is_none(predicate):
    assert settled(every({"n": (1, 2)}, lambda n: True, "always"))["verdict"] == "undecided"
    assert settled(check(lambda: True, "always"))["verdict"] == "undecided"


def test_hypotheses_that_nothing_satisfies_prove_nothing():
    record = settled(holds(x >= 2, x >= 1, x <= 0))
    assert (record["verdict"], record["evidence"]) == ("vacuous", None)
    assert "contradict" in record["method"]


def test_a_proof_stores_a_point_that_satisfies_the_hypotheses():
    claim = Claim("p/c", lambda: states(holds(x**2 >= x, x >= 2)))
    record = settle(claim)
    proof = record["steps"]["goals"][0]["proof"]
    assert proof[-1] == {"satisfied": {"x": "2"}}
    forged = copy.deepcopy(record)
    forged["steps"]["goals"][0]["proof"][-1] = {"satisfied": {"x": "1"}}
    assert replay(claim, record) == ""
    assert "does not satisfy" in replay(claim, forged)


def test_an_exact_counterexample_refutes_without_a_correction():
    record = settled(holds(x**2 >= x, x >= 0))
    assert (record["verdict"], record["witness"]["at"]) == ("refuted", {"x": "1/2"})
    wrong = settled(holds(x**2 >= x), corrected="x^2 >= 2 x", right=[holds(x**2 >= 2 * x)])
    assert (wrong["verdict"], wrong["correction"]) == ("refuted", "open")


def test_a_model_of_the_solvers_is_a_counterexample():
    """A needle that no sample meets: between 1/1000 and 1/999 beyond 7/10."""
    a, b = sp.Rational(7, 10) + sp.Rational(1, 1000), sp.Rational(7, 10) + sp.Rational(1, 999)
    needle = holds(sp.Or(x <= a, x >= b), by="smt")
    found = decide(needle)
    assert found.status == "refuted"
    assert a < sp.Rational(Fraction(found.witness["at"]["x"])) < b
    assert needle.replays(found.witness)


def test_the_grade_cannot_be_chosen():
    with pytest.raises(TypeError):
        every({"n": (1,)}, lambda n: n == 1, "one", kind="identity")


def test_crosschecks_together_prove_nothing_and_refute_by_a_case_only():
    passed = crosscheck(lambda: range(40), euler, "prime")
    for goal in (together(passed), together(together(passed)), together()):
        assert settled(goal)["verdict"] == "undecided"
    assert contradicted("because it is so", passed).attack() is None
    assert contradicted("because", together(passed)).attack() is None


@pytest.mark.parametrize("given", [sp.Ne(x, 0), x**2 > 1, sp.Or(x < 0, x > 1)], ids=str)
def test_a_function_falls_on_an_interval_only(given):
    """1/x has a negative derivative on both sides of its pole, and 1/(-1) < 1/1."""
    with pytest.raises(ValueError, match="no interval of x"):
        falling(1 / x, x, given)
    assert settled(falling(1 / x, x, x > 0))["verdict"] == "proved"
    assert settled(falling(1 / x, x, x < 5))["verdict"] != "proved"


@pytest.mark.parametrize(
    "step",
    [sp.Piecewise((0, x < 0), (1, True)), 3 * sp.floor(x), 3 * sp.sign(x), sp.Heaviside(x)],
    ids=str,
)
def test_a_function_with_a_step_need_not_fall(step):
    """Between its steps step - x has the derivative -1."""
    with pytest.raises(ValueError, match="no derivative"):
        falling(step - x, x, x < 5)


def test_a_logarithm_falls_only_where_it_is_a_number():
    """Its derivative 1/x is negative for x < 0."""
    assert settled(falling(sp.log(x), x, x < 0))["verdict"] == "refuted"
    assert settled(falling(sp.log(x), x, x > 0, rises=True))["verdict"] == "proved"


def test_two_symbols_of_one_name_are_not_one():
    other = sp.Symbol("x", positive=True)
    record = settled(holds((x**2 - 2) ** 2 > 0, other**2 > 3, by="any"))
    found = record["verdict"], record["method"]
    assert found == ("undecided", "two symbols have the same name")


@pytest.mark.everything
def test_more_than_two_statements_can_be_equivalent():
    """The last is false at the square root of 2, which no sample meets."""
    good = holds(sp.Equivalent(x > 0, x**3 > 0, x**5 > 0), by="any")
    bad = holds(sp.Equivalent(x > y, x**3 > y**3, (x - y) * (x**2 - 2) ** 2 > 0), by="any")
    assert settled(good)["verdict"] == "proved"
    assert settled(bad)["verdict"] == "undecided"
