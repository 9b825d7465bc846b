"""Mutated and hostile certificates through both checkers: one verdict, one sentence, in seconds.

A seed of `agree_on_mutations` is a hundred mutations of one certificate, a seed of
`agree_on_hostile` one text that is damaged byte by byte or swollen: numbers of thousands of digits,
parts repeated a thousand times, lists within lists.
"""

from __future__ import annotations

import copy
import json
import time
from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

import pytest

from rropt.checker import check
from tests.adversarial.test_certificates import garbled
from tests.checker.test_fuzz import mutated, places
from tests.report.test_second_checker import (
    MOST_BYTES,
    MOST_SECONDS,
    corpus,
    racer,
    second,
    second_checker,
)

MANY = 100
"""Mutations of one seed."""


@cache
def engine() -> Any:
    found = racer.MiniRacer()
    found.set_hard_memory_limit(MOST_BYTES)
    found.eval(second_checker())
    return found


@cache
def samples() -> list[Any]:
    return [corpus()[name] for name in sorted(corpus())]


def agree(text: str) -> None:
    """Both checkers, and the time of the first; the engine stops the second."""
    started = time.process_time()
    first = check(text)
    assert time.process_time() - started < MOST_SECONDS, text[:300]
    found = second(engine(), text)
    assert (found["verdict"], found["statement"]) == (first.verdict, first.statement), text[:3000]


def agree_on_mutations(seed: int) -> None:
    rng = Random(f"both {seed}")
    sample = samples()[seed % len(samples())]
    for _ in range(MANY):
        agree(json.dumps(mutated(sample, rng)))


def swollen(data: Any, rng: Random) -> Any:
    """One part much larger, or much deeper."""
    data = copy.deepcopy(data)
    path = rng.choice([p for p in places(data) if p])
    here = data
    for key in path[:-1]:
        here = here[key]
    part = here[path[-1]]
    digits = str(rng.randrange(10 ** rng.choice([20, 400, 4299]), 10**4300))
    here[path[-1]] = rng.choice(
        [
            digits,
            f"-{digits[:4000]}",
            f"1/{digits}",
            f"{digits[::-1].lstrip('0')}/{digits}",
            2147483647,
            [part] * rng.choice([10, 1000, 20000]),
            part * 500 if isinstance(part, list) and len(part) < 200 else [part],
            json.loads("[" * 150 + "]" * 150),
            {str(part)[:20]: part},
        ]
    )
    return data


def agree_on_hostile(seed: int) -> None:
    rng = Random(f"hostile {seed}")
    sample = samples()[seed % len(samples())]
    if seed % 2:
        agree(json.dumps(swollen(sample, rng)))
    else:
        agree(garbled(rng, json.dumps(sample).encode()).decode("latin-1"))


def with_a_number_or_without(data: Any, path: tuple[Any, ...]) -> Iterator[Any]:
    """The same with 3 in this field, and without the field."""
    changed = copy.deepcopy(data)
    here = changed
    for key in path[:-1]:
        here = here[key]
    here[path[-1]] = 3
    yield changed
    del here[path[-1]]
    yield changed


@pytest.mark.everything
@pytest.mark.parametrize("part", range(2))
def test_a_field_that_is_missing_or_of_another_type_is_refused_in_words(part: int) -> None:
    """Prices that were no list, objectives without a name and covers of actions that were no object
    ended in an error of the language.
    """
    for sample in samples()[part::2]:
        for path in places(sample):
            is_first = all(isinstance(key, str) or not key for key in path)  # of lists
            if is_first and path and isinstance(path[-1], str):
                for changed in with_a_number_or_without(sample, path):
                    reason = check(changed).reason
                    assert "not of the form of a kind" not in reason, (path, json.dumps(changed))


@pytest.mark.everything
@pytest.mark.parametrize("seed", [0, 15, 17, 34, 51, 68])
def test_both_checkers_agree_on_mutations(seed: int) -> None:
    """At seed 15 a row with a zero has a root of zero."""
    agree_on_mutations(seed)


@pytest.mark.everything
@pytest.mark.parametrize("block", range(4))
def test_both_checkers_agree_on_hostile_texts(block: int) -> None:
    for seed in range(50 * block, 50 * (block + 1)):
        agree_on_hostile(seed)


@pytest.mark.long
@pytest.mark.parametrize("block", range(10))
def test_a_hundred_thousand_mutations_through_both_checkers(block: int) -> None:
    for seed in range(100 * block, 100 * (block + 1)):
        agree_on_mutations(seed)


@pytest.mark.long
@pytest.mark.parametrize("block", range(10))
def test_ten_thousand_hostile_texts_through_both_checkers(block: int) -> None:
    for seed in range(1000 * block, 1000 * (block + 1)):
        agree_on_hostile(seed)
