"""The claims of the sun paper against counts, formulas and numbers from other routes."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from decimal import Decimal, getcontext
from fractions import Fraction
from itertools import permutations, product
from statistics import pvariance

import pytest

from proofs import verdicts
from proofs.papers import claim_of, claims
from proofs.settling import settle
from proofs.sun import collector, comparison_goals, draws, yes_no
from proofs.sun.symbols import improved, modified, squared_length, warner

REFUTED_IDS = """
alg-1 alg-2 alg-3 alg-4 X-christofides X-improved labels-4 rem-4-N3 thm-6.1/proof-icmw-b
thm-6.1/proof-icmw-c thm-6.1/proof-icmw-d rem-6-worst fig-4 table-2 table-2/modified/0.01
table-2/slightly concl-smallest app-A/3 eq-6 eq-6/1 app-B/YiYj-2 app-B/YiYj-3 eq-7 eq-7/1 eq-7/3
eq-7/4 eq-7/5 eq-8 eq-8/1 app-C/2 app-D/EY-1 app-D/df-2 app-D/upper-a thm-6.1/proof-roots-a
rem-6-assumption concl-replace fig-1/verified thm-6.1/proof-ac
"""
UNDER_IDS = """
intro-contrib-3 def-christofides-unbiased dep-warner dep-simmons est-christofides unb-christofides
thm-3.1 est-improved unb-improved thm-4.1 eq-3 thm-4.2 thm-4.2/i thm-4.2/ii thm-4.2/proof-d
rem-4-quarter thm-5.4 thm-5.4/cases thm-5.6 thm-5.6/cases thm-5.6/L3 thm-5.7 unb-all thm-6.1
thm-6.1/i thm-6.1/iii thm-6.1/proof-mcmw-strict fig-234/conditions app-B/dep app-B/YiYj-1
app-C/2-min app-A/5 app-B/start app-B/end rem-6-small app-D/min
"""
QUICK = [
    "alg-1",
    "alg-3",
    "labels-4",
    "rem-4-N3",
    "fig-4",
    "table-2/modified/0.01",
    "eq-7/4",
    "app-D/EY-1",
    "app-B/YiYj-3",
    "thm-5.6",
    "app-B/YiYj-4",
    "table-1/0.05/0.5",
    "thm-5.3",
]


def ids():
    return [i for i in verdicts.catalogue() if i.startswith("sun/")]


def test_every_id_has_exactly_one_claim():
    assert set(claims("sun")) == set(ids())


@pytest.mark.everything
def test_the_store_holds_a_decision_for_every_id():
    stored = verdicts.stored("sun")
    assert set(stored) == set(ids())
    by_verdict = {
        kind: {name.partition("/")[2] for name, r in stored.items() if r["verdict"] == kind}
        for kind in ("refuted", "proved-under")
    }
    assert by_verdict == {
        "refuted": set(REFUTED_IDS.split()),
        "proved-under": set(UNDER_IDS.split()),
    }
    assert not [r["id"] for r in stored.values() if r["verdict"] == "undecided"]


@pytest.mark.everything
def test_what_is_refuted_is_corrected_and_what_is_short_is_completed():
    for record in verdicts.stored("sun").values():
        if record["verdict"] == "refuted":
            assert record["witness"] and record["corrected"], record["id"]
        if record["verdict"] == "proved-under":
            assert record["assuming"], record["id"]
            assert (
                record["witness"] or record["id"] == "sun/app-D/min"
            )  # without it nothing is said


@pytest.mark.everything
@pytest.mark.parametrize("name", QUICK)
def test_deciding_again_gives_the_stored_verdict(name):
    claim = claim_of(f"sun/{name}")
    assert claim is not None
    fresh = settle(claim)
    stored = verdicts.stored("sun")[f"sun/{name}"]
    for key in ("verdict", "grade", "witness", "assuming", "corrected"):
        assert fresh[key] == stored[key]


def dealt(truths, deck, numbers):
    """Every order of physical cards, equal numbers told apart: an independent enumeration."""
    return [
        tuple(numbers + 1 - y if x else y for x, y in zip(truths, order, strict=True))
        for order in permutations(deck)
    ]


@pytest.mark.parametrize("counts", [(1, 0, 2), (2, 1, 1), (1, 3), (0, 1, 1, 2)])
@pytest.mark.parametrize("ones", [0, 1, 2])
def test_the_law_without_replacement_is_that_of_physical_cards(counts, ones):
    size = sum(counts)
    truths = draws.population(size, ones)
    told = Counter(dealt(truths, draws.cards(counts), len(counts)))
    law = {t: Fraction(c, math.factorial(size)) for t, c in told.items()}
    assert law == draws.law_without(truths, counts)


@pytest.mark.parametrize("counts", [(1, 0, 2), (2, 1, 1), (1, 3), (1, 1, 3)])
def test_theorem_4_1_by_physical_cards(counts):
    size, ones = sum(counts), 1
    width = draws.gap(counts)
    totals = [
        Fraction(sum(t))
        for t in dealt(draws.population(size, ones), draws.cards(counts), len(counts))
    ]
    own = pvariance(totals) / (size * width) ** 2
    share, spread = Fraction(ones, size), pvariance([Fraction(c) for c in draws.cards(counts)])
    assert own == 4 * share * (1 - share) * spread / ((size - 1) * width**2)
    assert own != 4 * share * (1 - share) * spread / (size * width**2)


def test_the_joint_reports_of_a_full_deck_reveal_a_neighbour():
    """Cards 1, 2, 2: with nobody in A the reports are the deck; with one member they never are."""
    nobody = set(dealt((0, 0, 0), (1, 2, 2), 2))
    one = set(dealt((1, 0, 0), (1, 2, 2), 2))
    assert nobody.isdisjoint(one)
    assert (
        collector.worst_ratio(
            draws.law_without((0, 0, 0), (1, 2)), draws.law_without((1, 0, 0), (1, 2))
        )
        == math.inf
    )
    assert collector.budget((1, 2)) == 2


def test_the_middle_card_is_what_remains_of_joint_privacy():
    for counts in ((1, 1, 2), (1, 3, 2)):
        pair = [
            draws.law_without(x, counts)
            for x in ((0,) * sum(counts), (1,) + (0,) * (sum(counts) - 1))
        ]
        assert draws.distance(*pair) == 1 - Fraction(counts[1], sum(counts))


def test_warner_attains_the_bound_that_the_improved_mechanism_beats():
    p = Fraction(1, 3)
    law = draws.law_with((1, 0, 0), yes_no.warner_channel(p), 0)
    bound = warner(Fraction(2), 3)
    assert draws.variance(law, yes_no.warner_estimator(p)) == bound == Fraction(2, 3)
    assert improved(Fraction(2), 9, Fraction(0), Fraction(1, 9)) < warner(Fraction(2), 9)


def test_printed_pseudo_code_estimates_the_complement():
    """p = 1/4, one respondent in A: the literal comparison u < p keeps the truth with 3/4."""
    chances: dict[int, Fraction] = defaultdict(Fraction)
    for chance, told in yes_no.algorithm_1(1, Fraction(1, 4)):
        chances[told] += chance
    assert chances == {1: Fraction(3, 4), 0: Fraction(1, 4)}
    estimate = (chances[1] - Fraction(3, 4)) / (2 * Fraction(1, 4) - 1)
    assert estimate == 0


def smallest_size(variance):
    """The least N with a variance of at most 0.1, by bisection on decimals."""
    low, high = 2, 10**6
    while low < high:
        middle = (low + high) // 2
        low, high = (low, middle) if variance(middle) <= Decimal("0.1") else (middle + 1, high)
    return low


@pytest.mark.parametrize(
    "column, sizes",
    [
        ("0.01", (100000, 101010, 36365)),
        ("0.05", (4000, 4040, 1456)),
        ("0.25", (160, 161, 59)),
        ("0.5", (40, 40, 16)),
    ],
)
def test_table_2_in_decimals(column, sizes):
    getcontext().prec = 40
    e = Decimal(column).exp()
    rare, share = Decimal("0.01"), Decimal("0.1")
    found = (
        smallest_size(lambda n: warner(e, n)),
        smallest_size(lambda n: modified(e, n, rare)),
        smallest_size(lambda n: improved(e, n, rare, share)),
    )
    assert found == sizes


@pytest.mark.parametrize(
    "row, lengths", [("0.01", "0.100 0.101 0.101 0.104"), ("0.05", "0.224 0.224 0.225 0.230")]
)
def test_table_1_in_decimals(row, lengths):
    getcontext().prec = 40
    found = [
        squared_length(Decimal(c).exp(), 10**4, Decimal(row)).sqrt().quantize(Decimal("0.001"))
        for c in ("0.01", "0.05", "0.25", "0.5")
    ]
    assert [str(x) for x in found] == lengths.split()


def test_every_point_is_in_at_most_one_case_and_ordered_as_corrected():
    for point in product((9, 16), (1, 2, 4), (Fraction(2), Fraction(5)), (Fraction(9, 25),)):
        held = [k for k in (1, 2, 3) if comparison_goals.in_case(k, point)]
        assert len(held) <= 1
        assert all(comparison_goals.ordered(k, point) for k in held)


def test_a_pair_can_be_independent_by_accident():
    """Cards 1, 2, 2, 2 and two members of A: counted over all orders of cards and persons."""
    pairs: Counter[tuple[int, ...]] = Counter()
    for people in set(permutations((1, 1, 0, 0))):
        pairs.update(t[:2] for t in dealt(people, (1, 2, 2, 2), 2))
    assert len(pairs) == 4 and len(set(pairs.values())) == 1


@pytest.mark.parametrize("deck", [(1, 2, 2, 2), (1, 1, 3, 3), (1, 3), (1, 2, 3), (2, 2)])
def test_all_reports_together_are_independent_only_for_middle_cards(deck):
    """Counted over all orders; the deck 2, 2 with L = 3 is the near miss."""
    size = len(deck)
    many: Counter[tuple[int, ...]] = Counter()
    for people in permutations((1, *(0,) * (size - 1))):
        many.update(dealt(people, deck, 3))
    total = sum(many.values())
    alone: list[Counter[int]] = [Counter() for _ in deck]
    for told, count in many.items():
        for place, report in zip(alone, told, strict=True):
            place[report] += count
    independent = all(
        Fraction(many[told], total)
        == math.prod(Fraction(place[v], total) for place, v in zip(alone, told, strict=True))
        for told in product((1, 2, 3), repeat=size)
    )
    assert independent == (set(deck) == {2})


def test_an_uneven_deck_with_a_centred_mean_still_gives_an_unbiased_estimate():
    """Cards 2, 2, 2, 4 of L = 4: E(Y) = 5/2, so the mean of the answers says nothing, but an
    answer 4 has the chance 1/4 outside of A and 0 in A. Counted over all draws of 3 persons."""
    deck, size = (2, 2, 2, 4), 3
    assert Fraction(sum(deck), 4) == Fraction(5, 2)
    for ones in range(size + 1):
        truths = (1,) * ones + (0,) * (size - ones)
        told = [
            [5 - y if x else y for x, y in zip(truths, drawn, strict=True)]
            for drawn in product(deck, repeat=size)
        ]
        frequency = Fraction(sum(t.count(4) for t in told), size * len(told))
        assert (frequency - Fraction(1, 4)) / (0 - Fraction(1, 4)) == Fraction(ones, size)
    stored = verdicts.stored("sun")["sun/def-christofides-unbiased"]
    assert stored["assuming"].startswith("p_k != p_(L+1-k) for some k")


def test_the_comparison_of_the_card_mechanisms_needs_a_mean_off_the_centre():
    """Cards 1, 2, 2, 3 twice and one member of eight: inside the set of theorem 4.2 (i), with
    Var(Y) > 0, but L + 1 - 2 E(Y) = 0, so that there is no estimator to compare."""
    deck, share = (1, 2, 2, 3) * 2, 1 / 8
    assert pvariance(deck) > 0 and share < 0.5 - 0.5 / math.sqrt(len(deck))
    assert 3 + 1 - 2 * Fraction(sum(deck), len(deck)) == 0
    for name in ("thm-4.2", "thm-4.2/i", "thm-4.2/ii", "thm-4.2/proof-d", "rem-4-quarter"):
        assert "E(Y) != (L+1)/2" in verdicts.stored("sun")[f"sun/{name}"]["assuming"]


@pytest.mark.parametrize("deck, right", [((1, 2), True), ((1, 3), False), ((1, 3, 3), True)])
def test_the_sums_up_to_n_need_cards_up_to_n(deck, right):
    """L = 3 each time: the deck 1, 2 has N = 2 < L, and the sums up to N are right."""
    pairs = list(permutations(deck, 2))
    whole = Fraction(sum(a * b for a, b in pairs), len(pairs))
    short = Fraction(sum(a * b for a, b in pairs if max(a, b) <= len(deck)), len(pairs))
    assert (whole == short) == right
    stored = verdicts.stored("sun")["sun/app-B/YiYj-1"]
    assert stored["assuming"].startswith("no card shows a number above N")


def test_without_the_sensitive_question_the_answers_of_simmons_are_independent():
    """p = 0, pi_B = 1/3: everybody answers yes with probability 1/3, in any order."""
    law = draws.law_with((1, 0), yes_no.simmons_channel(Fraction(0), Fraction(1, 3)), 0)
    assert draws.independent(law, 0, 1)
    assert verdicts.stored("sun")["sun/dep-simmons"]["assuming"].startswith("p > 0")
