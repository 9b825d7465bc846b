"""Every integer from a start on: powers, sums, products and factorials; near misses refuted."""

from __future__ import annotations

import pytest
import sympy as sp
from rropt.proofs.conjecture import prove
from rropt.proofs.goals import induction

n, i = sp.symbols("n i", integer=True)
x, q = sp.symbols("x q")

TRUE = {
    "Bernoulli": ((1 + x) ** n >= 1 + n * x, x >= -1, n >= 0),
    "Gauss": (sp.Eq(sp.Sum(i, (i, 1, n)), n * (n + 1) / 2), n >= 1),
    "geometric": (sp.Eq(sp.Sum(q**i, (i, 0, n)), (q ** (n + 1) - 1) / (q - 1)), q > 1, n >= 0),
    "factorial": (sp.factorial(n) >= 2 ** (n - 1), n >= 1),
    "product": (sp.Eq(sp.Product(1 - 1 / i**2, (i, 2, n)), (n + 1) / (2 * n)), n >= 2),
}

FALSE = {
    "from 2 to 4": (2**n > n**2, {"n": "2"}, n >= 0),
    "below -2": ((1 + x) ** n >= 1 + n * x, {"n": "3", "x": "-11"}, n >= 0),
    "undefined": (sp.factorial(n - 5) >= 1, {"n": "0"}, n >= 0),
    "one too many": (sp.Eq(sp.Sum(i, (i, 1, n)), n * (n + 1) / 2 + 1), {"n": "1"}, n >= 1),
}


@pytest.mark.everything
@pytest.mark.parametrize("name", TRUE)
def test_it_is_proved_by_the_lemma_fold(name):
    found = prove(TRUE[name][0], *TRUE[name][1:])
    assert (found.verdict, found.evidence) == ("proved", "machine")
    assert found.record["lemmas"] == ["fold"] and found.record["near"]


@pytest.mark.parametrize("name", FALSE)
def test_a_small_n_refutes(name):
    conclusion, at, *given = FALSE[name]
    found = prove(conclusion, *given)
    assert (found.verdict, found.witness["at"]) == ("refuted", at)
    goal = induction(conclusion, *given)
    assert goal.replays(found.witness)
    assert not goal.replays({**found.witness, "at": {**at, "n": "-5"}})


@pytest.mark.everything
def test_a_step_that_fails_refutes_nothing():
    """True from x = -2 on, but the statement at n alone does not give it at n + 1."""
    assert prove((1 + x) ** n >= 1 + n * x, x >= -2, n >= 0).verdict == "undecided"


def test_only_what_has_a_recurrence_and_a_start_is_an_induction():
    assert induction(2**n >= n) is None
    assert induction(x**2 >= 0, n >= 0) is None
    assert induction(2**n >= n, n >= x) is None
    assert prove(n**n >= n, n >= 1).verdict == "undecided"


def test_a_sum_must_not_end_before_it_begins():
    """To sympy the sum of four ones from 5 to 0 is -4, to everyone else it is 0."""
    ones = sp.Eq(sp.Sum(1, (i, 5, n)), n - 4, evaluate=False)
    for start in (0, 2):
        with pytest.raises(ValueError, match="may end before it begins at n = "):
            prove(ones, n >= start)
    with pytest.raises(ValueError, match="may end before it begins"):
        prove(sp.Sum(i, (i, x, n)) >= 0, n >= 1)
    assert prove(ones, n >= 4).verdict == "proved"


def test_a_sum_over_two_indices_has_no_recurrence():
    m = sp.Symbol("m", integer=True)
    record = prove(sp.Sum(sp.Sum(i, (i, 1, m)), (m, 1, n)) >= 0, n >= 1).record
    assert record["verdict"] == "undecided" and "no recurrence" in record["method"]
