"""Criteria: their gamma, the exact test of a table, and what they forbid."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from fractions import Fraction
from itertools import chain, combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import rropt as rr
from rropt import Channel, InputError
from rropt.privacy import Criterion
from rropt.privacy.breach_region import BreachRegion

pytestmark = pytest.mark.quick

PRIVATE_3 = Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]])
NINE: dict[str, Callable[[], Criterion]] = {
    "LocalDP": lambda: rr.LocalDP("ln(9)"),
    "LocalDP of gamma": lambda: rr.LocalDP.from_gamma(9),
    "BetaFactor": lambda: rr.BetaFactor(9),
    "BayesFactor": lambda: rr.BayesFactor(9),
    "Rho1Rho2": lambda: rr.Rho1Rho2("1/10", "1/2"),
    "StrictInformation": lambda: rr.StrictInformation("p/9", "Min(1, 9*p)"),
    "CanonicalStrictInformation": lambda: rr.CanonicalStrictInformation("9*p/(1 + 8*p)"),
}
"""Criteria whose demand is 9. A boundary is solved when it is stated: not to list the tests."""


@pytest.fixture(params=NINE)
def criterion(request: pytest.FixtureRequest) -> Criterion:
    return NINE[request.param]()


def warner(parity: Fraction) -> Channel:
    """The symmetric two-answer table of a given parity."""
    right = parity / (1 + parity)
    return Channel.from_rows([[right, 1 - right], [1 - right, right]])


def test_every_criterion_reduces_to_the_same_bound_on_the_parity(criterion: Criterion) -> None:
    assert criterion.gamma.exact == 9
    assert criterion.delta == 0
    assert criterion.satisfied_by(warner(Fraction(9)))
    assert not criterion.satisfied_by(warner(Fraction(9) + Fraction(1, 10**30)))


def test_the_parity_bound_is_b_of_the_boundary(criterion: Criterion) -> None:
    assert rr.strict_bound(criterion).bound == 9


def test_criteria_pickle_compare_and_print(criterion: Criterion) -> None:
    assert pickle.loads(pickle.dumps(criterion)) == criterion
    assert type(criterion).__name__ in repr(criterion)
    assert "epsilon" in criterion.describe()


def events(k: int) -> chain[tuple[int, ...]]:
    return chain.from_iterable(combinations(range(k), size) for size in range(1, k))


@pytest.mark.everything
@given(
    st.lists(st.lists(st.integers(1, 5), min_size=3, max_size=3), min_size=2, max_size=3),
    st.lists(st.integers(1, 8), min_size=3, max_size=3),
)
def test_a_satisfied_criterion_is_never_breached(
    weights: list[list[int]], masses: list[int]
) -> None:
    """Definitions 1.1, 1.2 and 3.1 themselves, for every event and report under a random prior."""
    columns = [[Fraction(row[j], sum(r[j] for r in weights)) for row in weights] for j in range(3)]
    channel = Channel.from_truth_rows(columns)
    prior = [Fraction(mass, sum(masses)) for mass in masses]
    criteria = [NINE[name]() for name in ("BetaFactor", "BayesFactor", "Rho1Rho2")]
    regions = [c.breach_region() for c in criteria if c.satisfied_by(channel)]
    for beliefs in channel.posterior(prior):
        assert beliefs is not None
        for event in events(3):
            before, after = sum(prior[j] for j in event), sum(beliefs[j] for j in event)
            assert not any(region.contains(before, after) for region in regions)


def test_an_unsatisfied_criterion_is_breached_by_some_prior() -> None:
    """The converse for two truths: parity 10 breaks each of them at a prior found by hand."""
    channel = warner(Fraction(10))
    for criterion, prior in (
        (rr.BetaFactor(9), Fraction(1, 1000)),
        (rr.BayesFactor(9), Fraction(1, 2)),
        (rr.Rho1Rho2("1/10", "1/2"), Fraction(99, 1000)),
    ):
        beliefs = channel.posterior([prior, 1 - prior])[0]
        assert beliefs is not None
        assert criterion.breach_region().contains(prior, beliefs[0])
        assert not criterion.satisfied_by(channel)


def test_approximate_privacy_is_decided_by_the_profile() -> None:
    assert rr.LocalDP("ln(2)", "1/4").satisfied_by(PRIVATE_3)
    assert not rr.LocalDP("ln(2)", "2499/10000").satisfied_by(PRIVATE_3)
    with pytest.raises(InputError, match="a breach region needs delta = 0, got 1/4"):
        rr.LocalDP("ln(2)", "1/4").breach_region()


def test_an_irrational_gamma_decides_tables_on_both_sides_of_it() -> None:
    level = rr.LocalDP("1/2")
    below = Fraction(164872127070012814684865078781416357165377610071, 10**47)
    assert level.gamma.lo < below < level.gamma.hi
    assert level.satisfied_by(warner(below))
    assert not level.satisfied_by(warner(below + Fraction(1, 10**47)))


def test_an_algebraic_bound_decides_exactly() -> None:
    """B(h) of h = sqrt(p (2 - p)) is 3 + 2 sqrt(2), approached by its convergents."""
    criterion = rr.CanonicalStrictInformation("sqrt(p*(2-p))")
    low, high = Fraction(54608393, 38613965), Fraction(22619537, 15994428)
    assert low**2 < 2 < high**2
    assert criterion.satisfied_by(warner(3 + 2 * low))
    assert not criterion.satisfied_by(warner(3 + 2 * high))
    fine = Fraction(
        14142135623730950488016887242096980785696718753769480731766797379907324784621, 10**76
    )
    assert criterion.satisfied_by(warner(3 + 2 * fine))
    assert not criterion.satisfied_by(warner(3 + 2 * (fine + Fraction(1, 10**76))))


def test_downward_breaches_count() -> None:
    """A strict lower boundary binds where the upper one is loose."""
    loose = rr.StrictInformation("0", "Min(1, 9*p)")
    tight = rr.StrictInformation("p/2", "Min(1, 9*p)")
    assert (loose.gamma.exact, tight.gamma.exact) == (9, 2)


def test_breach_regions_are_strict() -> None:
    region = rr.Rho1Rho2("1/10", "1/2").breach_region()
    assert region.contains("99/1000", "501/1000")
    assert not region.contains("1/10", "1")
    assert not region.contains("99/1000", "1/2")
    assert region.contains("6/10", "9/100")
    assert not region.contains("1/2", "0")
    factor = rr.BetaFactor(2).breach_region()
    assert factor.contains("1/4", "501/1000") and not factor.contains("1/4", "1/2")
    assert factor.contains("1/4", "124/1000") and not factor.contains("1/4", "1/8")


def test_regions_say_what_they_forbid() -> None:
    region = rr.BetaFactor(2).breach_region()
    assert "posterior > Min(1, 2*p)" in region.describe()
    assert region.to_json() == {"lower": "p/2", "upper": "Min(1, 2*p)"}
    assert isinstance(region, BreachRegion)


REFUSED = [
    (lambda: rr.BetaFactor(1), "beta must be greater than 1, got 1"),
    (lambda: rr.BayesFactor("1/2"), "gamma must be at least 1, got 1/2"),
    (lambda: rr.BetaFactor("x"), "beta must be a whole number, a decimal or a fraction"),
    (lambda: rr.Rho1Rho2("1/2", "1/10"), "rho1 and rho2 must satisfy 0 < rho1 < rho2 < 1"),
    (lambda: rr.Rho1Rho2(0, "1/10"), "rho1 and rho2 must satisfy"),
    (lambda: rr.Rho1Rho2("1/10", 1), "rho1 and rho2 must satisfy"),
    (lambda: rr.Rho1Rho2(10**5000, 1), "rho1 and rho2 must satisfy"),
    (lambda: rr.ZeroConcentratedDP(10**5000), "rho must have at most 4000 digits, got 5001"),
    (lambda: rr.LocalDP(-1), "epsilon must be at least 0, got -1"),
    (lambda: rr.LocalDP(float("nan")), "epsilon must be finite, got nan"),
    (lambda: rr.LocalDP(1, "1.5"), "delta must lie between 0 and 1, got 3/2"),
    (lambda: rr.LocalDP(1, -1), "delta must lie between 0 and 1, got -1"),
    (lambda: rr.StrictInformation("2*p", "1"), "h_lower must satisfy 0 <= h_lower(p) <= p"),
    (lambda: rr.StrictInformation("0", "p/2"), "h_upper must satisfy p <= h_upper(p) <= 1"),
    (lambda: rr.StrictInformation("0", "1"), "B(h) must be finite"),
    (lambda: rr.CanonicalStrictInformation("p**2"), "h must satisfy p <= h(p) <= 1"),
]


@pytest.mark.parametrize(("build", "message"), REFUSED)
def test_a_refused_criterion_names_parameter_rule_and_value(build: object, message: str) -> None:
    with pytest.raises(InputError) as caught:
        build()  # type: ignore[operator]
    assert str(caught.value).startswith(message)
