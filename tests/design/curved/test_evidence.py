"""What a curved certificate rests on."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from types import SimpleNamespace

from rropt import EOptimal, LocalDP, optimal
from rropt.design.curved.evidence import Evidence, Tangents, _roots, dual_shares
from rropt.design.curved.unbiased import covariance, unbiased
from rropt.utility.curved import Scenario
from tests.random_information import ONE, dot, places, units


def test_roots_leave_a_dominant_diagonal() -> None:
    for _, at, _ in places(range(400, 420)):
        C = covariance(at, unbiased(at, units(len(at.prior))))
        value, roots = _roots(C)
        for i, row in enumerate(C):
            rest = [
                value * (i == j) - x - sum(f[i] * f[j] for f in roots) for j, x in enumerate(row)
            ]
            assert 2 * rest[i] >= sum(map(abs, rest))


def test_eigenvalues_are_bounded_tightly() -> None:
    design = optimal(LocalDP(1), EOptimal(["1/2", "3/10", "1/5"]), crosscheck=False)
    assert 0 <= design.gap <= design.bound / 10**9


def test_the_gain_of_tangents_is_the_variance_at_the_best_and_less_at_any_other() -> None:
    """2 c.v - (c.pi)^2 - v'Jv: with v'Jv as the price of the table itself."""
    rows, at, _ = next(iter(places(range(7, 8))))
    contrasts = units(len(at.prior))
    place = Tangents.of(at, at, Scenario(at.prior), contrasts)
    paid = sum(dot(v, r) ** 2 / dot(at.prior, r) for v in place.tangents for r in rows)
    assert abs(place.gain() - paid - place.variance()) <= place.variance() / 10**12
    moved = replace(place, tangents=[tuple(2 * x for x in v) for v in place.tangents])
    assert moved.gain() - 4 * paid < place.variance()


def test_the_bound_of_a_determinant_is_its_mean_inequality() -> None:
    """k (k / T)^k det X, which is k det X where T = k."""
    scenario = Scenario((Fraction(1, 2), Fraction(1, 2)))
    vectors = [(Fraction(2), Fraction(1)), (Fraction(0), Fraction(3))]
    place = Tangents(scenario, None, [], [], vectors, [Fraction(1), Fraction(1, 4)])  # type: ignore[arg-type]
    known = Evidence({"name": "d-optimal"}, [place], ONE, ONE)
    assert place.volume(vectors) == 9
    assert known.bound(Fraction(2)) == 18 and known.bound(Fraction(4)) == Fraction(18, 4)


def test_offsets_are_subtracted_from_value_and_bound_alike() -> None:
    _, at, _ = next(iter(places(range(9, 10))))
    contrasts = units(len(at.prior))
    plain = Tangents.of(at, at, Scenario(at.prior), contrasts)
    less = Tangents.of(at, at, Scenario(at.prior, offset=Fraction(5)), contrasts)
    assert plain.gain() - less.gain() == plain.variance() - less.variance() == 5


def test_dual_shares_add_up_to_one_exactly() -> None:
    third = SimpleNamespace(forms=[(1 / 3, None), (1 / 3, None), (1 / 3 + 1e-9, None)])
    shares = dual_shares(third)
    assert sum(shares) == 1 and max(abs(s - Fraction(1, 3)) for s in shares) < Fraction(1, 10**8)
    assert dual_shares(SimpleNamespace(forms=[(1.0, None), (-1e-12, None)])) == [1, 0]
