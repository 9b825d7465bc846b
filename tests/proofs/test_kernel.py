"""The kernel accepts what we store, refuses what was changed, and assumes the reals only."""

from __future__ import annotations

import copy
import re
from fractions import Fraction

import pytest
from rropt.proofs.general.catalogue import LEMMAS
from rropt.proofs.kernel import coq, export, stored, verify

needs_coq = pytest.mark.skipif(coq.coqc() is None, reason=coq.MISSING)
SAMPLE = 12  # every twelfth certificate here; `python -m proofs.kernel` checks all of them


@pytest.mark.everything
@needs_coq
def test_a_sample_of_the_stored_certificates_is_accepted(folder):
    certificates = stored.certificates()
    assert len(certificates) >= 1500  # a theorem takes the place of several certificates
    sample = dict(list(certificates.items())[::SAMPLE])
    assert verify.check(sample, folder) == (len(sample), {})


def strict_certificate():
    """x > 0, 1 - x > 0, x - y = 0 give x - x y > 0: x - xy = x (1 - x) + x (x - y)."""
    x, rest = [["1", [1, 0]]], [["1", [0, 0]], ["-1", [1, 0]]]
    return {
        "variables": ["x", "y"],
        "constraints": [{"polynomial": p, "strict": True} for p in (x, rest)],
        "equalities": [[["1/2", [1, 0]], ["-1/2", [0, 1]]]],
        "claim": {"polynomial": [["1/3", [1, 0]], ["-1/3", [1, 1]]], "strict": True},
        "multiplier": [0, 0],
        "terms": [{"coefficient": "1/3", "factors": [1, 1], "square": None}],
        "equality_terms": [[0, [["2/3", [1, 0]]]]],
    }


def changed(change):
    certificate = copy.deepcopy(strict_certificate())
    change(certificate)
    return certificate


def weak(certificate):
    certificate["constraints"][0]["strict"] = False


def moved(certificate):
    certificate["claim"]["polynomial"].append(["-1/1000000", [0, 0]])


def reversed_direction(certificate):
    certificate["claim"]["polynomial"] = [["-1/3", [1, 0]], ["1/3", [1, 1]]]


def negative(certificate):
    certificate["terms"].append({"coefficient": "-1/3", "factors": [0, 0], "square": None})
    certificate["claim"]["polynomial"].append(["-1/3", [0, 0]])


def dropped(certificate):
    certificate["equality_terms"] = []


def other_equality(certificate):
    certificate["equalities"][0][1] = ["-1", [0, 1]]


def through_multiplier(certificate):
    """y >= 0 since x y = x^2 - x (x - y) and x > 0."""
    certificate["claim"] = {"polynomial": [["1", [0, 1]]], "strict": False}
    certificate["multiplier"] = [1, 0]
    square = [["1", [1, 0]]]
    certificate["terms"] = [{"coefficient": "1", "factors": [0, 0], "square": square}]
    certificate["equality_terms"] = [[0, [["-2", [1, 0]]]]]


def weak_multiplier(certificate):
    through_multiplier(certificate)
    weak(certificate)


CHANGES = (weak, moved, reversed_direction, negative, dropped, other_equality, weak_multiplier)


@pytest.mark.everything
@needs_coq
def test_changed_certificates_are_refused(folder):
    good = (strict_certificate(), changed(through_multiplier))
    entries = {export.name_of(c): (c, []) for c in (*good, *map(changed, CHANGES))}
    accepted, refused = verify.check(entries, folder)
    assert accepted == len(good)
    assert set(refused) == set(entries) - set(map(export.name_of, good))
    assert all(refused.values())


def polynomial_read(text):
    terms, over = re.fullmatch(r"Polynomial \[(.*)\] (\d+)", text).groups()
    pairs = re.findall(r"T \(?(-?\d+)\)? \[([\d; ]*)\]", terms)
    assert len(pairs) == terms.count("T ")
    return [[Fraction(int(c), int(over)), list(map(int, p.split("; ")))] for c, p in pairs]


def numbers(polynomial):
    return [[Fraction(c), powers] for c, powers in polynomial]


@pytest.mark.everything
def test_the_theorem_states_what_the_certificate_states():
    """The Coq statement read back, number by number, for every stored certificate."""
    for name, (certificate, _) in stored.certificates().items():
        text = export.statement(certificate, name)
        read = [
            polynomial_read(t)
            for t in re.findall(r"Polynomial \[(?:[^\[\]]|\[[^]]*\])*\] \d+", text)
        ]
        signed = [*certificate["constraints"], certificate["claim"]]
        plain = [numbers(c["polynomial"]) for c in signed]
        plain[-1:-1] = map(numbers, certificate["equalities"])
        assert read == plain
        assert re.findall(r", (true|false)\)", text) == [str(c["strict"]).lower() for c in signed]


def test_every_lemma_of_the_kernel_is_in_the_catalogue_and_in_its_file():
    named = verify.theorems()
    assert all((coq.HERE / file).is_file() for file, _ in named.values())
    for name, (file, theorem) in named.items():
        assert re.search(rf"^Theorem {theorem} ?:", (coq.HERE / file).read_text(), re.M), name
    assert set(verify.lemmas()) <= set(LEMMAS)


@pytest.mark.everything
@needs_coq
def test_theorems_assume_nothing_but_the_reals(folder):
    assert verify.wrong_axioms(folder) == {}


@pytest.mark.everything
@needs_coq
def test_an_axiom_is_seen(folder):
    (folder / "Own.v").write_text("Axiom wrong : 1 = 2.\nTheorem t : 1 = 2.\nProof wrong.\n")
    assert coq.run(folder / "Own.v").accepted
    assert coq.assumptions(folder, {"Own": ["t"]}) == {"Own.wrong"}
    named = {"Own": ["t"], "Polynomial": [verify.by_file()["Polynomial"][0]]}
    found = verify._strange(folder, named, verify.REALS)
    assert found == {"Own": "assumes Own.wrong"}


def test_no_theory_admits_anything():
    for file in coq.theories():
        assert not re.search(
            r"\b(Axiom|Parameter|Admitted|admit|Conjecture|Hypothes[ei]s)\b", file.read_text()
        )
