"""Square roots: a variable whose square is what stands under the root."""

from __future__ import annotations

import pytest
import sympy as sp
from rropt.proofs.conjecture import prove
from rropt.proofs.roots import radicands, without_roots

x, y = sp.symbols("x y")
ABOVE = (x >= 0, y >= 0)


@pytest.mark.everything
@pytest.mark.parametrize(
    ("relation", "given"),
    [
        (sp.sqrt(x * y) <= (x + y) / 2, ABOVE),
        (sp.sqrt(1 + x) <= 1 + x / 2, (x >= -1,)),
        (sp.sqrt(x + y) <= sp.sqrt(x) + sp.sqrt(y), ABOVE),
        (1 / sp.sqrt(x) >= 2 - sp.sqrt(x), (x > 0,)),
        (sp.sqrt(1 + sp.sqrt(x)) >= 1, (x >= 0,)),
        (y <= 1, (sp.sqrt(y) <= 1, y >= 0)),
    ],
)
def test_it_is_proved_by_the_lemma_on_roots(relation, given):
    found = prove(relation, *given)
    assert (found.verdict, found.evidence) == ("proved", "machine")
    assert "general lemma" in found.record["method"]


@pytest.mark.everything
@pytest.mark.parametrize(
    ("relation", "given"),
    [
        (sp.sqrt(x * y) <= sp.Rational(49, 100) * (x + y), ABOVE),
        (sp.sqrt(x) >= x, (x >= 0,)),
        (sp.sqrt(x) >= 0, ()),  # undefined at x = -1
        (1 / sp.sqrt(x) > 0, (x >= 0,)),  # undefined at x = 0
        (sp.sqrt(sp.sqrt(x) - 1) >= 0, (x >= 0,)),  # undefined at x = 0
    ],
)
def test_a_near_miss_is_refuted(relation, given):
    assert prove(relation, *given).verdict == "refuted"


@pytest.mark.everything
def test_a_root_that_may_be_undefined_is_not_proved():
    """1 - x is negative between 1 and the root of two."""
    assert prove(sp.sqrt(1 - x) >= 0, x**2 <= 2).verdict != "proved"
    assert prove(x >= 0, sp.sqrt(x - y) >= -1).verdict != "proved"


def test_the_name_of_a_root_is_new():
    taken = sp.Symbol("root_1")
    conclusion, given = without_roots(sp.sqrt(x) >= taken, [])
    assert taken in conclusion.free_symbols and len(conclusion.free_symbols) == 2
    assert radicands([sp.sqrt(2) * x >= 0]) == [] and len(given) == 2
