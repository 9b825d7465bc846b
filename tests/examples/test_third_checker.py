"""The checker written from the format document agrees with the one of the package.

It decides the kinds `prices` and `gradient` under levels of pairs, by every proof of coverage that
they have: multipliers (`actions`), `line`, `tree`, `form` and `extremes`; and the tangents of one,
of several and of worst priors. `cells` belongs to classes, which it does not know.
"""

from __future__ import annotations

import json
import runpy
from fractions import Fraction as F
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

import rropt as rr
from rropt.checker import check
from tests.checker import test_cover_tree, test_fuzz, test_kind_prices, test_mutation
from tests.checker.test_fuzz import mutated

EXAMPLE = runpy.run_path(str(Path(__file__).parents[2] / "examples" / "third_checker.py"))
verdict, main = EXAMPLE["verdict"], EXAMPLE["main"]


@cache
def corpus() -> dict[str, Any]:
    """Certificates of prices and gradients, of all families and proofs of coverage, by `NAMES`."""
    card, soft = rr.LocalDP("1/2", "1/10"), rr.LocalDP("ln(3)", "1/20")
    found = {name: test_fuzz.SAMPLES[name] for name in ("matrix", "deltas")}
    found |= {"trace": test_mutation.TRACE, "trace 4": test_kind_prices.trace(4, F(3))}
    found |= {f"soft trace {k}": test_kind_prices.approximate(k) for k in (2, 3)}
    asked = {
        "information": (card, rr.Variance("1/4")),
        "guess": (soft, rr.Guess(["1/2", "1/3", "1/6"])),
        "irrational trace": (rr.LocalDP("1/2"), rr.Trace(3)),
        "a tree": (rr.LocalDP("1/2"), rr.MutualInformation(["1/2", "1/3", "1/6"])),
    }
    found |= {name: rr.optimal(*pair).certificate.data for name, pair in asked.items()}
    found["a cut"] = test_cover_tree.cut_between_sizes()
    return found | {name: tangents(name) for name in GOALS}


SKEWED = ["1/2", "1/3", "1/6"]
GOALS = {
    "A": rr.AOptimal(SKEWED),
    "c": rr.COptimal(SKEWED, [1, -1, 0]),
    "D": rr.DOptimal(SKEWED),
    "E": rr.EOptimal(SKEWED),
    "average": rr.Average([("1/2", SKEWED), ("1/2", SKEWED[::-1])]),
    "minimax": rr.Minimax([SKEWED, SKEWED[::-1]]),
    "worst population": rr.AOptimal("worst", 3),
    "worst group": rr.AOptimal("worst", 3, "group"),
    "worst determinant": rr.DOptimal("worst", 3),
    "mutual information": rr.MutualInformation([F(n, 28) for n in range(1, 8)]),
    "numbers": rr.Mean([0, 1, 3]),
}


NAMES = (
    "matrix", "deltas", "trace", "trace 4", "soft trace 2", "soft trace 3", "information", "guess",
    "irrational trace", "a tree", "a cut", *GOALS,
)  # fmt: skip
"""Of the corpus, which is computed when it is asked for: listing the tests needs no design."""


SOFT = rr.LocalDP(1, "1/10")
"""Without a delta the worst population is that of equal shares, a certificate of classes."""


def tangents(name: str) -> dict[str, Any]:
    """The certificate of a design at one number, epsilon = 1; of a worst case, with a delta."""
    privacy = SOFT if name.startswith("worst") else rr.LocalDP(1)
    found: dict[str, Any] = rr.optimal(privacy, GOALS[name], crosscheck=False).certificate.data
    return found


def test_it_is_written_in_400_lines() -> None:
    assert len(Path(EXAMPLE["__file__"]).read_text().splitlines()) < 400


def test_each_name_is_of_a_certificate() -> None:
    assert tuple(corpus()) == NAMES


def agrees(data: Any) -> bool:
    """Whether both verify, or neither does; what it leaves out is verified by one alone."""
    mine = verdict(json.dumps(data))
    if "unknown" in mine:
        return True
    return (mine == "verified") == (check(data).verdict == "verified")


def test_the_corpus_has_every_proof_of_coverage_without_classes() -> None:
    proofs = {data["cover"]["proof"] for data in corpus().values()}
    assert proofs == {"actions", "line", "tree", "form", "extremes"}


@pytest.mark.parametrize("name", NAMES)
def test_the_corpus_is_verified(name: str) -> None:
    assert verdict(json.dumps(corpus()[name])) == "verified"
    assert check(corpus()[name]).verdict == "verified"


MODEL = rr.Logit("-1", "1")


@pytest.mark.parametrize("goal", [{"target": "A"}, {"target": "D"}, {"coefficients": [1]}])
def test_models_are_said_to_be_unknown(goal: dict[str, Any]) -> None:
    asked = rr.ForModel(MODEL, points=[[0], [1], [2]], **goal)
    data = rr.optimal(rr.LocalDP(1), asked).certificate.data
    assert "an unknown objective" in verdict(json.dumps(data))


def test_a_proof_that_it_does_not_know_is_said_to_be_unknown() -> None:
    data = corpus()["irrational trace"]
    assert "unknown" in verdict(json.dumps(data | {"cover": {"proof": "clamped"}}))


def test_an_objective_of_no_name_is_unknown() -> None:
    """A contrast whose name has another letter is malformed."""
    data = corpus()["c"]
    for name in ("c-optima", "contrast", "coefficients"):
        renamed = data | {"objective": data["objective"] | {"name": name}}
        assert "unknown" in verdict(json.dumps(renamed))
        assert check(renamed).verdict == "malformed"


@pytest.mark.everything
@pytest.mark.parametrize("name", NAMES)
def test_near_misses_are_refused_by_both(name: str) -> None:
    """Value or bound moved by 1e-12."""
    for field in ("value", "bound"):
        data = corpus()[name]
        least = data[field][0] if isinstance(data[field], list) else data[field]
        data = data | {field: str(F(least) + F(1, 10**12))}
        assert verdict(json.dumps(data)) != "verified" and agrees(data)


@pytest.mark.everything
@pytest.mark.parametrize("name", NAMES)
def test_mutations(name: str) -> None:
    """Of what no other field stands beside: a first reader may overlook an unknown one."""
    rng = Random(f"third {name}")
    for _ in range(15):
        data = mutated(corpus()[name], rng)
        assert agrees(data), data


@pytest.mark.parametrize("arguments", [[], ["a", "b"], ["missing.json"], ["latin.json"]])
def test_nothing_to_read_is_one_line(
    arguments: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("latin.json").write_bytes(b'{"\xe9": 1}')
    assert main(arguments) == 3
    out, err = capsys.readouterr()
    assert out == "" and err.count("\n") == 1 and "certificate.json" in err


def test_a_file_is_answered_with_its_exit_status(tmp_path: Path, capsys: Any) -> None:
    path = tmp_path / "c.json"
    for data, status in ((corpus()["trace"], 0), (corpus()["trace"] | {"gap": "1"}, 1)):
        path.write_text(json.dumps(data))
        assert main([str(path)]) == status
    assert capsys.readouterr().out.splitlines()[0] == "verified"
