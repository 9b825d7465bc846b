"""The catalogue of general lemmas: names are unique, and the kernel proves only what is named."""

from __future__ import annotations

from rropt.proofs.general import catalogue
from rropt.proofs.general.lemma import accepted


def test_a_name_stands_for_one_lemma():
    assert len(catalogue.EVERY) == len(catalogue.LEMMAS)


def test_every_parameter_has_a_type():
    for lemma in catalogue.LEMMAS.values():
        assert lemma.statement
        assert all(lemma.parameters.values()), lemma.name


def test_the_kernel_proves_lemmas_of_the_catalogue_only():
    assert set(accepted()) <= set(catalogue.LEMMAS)
