"""Mutated certificates of every proof: what is still verified, the specification proves as well.

The comparison itself stands in tests/conftest.py: it looks at every small certificate.
"""

from __future__ import annotations

import copy
import json
from fractions import Fraction
from itertools import permutations
from random import Random

import pytest

from rropt.checker import check
from rropt.checker.plain import proves
from tests.certificates import HEAD, useless, write
from tests.checker.test_blackwell import GARBLING, SEPARATION
from tests.checker.test_cases_card import PURE, SOFT, card
from tests.checker.test_kind_polynomial import HANDELMAN
from tests.checker.test_worst_eigenvalue import WARNER
from tests.gradients import proportion

F = Fraction
THIRDS = [F(1, 3)] * 3
Z = F(1, 5)
PAIRS = list(permutations(range(3), 2))


def by_line():
    data = proportion(F(3), [F(1, 4)])
    return {**data, "cover": {"proof": "line"}}


def of_a_matrix():
    """A gain of three truths under levels that are not closed, and one that is missing."""
    levels = [["1", "3", "oo"], ["2", "1", "4"], ["5/2", "9/2", "1"]]
    gain = [[F(2), F(-1), F(0)], [F(0), F(1), F(1, 2)]]
    utility = {"name": "gain", "prior": THIRDS, "gain": gain}
    privacy = {"gamma": levels, "delta": "0"}
    return useless(3, privacy, utility, [F(1)] * 3, {"proof": "extremes"}, (), F(1, 2))


def with_deltas():
    lists = [[[j, b, Z] for b in range(3) if b != j] for j in range(3)]
    cover = {"proof": "actions", "multipliers": lists}
    pairs = [(a, b, Z) for a, b in PAIRS]
    privacy = {"gamma": "3", "delta": "1/10"}
    return useless(3, privacy, {"name": "trace"}, [F(3, 5)] * 3, cover, pairs, F(1))


def universal():
    data = {**HEAD, "privacy": PURE, "truths": 2, "utility": {"name": "trace"}}
    data |= {"patterns": [[F(3), F(1)], [F(1), F(3, 2)]], "weights": [F(1, 7), F(4, 7)]}
    data |= {"prices": [F(6, 7), F(3, 7)], "value": F(9, 7), "bound": F(9, 7), "gap": F(0)}
    cover = {"proof": "actions", "multipliers": [[[0, 1, F(1, 7)]], [[1, 0, F(4, 7)]]]}
    return json.loads(json.dumps(write({**data, "universal": True, "cover": cover})))


SAMPLES = {
    "worst eigenvalue": WARNER,
    "line": by_line(),
    "matrix": of_a_matrix(),
    "deltas": with_deltas(),
    "universal": universal(),
    "card": card(PURE, F(3, 7), F(6, 7), [(F(3, 7), F(6, 7))], universal=True),
    "soft card": card(SOFT, F(1, 10), F(1), [(F(1, 10), F(1))]),
    "garbling": GARBLING,
    "separation": SEPARATION,
    "polynomial": HANDELMAN,
}
VERIFIED = set(SAMPLES) - {"soft card"}


@pytest.mark.parametrize("name", SAMPLES)
def test_the_samples_are_decided_as_the_specification_does(name):
    found = check(SAMPLES[name]).verdict
    assert found == ("verified" if name in VERIFIED else "refuted")
    assert proves(SAMPLES[name]) == (found == "verified")


def places(value, path=()):
    """The paths of all parts."""
    yield path
    if isinstance(value, (dict, list)):
        entries = value.items() if isinstance(value, dict) else enumerate(value)
        for key, entry in entries:
            yield from places(entry, (*path, key))


NUMBERS = ["0", "1", "-1", "1/2", "2", "3", "oo", "1/1000000007", "-7/3", "2/4", "", "1e5"]
OTHERS = [0, 1, 2, True, None, [], {}, ["1"], [["1", "1"]], {"gamma": "3"}, -1, 1.5]


def mutated(data, rng):
    """The same with one or two parts changed."""
    data = copy.deepcopy(data)
    for _ in range(rng.choice([1, 1, 2])):
        path = rng.choice([p for p in places(data) if p])
        here = data
        for key in path[:-1]:
            here = here[key]
        change(here, path[-1], rng)
    return data


def change(here, key, rng):
    kind = rng.randrange(6)
    if kind == 0 and isinstance(here, dict):
        del here[key]
    elif kind == 1 and isinstance(here, list):
        here.insert(key, copy.deepcopy(here[rng.randrange(len(here))]))
    elif kind == 2 and isinstance(here, list):
        here.pop(key)
    elif kind == 3:
        here[key] = copy.deepcopy(rng.choice(OTHERS))
    elif isinstance(here[key], str) and rng.random() < 0.7:
        here[key] = nudged(here[key], rng)
    else:
        here[key] = rng.choice(NUMBERS)


def nudged(text, rng):
    """A number next to this one, or another word."""
    try:
        return str(F(text) + rng.choice([F(1, 10**12), -F(1, 10**12), F(1, 3), F(-1)]))
    except ValueError:
        return rng.choice(["trace", "actions", "extremes", "line", "warner", text])


@pytest.mark.everything
@pytest.mark.parametrize("name", SAMPLES)
@pytest.mark.parametrize("seed", range(8))
def test_mutations(name, seed):
    """A disagreement with the specification would end the test from within."""
    rng = Random(f"{name} {seed}")
    for _ in range(60):
        data = mutated(SAMPLES[name], rng)
        found = check(data)
        assert found.verdict in ("verified", "refuted", "malformed")
        assert not found.reason.startswith("not of the form of a kind: AttributeError"), data


def test_texts_with_bytes_changed():
    """One to three bytes of the text."""
    rng = Random(11)
    for name in sorted(SAMPLES):
        raw = json.dumps(SAMPLES[name]).encode()
        for _ in range(150):
            text = bytearray(raw)
            for _ in range(rng.choice([1, 2, 3])):
                text[rng.randrange(len(text))] = rng.choice(b'0123456789/-"[]{},: oo')
            assert check(bytes(text)).verdict in ("verified", "refuted", "malformed")
