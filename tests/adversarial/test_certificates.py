"""Mutated and garbled certificates: nothing false is verified, nothing crashes the checker.

The mutations of `tests/checker/test_mutation.py` in greater number, and text damaged byte by byte.
"""

from __future__ import annotations

import json
from random import Random

import pytest

from rropt.certificate import Certificate
from rropt.checker import check
from tests.checker.test_mutation import SAMPLES, mutation

VERDICTS = {"verified": 0, "refuted": 1, "undecided": 2, "malformed": 3}


MANY = 100
"""Mutations of one seed; seeds go round the samples."""


def mutate(seed):
    """A hundred mutations of a sample."""
    sample, is_true = SAMPLES[list(SAMPLES)[seed % len(SAMPLES)]]
    rng = Random(f"mutations {seed}")
    for _ in range(MANY):
        data = mutation(rng, sample)
        if check(data).verdict == "verified":
            is_true(data)


@pytest.mark.long
@pytest.mark.parametrize("block", range(10))
def test_a_hundred_thousand_mutations(block):
    for seed in range(100 * block, 100 * (block + 1)):
        mutate(seed)


BYTES = b'0123456789/-"[]{},: aeu\\\x00\xff'


def garbled(rng, text):
    """One to four bytes replaced, removed, doubled, or a stretch moved."""
    data = bytearray(text)
    for _ in range(rng.randint(1, 4)):
        place = rng.randrange(len(data))
        action = rng.randrange(4)
        if action == 0:
            data[place] = rng.choice(BYTES)
        elif action == 1:
            del data[place]
        elif action == 2:
            data.insert(place, rng.choice(BYTES))
        else:
            length = rng.randint(1, 40)
            data[place:place] = data[:length]
    return bytes(data)


def garble(seed):
    """One damaged text of the sample whose turn it is."""
    sample, is_true = SAMPLES[list(SAMPLES)[seed % len(SAMPLES)]]
    damaged = garbled(Random(seed), Certificate(sample).to_json().encode())
    found = check(damaged)
    assert found.status == VERDICTS[found.verdict]
    if found.verdict == "verified":
        is_true(json.loads(damaged))


@pytest.mark.parametrize("block", range(10))
def test_garbled_text(block):
    for seed in range(100 * block, 100 * (block + 1)):
        garble(seed)


@pytest.mark.long
@pytest.mark.parametrize("block", range(100))
def test_a_hundred_thousand_garbled_texts(block):
    for seed in range(1000 * (block + 1), 1000 * (block + 2)):
        garble(seed)


@pytest.mark.parametrize("seed", range(40))
def test_random_bytes(seed):
    rng = Random(seed)
    assert check(rng.randbytes(rng.randint(0, 3000))).verdict == "malformed"
