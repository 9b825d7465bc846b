"""A statement is true at a point only where each of its parts is a real number there."""

from __future__ import annotations

import pytest
import sympy as sp
from rropt.proofs.conjecture import claims_of, prove
from rropt.proofs.goals import decide, holds
from rropt.proofs.ledger import Ledger, Unproved
from rropt.proofs.text import read
from rropt.proofs.written import domain, settled

import rropt as rr

x, y, t = sp.symbols("x y t")
n = sp.Symbol("n", integer=True)


@pytest.mark.everything
@pytest.mark.parametrize(
    ("text", "given"),
    [
        ("sqrt(x)**2 <= 4", ("x <= -1",)),
        ("sqrt(x)*sqrt(x) <= 4", ("x <= 0",)),
        ("(x**(1/4))**4 <= 1", ("x <= 0",)),
        ("exp(log(x)) < 2", ("x < 0",)),
        ("exp(log(x)) <= 2", ("x <= 0",)),
        ("x/x == 1", ()),
        ("x*x**-1 == 1", ("x >= 0",)),
        ("(x**2 - 1)/(x - 1) == x + 1", ("x >= 1",)),
        ("1/(1/x) == x", ("x >= 0",)),
        ("log(x) - log(x) == 0", ("x >= 0",)),
        ("0*log(x) == 0", ("x <= 1",)),
        ("x**0.5 - x**0.5 >= 0", ("x <= 0",)),
        ("x**n/x**n == 1", ("n >= 1",)),
        ("x**(n - 1)*x == x**n", ("n >= 0",)),
        ("0/x <= 1", ()),
        ("1/0 <= x", ()),
        ("sqrt(-1)**2 < 0", ()),
        ("(-8)**(1/3) + 3 > 0", ()),
    ],
)
def test_what_is_undefined_somewhere_is_not_proved(text, given):
    found = prove(text, *given, integers="n")
    assert found.verdict == "refuted" and found.witness["at"] is not None


@pytest.mark.everything
@pytest.mark.parametrize(
    ("text", "given"),
    [
        ("sqrt(x)**2 <= 4", ("0 <= x", "x <= 4")),
        ("(x**(1/4))**4 >= 1", ("x >= 1",)),
        ("exp(log(x)) < 2", ("x > 0", "x < 2")),
        ("x/x == 1", ("x > 2",)),
        ("(x**2 - 1)/(x - 1) == x + 1", ("x > 1",)),
        ("1/(1/x) == x", ("x < 0",)),
        ("x**n/x**n == 1", ("n >= 1", "x > 0")),
        ("x**(n - 1)*x == x**n", ("n >= 1",)),
        ("x <= 1", ("exp(log(x)) <= 1",)),
        ("x > 0", ("exp(log(x)) <= 1",)),  # where a hypothesis holds it is defined
    ],
)
def test_where_all_is_defined_the_same_is_proved(text, given):
    assert prove(text, *given, integers="n").verdict == "proved"


@pytest.mark.parametrize("claim", [x ** sp.Rational(p, q) < 0 for p, q in ((2, 3), (1, 4), (4, 5))])
def test_a_power_that_is_no_number_has_no_sign(claim):
    assert prove(claim, x < 0).verdict == "refuted"
    with pytest.raises(Unproved):
        holds(claim, x < 0).prove(Ledger())


@pytest.mark.everything
@pytest.mark.parametrize("start", [3, 57, 101, 1001])
def test_a_power_of_an_integer_exponent_has_no_sign_of_its_own(start):
    """It is positive for the even ones."""
    for claim in (x**n < 0, x**n > 0):
        assert prove(claim, x < 0, n >= start).verdict == "refuted"


@pytest.mark.everything
@pytest.mark.parametrize("exponent", ["98/3", "7/2", "-2/5", "1/3"])
def test_an_exponent_that_a_hypothesis_fixes_is_that_number(exponent):
    value = sp.Rational(exponent)
    for claim in (x**t < 0, x**t > 0):
        assert prove(claim, x < 0, sp.Eq(t, value)).verdict == "refuted"
    assert prove(x**t > 0, x > 0, sp.Eq(t, value)).verdict == "proved"


@pytest.mark.everything
def test_powers_of_what_is_positive_keep_their_sign():
    assert prove(x ** sp.Rational(2, 3) > 0, x > 0).verdict == "proved"
    assert prove(x ** sp.Rational(2, 3) >= 0, x >= 0).verdict == "proved"
    assert prove(x**n * (x - 1) ** 2 >= 0, x > 0, n >= 200).verdict == "proved"
    assert prove(x ** sp.Rational(1, 3) >= x, x >= 0, x <= 1).verdict == "proved"
    assert prove(x ** sp.Rational(1, 3) >= x, x >= 0).verdict == "refuted"


@pytest.mark.everything
def test_a_conclusion_that_sympy_has_cancelled_is_refused():
    for said in (sp.Eq(x / x, 1), sp.Eq(x / x, 1, evaluate=False), sp.Eq(2 * x, x + x)):
        with pytest.raises(rr.InputError, match="which sympy has made of it"):
            prove(said)
    assert "x <= 1 if x <= 0" in str(prove(sp.sqrt(x) ** 2 <= 1, x <= 0))  # what was decided


@pytest.mark.everything
def test_what_a_function_or_a_file_makes_is_read_as_it_stands(tmp_path):
    assert prove(lambda: holds(sp.sqrt(x) ** 2 <= 4, x <= 0)).verdict == "refuted"
    assert prove(lambda: holds(sp.sqrt(x) ** 2 <= 4, x >= 0, x <= 3)).verdict == "proved"
    path = tmp_path / "my.py"
    path.write_text(
        "import sympy as sp\nfrom rropt.proofs.goals import holds, identity, reals\n"
        "x = reals('x')\n"
        "hole = identity(x / x, sp.Integer(1))\n"
        "computed = holds(sp.diff(x**3, x) >= 0, squares=[x])\n"
    )
    found = {claim.id: prove(claim).verdict for claim in claims_of(path)}
    assert found == {"hole": "refuted", "computed": "proved"}


def test_the_domain_of_pieces_is_asked_where_they_are_chosen():
    step = sp.Piecewise((sp.log(x), x > 1), (0, True))
    assert domain(step >= 0) == [sp.Implies(x > 1, x > 0)]
    assert decide(holds(sp.Eq(x**n, x**n, evaluate=False), n >= 0)).status == "proved"


def test_a_settled_statement_stays():
    for statement in (x + 1 >= y, sp.And(x >= 0, y > x), sp.Eq(x / y, y / x, evaluate=False)):
        assert settled(statement) == statement
    assert settled(read("x/x == 1")) == sp.true


@pytest.mark.everything
@pytest.mark.parametrize(
    "claim",
    [
        sp.Or(x**2 >= 0, 1 / (x - sp.Rational(17, 13)) > 0, evaluate=False),
        sp.Implies(1 / (x - sp.Rational(17, 13)) > 0, x**2 >= 0, evaluate=False),
        sp.Equivalent(1 / (x - sp.Rational(17, 13)) > 0, x > sp.Rational(17, 13), evaluate=False),
    ],
)
def test_a_true_part_does_not_make_the_other_part_defined(claim):
    """No sample meets 17/13."""
    for method in ("any", "certificate"):
        with pytest.raises(Unproved):
            holds(claim, by=method).prove(Ledger())
    assert decide(holds(claim, sp.Ne(x, sp.Rational(17, 13)), by="any")).status == "proved"


@pytest.mark.everything
def test_a_negation_is_the_opposite_comparison():
    assert prove("not x < 0", "x >= 0").verdict == "proved"
    assert prove("x >= 1", "not x < 1").verdict == "proved"
    assert prove("not x < 0", "x >= -1").verdict == "refuted"
