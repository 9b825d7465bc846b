"""Two checkers, one truth: the JavaScript of the pages and the Python package on the same texts.

Verdicts and sentences must be equal on certificates of every kind, on seeded mutations of them, on
polynomials of the proofs, and on hostile texts; no text may take five seconds.
"""

from __future__ import annotations

import json
import re
import time
from collections.abc import Iterator
from fractions import Fraction as F
from functools import cache
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import pytest
from sympy import sqrt, symbols

import rropt as rr
from rropt.certificate import canonical
from rropt.checker import check
from rropt.report.checking_here import second_checker
from tests.checker import (
    test_blocks,
    test_cases_actions,
    test_cases_box,
    test_cases_card,
    test_cases_chain,
    test_coefficients,
    test_conditions,
    test_cover_cells,
    test_cover_clamped,
    test_cover_form,
    test_cover_merged,
    test_cover_pairs,
    test_cover_stretches,
    test_cover_tree,
    test_format,
    test_fuzz,
    test_kind_polynomial,
    test_kind_prices,
    test_kind_random_cut,
    test_kind_shuffled,
    test_kind_symmetric,
    test_kind_windows,
    test_mutation,
    test_protected_classes,
    test_worst_cases,
    test_worst_eigenvalue,
    worst_files,
)

racer = pytest.importorskip("py_mini_racer", reason="needs mini-racer to run JavaScript")

STORE = Path(__file__).parents[2] / "proofs" / "store"
MOST_SECONDS = 5
MOST_BYTES = 300 << 20
Data = dict[str, Any]


@pytest.fixture(scope="module")
def engine() -> Iterator[Any]:
    """An engine with the second checker in it."""
    with racer.MiniRacer() as found:
        found.set_hard_memory_limit(MOST_BYTES)
        found.eval(second_checker())
        yield found


def second(engine: Any, text: str, seconds: float = MOST_SECONDS) -> Data:
    """The answer of the second checker, within so many on the clock."""
    call = f"JSON.stringify(checkCertificate({json.dumps(text)}))"
    return json.loads(engine.eval(call, timeout_sec=seconds))


def agree(engine: Any, text: str) -> str:
    """The verdict of both."""
    first = check(text)
    found = second(engine, text)
    assert (found["verdict"], found["statement"]) == (first.verdict, first.statement), text[:2000]
    return first.verdict


@cache
def designs() -> dict[str, Data]:
    """Small designs of the objectives and of the kinds of privacy."""
    prior = ["1/2", "1/3", "1/6"]
    a, b = symbols("a b")
    pure, soft = rr.LocalDP("1/2"), rr.LocalDP("1/2", "1/10")
    asked = {
        "variance": (soft, rr.Variance("1/4")),
        "trace": (pure, rr.Trace(5)),
        "soft trace": (soft, rr.Trace(4)),
        "classes": (rr.LocalDP("ln(3)"), rr.Trace(1000)),
        "a-optimal": (pure, rr.AOptimal(prior)),
        "information": (pure, rr.MutualInformation(prior)),
        "small cut": (pure, rr.Mean(low=0, high=1)),
        "cut": (rr.LocalDP("ln(3)"), rr.Mean(low=-1, high=1)),
        "numbers": (rr.LocalDP("ln(3)"), rr.Mean(low=0, high=1, points=3)),
        "density": (pure, rr.Mean(low=-1, high=2, points=4, prior=["1/2", "0", "1/3", "1/6"])),
        "worst determinant": (rr.LocalDP("ln(3)"), rr.DOptimal("worst", truths=3)),
        "two of seven": (soft, rr.FDivergence("hellinger", (1, 6), 7)),
        "no level": (rr.LocalDP(0), rr.MutualInformation([F(2 * j + 1, 625) for j in range(25)])),
        "an expression": (soft, rr.Custom(sqrt(a**2 + b**2), [a, b])),
        "gain": (rr.LocalDP("ln(2)"), rr.Gain([[1, 0], [0, 1]], ["1/3", "2/3"])),
    }
    found = {name: rr.optimal(*pair).certificate.data for name, pair in asked.items()}
    models = [rr.Logit(["-1/2"], ["1"]), rr.Logit(["-1"], ["1/2"])]
    weighted = [("1/2", model) for model in models]
    mutual = rr.MutualInformation(prior)
    points = {"points": [0, 1], "weights": ["1/2", "1/2"]}
    goals = {
        "model": rr.ForModel(models[0], **points, target="A", coefficients=[0, 1]),
        "average model": rr.ForModel(weighted, **points, target="D", over="average"),
        "worst model": rr.ForModel(models, **points, target="D", over="minimax"),
        "worst coefficients": rr.ForModel(models, **points, target="A", over="minimax"),
    }
    found |= {name: rr.optimal(soft, goal).certificate.data for name, goal in goals.items()}
    found["two reports"] = test_cases_box.BASE
    for name, goal in {"guess": rr.Guess([*["1/6"] * 3, "1/2"]), "information": mutual}.items():
        found[f"two reports, {name}"] = rr.optimal(soft, goal, outputs=2).certificate.data
    found["three actions"] = rr.optimal(soft, rr.Trace(4), outputs=3).certificate.data
    found["three reports"] = rr.optimal(soft, rr.Variance("1/4"), outputs=3).certificate.data
    found["three reports, information"] = rr.optimal(
        rr.LocalDP("ln(3)", "1/4"), rr.MutualInformation(["1/4", "3/4"]), outputs=3
    ).certificate.data
    several = [(3, "1/20"), ("3/2", "1/4")]
    lists = rr.Privacy([[1, several], [[(2, "1/10")], 1]])
    kuk = rr.NoWorseThan(rr.device("kuk", theta1="4/5", theta2="1/5", r=3))
    for name, levels in {"lists": lists, "device": kuk}.items():
        found[f"chain, {name}"] = rr.optimal(levels, rr.Variance("1/4"), outputs=3).certificate.data
    leakage = rr.PointwiseMaximalLeakage("1/3", prior)
    found["leakage"] = rr.optimal(leakage, rr.Guess(prior)).certificate.data
    found["one alone"] = rr.optimal(rr.UtilityOptimized([0], "1/2"), mutual).certificate.data
    found["Renyi"] = rr.optimal(rr.RenyiDP("3/2", "1/4"), rr.Trace(2)).certificate.data
    renyi = rr.optimal(rr.RenyiDP(2, "1/2"), rr.Trace(3), outputs=2)
    found["Renyi, two reports"] = renyi.certificate.data
    half = rr.LocalDP("ln(3)", "1/2")
    found["two reports, half"] = rr.optimal(half, mutual, outputs=2).certificate.data
    found["card"] = rr.optimal(soft, rr.Variance("1/4"), outputs=2).certificate.data
    return found


@cache
def corpus() -> dict[str, Data]:
    """Certificates by name; not all of them are right."""
    found = {f"mutation {name}": data for name, (data, _) in test_mutation.SAMPLES.items()}
    found |= {f"fuzz {name}": data for name, data in test_fuzz.SAMPLES.items()}
    found |= {f"mean {over}": test_worst_cases.mean(over) for over in test_worst_cases.GIVEN}
    found["worst eigenvalue"] = test_worst_eigenvalue.WARNER
    found |= {f"symmetric {name}": data for name, data in test_kind_symmetric.samples().items()}
    names = test_protected_classes.NAMES
    found |= {f"protected {name}": test_protected_classes.response(name) for name in names}
    found["protected contrast"] = test_protected_classes.contrast()
    found |= {f"cells {name}": data for name, data in test_cover_cells.samples().items()}
    found |= {f"pairs {name}": data for name, data in test_cover_pairs.samples().items()}
    for name, entries in product(test_cover_clamped.NAMES, test_cover_clamped.ENTRIES):
        found[f"clamped {name}, {entries}"] = test_cover_clamped.clamped(name, entries)
    found["stretches"] = test_cover_stretches.scale()
    names = test_kind_symmetric.NAMES
    found |= {f"{name} 100": test_kind_symmetric.subsets(name, 100, F(3), 25) for name in names}
    found |= designs()
    found["a cut between sizes"] = test_cover_tree.cut_between_sizes()
    found |= {f"trace {k}": test_kind_prices.trace(k, F(3)) for k in (2, 5, 9)}
    found |= {f"soft trace {k}": test_kind_prices.approximate(k) for k in (2, 3, 4)}
    found |= {f"subsets {k}": test_kind_prices.information(k, F(3)) for k in (2, 4, 6)}
    for name, f in test_kind_prices.DIVERGENCES.items():
        found[name] = test_kind_prices.pair(name, f, F(3))
    return found


PARTS = 8
"""The corpus is made where it is needed, not where tests are listed: they name a part of it."""


@pytest.mark.everything
@pytest.mark.parametrize("part", range(PARTS))
def test_both_checkers_say_the_same(engine: Any, part: int) -> None:
    for name in [*corpus()][part::PARTS]:
        wanted = "refuted" if name == "fuzz soft card" else "verified"
        assert agree(engine, json.dumps(corpus()[name])) == wanted, name


@pytest.mark.parametrize("name", test_conditions.ENCLOSURES)
def test_both_say_whether_a_level_of_a_condition_encloses(engine: Any, name: str) -> None:
    level, epsilon, verdict = test_conditions.ENCLOSURES[name]
    data = test_conditions.enclosed_level(level, epsilon)
    assert agree(engine, json.dumps(data)) == verdict


@pytest.mark.parametrize("name", ["shares", "contrast", "determinant", "share"])
def test_both_cover_by_a_form(engine: Any, name: str) -> None:
    """And refuse it where a price is lower, by much or by a hair."""
    data = test_cover_form.designs()[name] | test_cover_form.FORM
    assert agree(engine, json.dumps(data)) == "verified"
    for share in ("9/10", "999999999/1000000000"):
        prices = [str(F(y) * F(share)) for y in data["prices"]]
        missed = data | {"prices": prices}
        assert agree(engine, json.dumps(missed)) == "refuted"
    soft = data | {"privacy": {"gamma": "3", "delta": "1/10"}}
    assert agree(engine, json.dumps(soft)) == "malformed"


def test_stretches_are_told_alike(engine: Any) -> None:
    """Those that are too few, that miss a v, forests with other neighbours, and what is none."""
    of = test_cover_stretches
    seen = set()
    for share, forest, last in product(
        (F(9, 10), F(101, 100), F(2)),
        (of.FOREST, [[0, 1], [1, 2], [2, 3]], [[2, 3], [1, 0], [0, 3]], [[3, 3]], [[3, 2], [3, 1]]),
        (F(25), F(26), F(30)),
    ):
        prices = [share * y for y in of.least([F(1)] * 4)]
        cover = of.stretches([*of.FINE[:-2], last], forest)
        seen.add(agree(engine, json.dumps(of.chi_square(prices, cover))))
    assert seen == {"verified", "refuted", "malformed"}
    assert agree(engine, json.dumps(of.scale())) == "verified"


@pytest.mark.parametrize("entries", test_cover_clamped.ENTRIES)
@pytest.mark.parametrize("name", test_cover_clamped.NAMES)
def test_both_clamp_rows(engine: Any, name: str, entries: str) -> None:
    """And refuse it where a pair pays a hair less."""
    for more, verdict in ((F(1, 10**9), "verified"), (F(-1, 10**9), "refuted")):
        data = test_cover_clamped.clamped(name, entries, more)
        assert agree(engine, json.dumps(data)) == verdict


@pytest.mark.parametrize("entries", test_cover_clamped.ENTRIES)
@pytest.mark.parametrize("name", test_cover_clamped.OF_CLASSES)
def test_both_clamp_rows_of_classes(engine: Any, name: str, entries: str) -> None:
    for more, verdict in ((F(1, 10**9), "verified"), (F(-1, 10**9), "refuted")):
        data = test_cover_clamped.clamped_classes(name, entries, more)
        assert agree(engine, json.dumps(data)) == verdict


@pytest.mark.parametrize("name", test_cover_clamped.LEVELS)
def test_both_cut_rows_under_levels(engine: Any, name: str) -> None:
    for goal in ("shares", "information"):
        data = test_cover_clamped.under_levels(name, goal)
        assert agree(engine, json.dumps(data)) == "verified"


@pytest.mark.parametrize("miss", test_cover_clamped.MISSES)
def test_both_refuse_near_misses_under_levels(engine: Any, miss: str) -> None:
    data, verdict = test_cover_clamped.misses_under_levels()[miss]
    assert agree(engine, json.dumps(data)) == verdict


@pytest.mark.parametrize("miss", test_cover_clamped.WRONG)
def test_both_know_what_is_clamped(engine: Any, miss: str) -> None:
    data = test_cover_clamped.clamped("contrast", "cut") | test_cover_clamped.WRONG[miss]
    assert agree(engine, json.dumps(data)) == "malformed"


@pytest.mark.parametrize("miss", test_cover_merged.MISSES)
def test_both_refuse_near_misses_of_merged_truths(engine: Any, miss: str) -> None:
    data, _ = test_cover_merged.misses()[miss]
    assert agree(engine, json.dumps(data)) == "refuted"


def test_both_know_what_is_merged(engine: Any) -> None:
    """Classes in another order, finer ones, merged again, and what is none."""
    of = test_cover_merged
    again = {"proof": "merged", "classes": [0, 1, 1], "of_classes": {"proof": "extremes"}}
    for cover in ({"classes": [1, 0, 1, 0]}, {"classes": [0, 1, 0, 2]}, {}):
        assert agree(engine, json.dumps(of.other(of.share(), **cover))) == "verified"
    finer = of.other(of.share(), classes=[0, 1, 0, 2], of_classes=again)
    assert agree(engine, json.dumps(finer)) == "verified"
    for classes in of.NO_CLASSES:
        assert agree(engine, json.dumps(of.other(of.share(), classes=classes))) == "malformed"
    for proof in of.NO_PROOFS:
        assert agree(engine, json.dumps(of.other(of.share(), of_classes=proof))) == "malformed"


@pytest.mark.parametrize("move", ["0", "-1/1000000000", "1/1000000000"])
@pytest.mark.parametrize("place", range(1, 5))
def test_both_decide_a_cut(engine: Any, place: int, move: str) -> None:
    """Whatever is moved in it; an f that is larger may do as well."""
    data = test_cover_tree.cut_between_sizes()
    (leaf,) = data["cover"]["tree"]
    leaf[place] = str(F(leaf[place]) + F(move))
    assert agree(engine, json.dumps(data)) in ("verified", "refuted")
    for wrong in ([-1, *leaf[1:]], leaf[:4], [str(leaf[0]), *leaf[1:]], [[0], *leaf[1:]]):
        data["cover"]["tree"] = [wrong]
        assert agree(engine, json.dumps(data)) == "malformed"


@pytest.mark.parametrize("counts", [None, [1, 1], [1, 1, 2**31], [1, 1, "1"], [0, 1, 1]])
def test_both_read_the_counts_of_a_cut(engine: Any, counts: Any) -> None:
    data = test_cover_tree.cut_between_sizes()
    data["cover"]["counts"] = counts
    if counts is None:
        del data["cover"]["counts"]
    verdict = "refuted" if counts == [0, 1, 1] else "malformed"
    assert agree(engine, json.dumps(data)) == verdict
    data["cover"] = {"proof": "tree", "tree": ["2"], "counts": [1, 1, 1]}
    assert agree(engine, json.dumps(data)) == "malformed"


ROUNDED = [name for name in test_kind_symmetric.near_misses() if "round" in name or "hair" in name]


@pytest.mark.parametrize("name", ROUNDED)
def test_both_refuse_what_information_rounded_down_does_not_show(engine: Any, name: str) -> None:
    assert agree(engine, json.dumps(test_kind_symmetric.near_misses()[name])) == "refuted"


@pytest.mark.parametrize("miss", test_protected_classes.WRONG_CONTRASTS)
def test_both_refuse_near_misses_of_protected_contrasts(engine: Any, miss: str) -> None:
    data = test_protected_classes.WRONG_CONTRASTS[miss](test_protected_classes.contrast())
    assert agree(engine, json.dumps(data)) != "verified"


@pytest.mark.parametrize("miss", test_protected_classes.WRONG)
def test_both_refuse_near_misses_of_protected_classes(engine: Any, miss: str) -> None:
    data = test_protected_classes.WRONG[miss](test_protected_classes.response("a-optimal"))
    assert agree(engine, json.dumps(data)) in ("refuted", "malformed")


@pytest.mark.parametrize("name", [*test_worst_eigenvalue.NEAR, *test_worst_eigenvalue.ODD])
def test_both_refuse_near_misses_of_an_eigenvalue(engine: Any, name: str) -> None:
    near = test_worst_eigenvalue.NEAR | test_worst_eigenvalue.ODD
    assert agree(engine, json.dumps(near[name])) in ("refuted", "malformed")


@pytest.mark.parametrize(("place", "wrong"), test_coefficients.NEAR)
def test_both_refuse_near_misses_of_a_slope(engine: Any, place: tuple, wrong: str) -> None:
    near = test_coefficients.with_entry(test_coefficients.slope(), place, wrong)
    assert agree(engine, json.dumps(near)) == "refuted"


@pytest.mark.parametrize("place", [(), ("objective",), ("scenarios", 0)])
@pytest.mark.parametrize("key", ["", "prior", "over", "guesses", "offset"])
def test_both_know_the_keys_of_a_slope(engine: Any, place: tuple, key: str) -> None:
    data = test_coefficients.slope()
    at = data
    for step in place:
        at = at[step]
    at[key] = "0"
    assert agree(engine, json.dumps(data)) == "malformed"


@pytest.mark.parametrize("seed", range(3))
def test_both_prove_the_same_of_random_matrices(engine: Any, seed: int) -> None:
    rng = Random(seed)
    data, _ = test_worst_eigenvalue.random_certificate(rng, rng.choice([2, 3, 4]), F(2))
    assert agree(engine, json.dumps(data)) == "verified"


@pytest.mark.parametrize(("certificate", "statement"), test_format.EXAMPLES)
def test_the_second_checker_says_the_sentences_of_the_document(
    engine: Any, certificate: str, statement: str
) -> None:
    text = certificate if isinstance(certificate, str) else json.dumps(certificate)
    found = second(engine, text)
    assert (found["verdict"], found["statement"]) == ("verified", statement)


@pytest.mark.everything
@pytest.mark.parametrize("part", range(PARTS))
def test_mutations_of_a_certificate(engine: Any, part: int) -> None:
    """Some of them are refused as they must be: near misses are among them."""
    for name in [*corpus()][part::PARTS]:
        rng = Random(f"second {name}")
        verdicts = set()
        for _ in range(25):
            data = test_fuzz.mutated(corpus()[name], rng)
            verdicts.add(agree(engine, json.dumps(data)))
        assert verdicts & {"refuted", "malformed"}, name


def with_a_key(value: Any, key: str) -> Iterator[Any]:
    """The same with this key in one of its records, each in turn."""
    members = value.items() if isinstance(value, dict) else enumerate(value)
    for place, inside in [*members]:
        if isinstance(inside, (dict, list)):
            for changed in with_a_key(inside, key):
                copied = value.copy()
                copied[place] = changed
                yield copied
    if isinstance(value, dict):
        yield value | {key: "0"}


@pytest.mark.everything
@pytest.mark.parametrize("part", range(PARTS))
def test_an_unknown_key_in_any_record_is_malformed(engine: Any, part: int) -> None:
    """The empty name too: cutting a text without fields into words must not give it."""
    for name in [*corpus()][part::PARTS]:
        for key in ("", "x"):
            for data in with_a_key(corpus()[name], key):
                assert agree(engine, json.dumps(data)) == "malformed", (name, key)


def polynomials(value: Any) -> Iterator[Data]:
    """All certificates of this kind in a record of proofs."""
    if isinstance(value, dict) and value.get("kind") == "polynomial":
        yield value
    elif isinstance(value, dict | list):
        for entry in value.values() if isinstance(value, dict) else value:
            yield from polynomials(entry)


@pytest.mark.everything
@pytest.mark.parametrize("path", sorted(STORE.glob("*.json")), ids=lambda path: path.stem)
def test_polynomials_of_the_proofs(engine: Any, path: Path) -> None:
    found = list(polynomials(json.loads(path.read_text(encoding="utf-8"))))
    rng = Random(path.stem)
    for data in rng.sample(found, 30):
        assert agree(engine, json.dumps(data)) == "verified"
        agree(engine, json.dumps(test_fuzz.mutated(data, rng)))


TRACE = json.dumps(test_mutation.TRACE)
HOSTILE = {
    "nothing": "",
    "deep": "[" * 100000,
    "deep objects": '{"a":' * 100000,
    "a float": TRACE.replace('"truths": 3', '"truths": 3.0'),
    "a minus": TRACE.replace('"truths": 3', '"truths": -3'),
    "an exponent": TRACE.replace('"truths": 3', '"truths": 3e0'),
    "many truths": TRACE.replace('"truths": 3', '"truths": 2147483647'),
    "a larger count": TRACE.replace('"truths": 3', '"truths": 2147483648'),
    "an escape": TRACE.replace('"trace"', '"tr\\u0061ce"'),
    "a key twice": TRACE.replace('"gap": "0"', '"gap": "0", "gap": "0"'),
    "a prototype": TRACE.replace('"gap": "0"', '"gap": "0", "__proto__": "0"'),
    "the name of a method": TRACE.replace('"name": "trace"', '"name": "constructor"'),
    "text behind": TRACE + "x",
    "blanks behind": TRACE + " \n\t",
    "a space of another kind": TRACE + "\x0b",
    "the old format": TRACE.replace("certificate/2", "certificate/1"),
    "digits": TRACE.replace('"9/5"', '"' + "7" * 4301 + '"'),
    "not too many digits": TRACE.replace('"9/5"', '"' + "7" * 4300 + '"'),
    "a long list": '{"format":"rropt-certificate/2","kind":' + "[" + "1," * 2000000 + "1]}",
    "a long string": '{"format": "' + "a" * 4000000 + '"}',
    "too long": " " * 4194304 + TRACE,
    "NaN": TRACE.replace('"9/5"', "NaN"),
    "not ASCII": TRACE.replace("trace", "tr\u00e4ce"),
    "all of memory": TRACE.replace('"truths": 3', f'"truths": {[1] * 30}'),
}


@pytest.mark.everything
@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_texts(engine: Any, name: str) -> None:
    wanted = "verified" if name == "blanks behind" else "malformed"
    expected = {wanted, "refuted"} if name == "not too many digits" else {wanted}
    assert agree(engine, HOSTILE[name]) in expected


@pytest.mark.everything
def test_many_denominators_are_refused_in_time(engine: Any) -> None:
    numbers = [f"1/{10**4000 + i}" for i in range(1, 900, 2)]
    agree(engine, json.dumps(test_mutation.TRACE | {"prices": numbers}))


def test_monomials_of_many_variables_are_told_apart_in_time(engine: Any) -> None:
    """Hashed by the exponents of four variables they took more than a minute."""
    assert agree(engine, json.dumps(test_kind_polynomial.power_of_many_variables())) == "malformed"


def test_the_second_checker_is_offline() -> None:
    code = second_checker()
    for word in ("fetch", "XMLHttp", "import", "require(", "eval(", "http:", "https:"):
        assert word not in code


@pytest.mark.parametrize("order", ["1", "3/2"])
def test_a_negative_entry_under_a_renyi_budget_is_refuted_in_time(engine: Any, order: str) -> None:
    """The series for the logarithm of -2/3 does not end."""
    design = rr.optimal(rr.RenyiDP(order, "1/4"), rr.Trace(2)).certificate.data
    rows = [["4/3", "1/2"], ["-1/3", "1/2"]]
    data = {**design, "patterns": rows, "weights": ["1", "1"]}
    assert agree(engine, json.dumps(data)) == "refuted"
    malformed = {**data, "condition_prices": [[0, "-1"]]}
    assert agree(engine, json.dumps(malformed)) == "malformed"


@pytest.mark.parametrize("miss", test_cases_card.NEAR_MISSES)
def test_near_misses_of_cards(engine: Any, miss: str) -> None:
    data = test_cases_card.BASE | test_cases_card.NEAR_MISSES[miss]
    assert agree(engine, json.dumps(data)) in ("refuted", "malformed")


@pytest.mark.parametrize("miss", test_cases_box.NEAR_MISSES)
def test_near_misses_of_boxes(engine: Any, miss: str) -> None:
    change, verdict = test_cases_box.NEAR_MISSES[miss]
    assert agree(engine, json.dumps(test_cases_box.BASE | change)) == verdict


@pytest.mark.parametrize("miss", test_cases_chain.near_misses())
def test_near_misses_of_chains(engine: Any, miss: str) -> None:
    change, verdict = test_cases_chain.near_misses()[miss]
    data = test_cases_chain.certificate() | change
    assert agree(engine, json.dumps(data)) == verdict


@pytest.mark.parametrize("kind", ['"model"', '["prices"]', '{"prices":1}', "1", '"1"', '""'])
def test_both_say_how_files_of_another_kind_are_made_again(engine: Any, kind: str) -> None:
    text = TRACE.replace('"prices"', kind, 1)
    assert agree(engine, text) == "malformed"
    assert second(engine, text)["reason"] == check(text).reason
    assert "make it again" in check(text).reason


def test_no_two_functions_of_the_second_checker_share_a_name() -> None:
    """The later one would take the place of the earlier, unseen."""
    names = re.findall(
        r"^(?:function|const|let|class) ([A-Za-z_]+)", second_checker(), re.MULTILINE
    )
    assert len(names) > 200
    assert [name for name in names if names.count(name) > 1] == []


@pytest.mark.parametrize("miss", test_cases_actions.near_misses())
def test_near_misses_of_actions(engine: Any, miss: str) -> None:
    data, verdict = test_cases_actions.near_misses()[miss]
    assert agree(engine, json.dumps(data)) == verdict


@pytest.mark.parametrize("case", [*test_blocks.RIGHT, *test_blocks.UNBALANCED])
def test_blocks_in_place_of_all_rearrangements(engine: Any, case: str) -> None:
    known = test_blocks.RIGHT | test_blocks.UNBALANCED
    data = test_blocks.with_blocks("d-optimal", *known[case])
    wanted = "verified" if case in test_blocks.RIGHT else "refuted"
    assert agree(engine, json.dumps(data)) == wanted


def test_blocks_of_prices(engine: Any) -> None:
    assert agree(engine, json.dumps(test_blocks.of_prices(test_blocks.FANO))) == "verified"
    for data, verdict in test_blocks.OFF_OF_PRICES.values():
        assert agree(engine, json.dumps(data)) == verdict


@pytest.mark.parametrize("case", [*test_blocks.IN_CLASSES, *test_blocks.OFF_IN_CLASSES])
def test_blocks_of_classes(engine: Any, case: str) -> None:
    blocks = (test_blocks.IN_CLASSES | test_blocks.OFF_IN_CLASSES)[case]
    wanted = "verified" if case in test_blocks.IN_CLASSES else "refuted"
    assert agree(engine, json.dumps(test_blocks.with_classes("a-optimal", blocks))) == wanted


@pytest.mark.parametrize("case", test_blocks.MALFORMED_IN_CLASSES)
def test_what_is_no_list_of_blocks_of_classes(engine: Any, case: str) -> None:
    data = test_blocks.with_classes("a-optimal", test_blocks.MALFORMED_IN_CLASSES[case])
    assert agree(engine, json.dumps(data)) == "malformed"


@pytest.mark.parametrize("case", test_blocks.MALFORMED)
def test_what_is_no_list_of_blocks(engine: Any, case: str) -> None:
    data = test_blocks.with_blocks("a-optimal", 4, 2, test_blocks.MALFORMED[case])
    assert agree(engine, json.dumps(data)) == "malformed"


@pytest.mark.parametrize("truths", [21, pytest.param(24, marks=pytest.mark.everything)])
def test_information_of_many_truths_is_told_apart_by_a_hair(engine: Any, truths: int) -> None:
    """All patterns are gone through, most of them by tangents."""
    for more, verdict in ((1, "verified"), (-1, "refuted"), (-(10**10), "refuted")):
        asked = worst_files.tight_information(truths, F(more, 10**13))
        assert agree(engine, json.dumps(asked)) == verdict
    assert agree(engine, json.dumps(worst_files.information(25))) == "malformed"


@pytest.mark.everything
@pytest.mark.parametrize(("size", "verdict"), [(1452, "malformed"), (1430, "refuted")])
def test_differences_of_blocks_have_one_limit(engine: Any, size: int, verdict: str) -> None:
    """2^22 differences, 2 n^2 for n truths."""
    assert agree(engine, json.dumps(worst_files.blocks(size))) == verdict


@pytest.mark.parametrize("miss", test_cover_cells.near_misses())
def test_both_refuse_near_misses_of_cells(engine: Any, miss: str) -> None:
    assert agree(engine, json.dumps(test_cover_cells.near_misses()[miss])) == "refuted"


@pytest.mark.parametrize("what", test_cover_cells.MALFORMED)
def test_both_say_what_is_malformed_of_cells(engine: Any, what: str) -> None:
    assert agree(engine, json.dumps(test_cover_cells.malformed(what))) == "malformed"


@pytest.mark.parametrize("miss", test_cover_pairs.near_misses())
def test_both_refuse_near_misses_of_pairs(engine: Any, miss: str) -> None:
    assert agree(engine, json.dumps(test_cover_pairs.near_misses()[miss])) == "refuted"


@pytest.mark.parametrize("what", test_cover_pairs.MALFORMED)
def test_both_say_what_is_malformed_of_pairs(engine: Any, what: str) -> None:
    assert agree(engine, json.dumps(test_cover_pairs.malformed(what))) == "malformed"


@pytest.mark.parametrize("seed", range(6))
def test_both_say_the_same_of_random_cells(engine: Any, seed: int) -> None:
    """Prices that just cover, and a millionth less."""
    rng = Random(f"both cells {seed}")
    parts = {"several": seed > 2, "few": max(2, seed - 1)}
    given = test_cover_cells.problem(rng, rng.choice(test_cover_cells.SIZES), **parts)
    prices = given.prices()
    cheaper = [y * F(999_999, 1_000_000) for y in prices]
    assert agree(engine, json.dumps(given.certificate(prices))) == "verified"
    assert agree(engine, json.dumps(given.certificate(cheaper))) == "refuted"


@pytest.mark.parametrize("case", ["Paley", "in a row"])
def test_blocks_on_a_large_circle(engine: Any, case: str) -> None:
    """The squares modulo 103 are a difference set, numbers in a row are none."""
    squares = sorted({x * x % 103 for x in range(1, 103)})
    block = squares if case == "Paley" else list(range(51))
    blocks = {"group": [103], "base": [["1", block]]}
    data = test_blocks.with_blocks("e-optimal", 103, 51, blocks)
    assert agree(engine, json.dumps(data)) == ("verified" if case == "Paley" else "refuted")


@pytest.mark.parametrize("miss", test_kind_symmetric.near_misses())
def test_near_misses_of_symmetric_certificates(engine: Any, miss: str) -> None:
    assert agree(engine, json.dumps(test_kind_symmetric.near_misses()[miss])) == "refuted"


@pytest.mark.everything
@pytest.mark.parametrize("miss", test_kind_random_cut.NEAR_MISSES)
def test_near_misses_of_a_random_cut(engine: Any, miss: str) -> None:
    changed = test_kind_random_cut.NEAR_MISSES[miss](designs()["small cut"])
    changed["gap"] = str(F(changed["value"]) - F(changed["bound"]))
    assert agree(engine, json.dumps(changed)) == "refuted"


@pytest.mark.parametrize("miss", test_kind_windows.NEAR_MISSES)
def test_near_misses_of_windows(engine: Any, miss: str) -> None:
    data = test_kind_windows.certificate()
    assert agree(engine, json.dumps(data)) == "verified"
    assert agree(engine, json.dumps(test_kind_windows.missed(data, miss))) == "refuted"


@pytest.mark.parametrize("miss", test_kind_shuffled.NEAR_MISSES)
def test_near_misses_of_shuffled_histograms(engine: Any, miss: str) -> None:
    verdict, made = test_kind_shuffled.NEAR_MISSES[miss]
    assert agree(engine, json.dumps(made())) == verdict


@pytest.mark.everything
@pytest.mark.parametrize("people", [30, 10_000])
@pytest.mark.parametrize("truths", [2, 3])
def test_both_sides_of_a_shuffled_histogram(engine: Any, truths: int, people: int) -> None:
    rows = [[F(3 if i == j else 1, truths + 2) for j in range(truths)] for i in range(truths)]
    found = rr.shuffled(rows, people, delta="1e-6")
    assert agree(engine, found.certificate.to_json()) == "verified"


@pytest.mark.everything
def test_a_long_sum_of_quotients_is_refused_in_time(engine: Any) -> None:
    """Two hundred rows of numbers of 4200 digits: to add up their quotients took 50 s."""
    rng = Random(1)
    rows = [[rng.randrange(10**4199, 10**4200) for _ in range(2)] for _ in range(200)]
    most = sum(x + y for x, y in rows)
    rows.append([most - sum(column) for column in zip(*rows, strict=True)])
    information = designs()["variance"] | {
        "privacy": {"gamma": "1" + "0" * 4000, "delta": "0"},
        "patterns": [[str(x) for x in row] for row in rows],
        "weights": [f"1/{most}"] * len(rows),
        "cover": {"proof": "line"},
    }
    information.pop("pair_prices", None)
    started = time.process_time()
    assert agree(engine, json.dumps(information)) == "malformed"
    assert "too large" in check(information).reason
    assert time.process_time() - started < MOST_SECONDS


def average(truths: int, scenarios: int, length: int) -> Data:
    """The share of the last truth by k-ary response at gamma 3, averaged over random priors.

    Its estimator is (4 + k - 2) [i = last] / 2 - 1/2; huge prices cover, and prove a poor bound.
    """
    rng, unit, price = Random(truths), 2**length, F(10**9)
    total = F(2 + truths)
    last = truths - 1
    table = [[F(3 if i == j else 1) / total for j in range(truths)] for i in range(truths)]
    estimator = [(total * (i == last) - 1) / 2 for i in range(truths)]
    value, bound, listed = F(0), -price * truths, []
    for _ in range(scenarios):
        cuts = sorted(rng.randrange(1, unit) for _ in range(last))
        prior = [F(b - a, unit) for a, b in zip([0, *cuts], [*cuts, unit], strict=True)]
        tangent = [F(rng.randrange(-unit, unit), unit) for _ in range(truths)]
        means = [sum(q * p for q, p in zip(prior, row, strict=True)) for row in table]
        moment = sum(x * x * m for x, m in zip(estimator, means, strict=True))
        value += (moment - prior[last] ** 2) / scenarios
        bound += (2 * tangent[last] - prior[last] ** 2) / scenarios
        evidence = {"prior": prior, "estimators": [estimator], "tangents": [tangent]}
        listed.append(evidence | {"weight": F(1, scenarios), "offset": F(0)})
    found = {
        "format": "rropt-certificate/2",
        "kind": "gradient",
        "privacy": {"gamma": "3", "delta": "1/10"},
        "objective": {
            "name": "c-optimal",
            "contrasts": [["0"] * last + ["1"]],
            "over": "average",
        },
        "scenarios": listed,
        "patterns": table,
        "weights": [F(1)] * truths,
        "prices": [price] * truths,
        "value": value,
        "bound": bound,
        "gap": value - bound,
        "cover": {"proof": "extremes"},
    }
    return canonical(found)  # type: ignore[no-any-return]


@pytest.mark.everything
@pytest.mark.parametrize(
    ("truths", "scenarios", "length", "verdict"),
    [
        (2, 100, 20, "verified"),
        (5, 60, 20, "verified"),
        (4, 1100, 20, "malformed"),
        (5, 20, 900, "malformed"),
        (6, 128, 20, "malformed"),
    ],
)
def test_products_of_many_scenarios_are_answered_in_time(
    engine: Any, truths: int, scenarios: int, length: int, verdict: str
) -> None:
    """A sum of quotients multiplies their denominators: 128 scenarios at six truths took 21 s."""
    text = json.dumps(average(truths, scenarios, length))
    started = time.process_time()
    assert agree(engine, text) == verdict
    assert time.process_time() - started < MOST_SECONDS


@pytest.mark.parametrize("instead", ["", None, 0, False, {}])
@pytest.mark.parametrize("name", ["pair_prices", "condition_prices"])
def test_kind_prices_of_pairs_are_a_list_where_they_stand(
    engine: Any, name: str, instead: object
) -> None:
    """An empty text, null and zero are no empty list."""
    data = designs()["gain"] | {name: instead}
    assert agree(engine, json.dumps(data)) == "malformed"
    assert agree(engine, json.dumps(designs()["gain"] | {"pair_prices": []})) == "verified"


@pytest.mark.everything
@pytest.mark.parametrize("level", ["ln(3)", "1"])
def test_all_staircases_of_six_truths_are_looked_at_in_time(engine: Any, level: str) -> None:
    """Each ray was divided by the common factors of all its numbers: six seconds, now two."""
    objective = rr.MutualInformation([F(n, 21) for n in range(1, 7)])
    data = dict(rr.optimal(rr.LocalDP(level, "1/10"), objective).certificate.data)
    started = time.process_time()
    # A busy machine has more on the clock.
    assert second(engine, json.dumps(data), 60)["verdict"] == "verified"
    assert time.process_time() - started < MOST_SECONDS
    assert check(data).verdict == "verified"


def of_two_shares(first: int, second: int) -> Data:
    """Mutual information at two different shares: truths of one share are one class."""
    prior = [F(3, 4 * first)] * first + [F(1, 4 * second)] * second
    objective = rr.MutualInformation(prior)
    return dict(rr.optimal(rr.LocalDP("ln(3)"), objective).certificate.data)


def test_truths_that_no_form_tells_apart_are_counted_once(engine: Any) -> None:
    data = of_two_shares(12, 14)
    assert data["cover"] == {"proof": "extremes"}
    assert agree(engine, json.dumps(data)) == "verified"
    prices = [str(F(y)) for y in data["prices"]]
    # the same price written otherwise, then lower prices with the bound that they would prove
    written = [f"{3 * F(y).numerator}/{3 * F(y).denominator}" for y in prices]
    agree(engine, json.dumps(data | {"prices": written}))
    lower = [str(F(y) * F(999, 1000)) for y in prices]
    bound = sum(map(F, lower))
    gap = bound - F(data["value"][0])
    missed = data | {"prices": lower, "bound": str(bound), "gap": str(gap)}
    assert agree(engine, json.dumps(missed)) == "refuted"


def test_many_different_prices_are_too_many_patterns(engine: Any) -> None:
    data = of_two_shares(12, 14)
    apart = [str(F(y) + F(n, 10**9)) for n, y in enumerate(data["prices"])]
    bound = sum(map(F, apart))
    gap = bound - F(data["value"][0])
    changed = data | {"prices": apart, "bound": str(bound), "gap": str(gap)}
    assert agree(engine, json.dumps(changed)) == "malformed"
