"""The bibliography: every device has a source, and what is known of a reference is well formed."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import rropt as rr
from rropt.bibliography import DEVICE_SOURCES, REFERENCES, cite
from rropt.devices.catalogue import catalogue

pytestmark = pytest.mark.quick

ROOT = Path(__file__).resolve().parent.parent


def test_every_device_has_a_source_and_every_source_is_known():
    assert set(DEVICE_SOURCES) == set(catalogue())
    assert set(DEVICE_SOURCES.values()) <= set(REFERENCES)


def test_devices_are_cited_by_any_spelling_and_as_objects():
    assert (
        cite("Mangat-Singh") == cite("mangat_singh") == cite(rr.device("mangat_singh", t=0, p=".7"))
    )
    assert "Warner" in cite("warner") and "0.2.0" in cite()


@pytest.mark.parametrize("key", REFERENCES)
def test_years_and_numbers_are_plausible(key):
    reference = REFERENCES[key]
    assert 1950 <= reference.year <= 2026
    for word in re.findall(r"arXiv:(\S+)", reference.number):
        assert re.fullmatch(r"\d{4}\.\d{4,5},?", word)


def test_an_unknown_name_is_refused_with_the_known_ones():
    with pytest.raises(rr.InputError, match="warner"):
        cite("nobody")


def test_the_version_is_said_once():
    assert f"version: {rr.__version__}\n" in (ROOT / "CITATION.cff").read_text()
    assert f"## {rr.__version__}\n" in (ROOT / "CHANGELOG.md").read_text()
    assert rr.__version__ in cite()
