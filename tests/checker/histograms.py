"""What a histogram reveals, by listing all of them: shares nothing with the library."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from fractions import Fraction as F
from itertools import permutations

Columns = Sequence[Sequence[F]]
Law = dict[tuple[int, ...], F]


def law_of(columns: Columns, truths: Sequence[int]) -> Law:
    """The law of the histogram of people with these truths."""
    law: Law = {(0,) * len(columns[0]): F(1)}
    for truth in truths:
        longer: defaultdict[tuple[int, ...], F] = defaultdict(F)
        for counts, chance in law.items():
            for report, share in enumerate(columns[truth]):
                more = list(counts)
                more[report] += 1
                longer[tuple(more)] += chance * share
        law = dict(longer)
    return law


def delta_among(columns: Columns, others: Sequence[int], gamma: F) -> F:
    """The largest delta over both truths of one more, the others' counts given."""
    known = [truth for truth, number in enumerate(others) for _ in range(number)]
    laws = [law_of(columns, [*known, truth]) for truth in range(len(columns))]
    return max(
        sum((max(F(0), chance - gamma * q.get(h, F(0))) for h, chance in p.items()), F(0))
        for p, q in permutations(laws, 2)
    )


def shared_out(total: int, parts: int) -> Iterator[tuple[int, ...]]:
    """All ways to share out a number."""
    if parts == 1:
        yield (total,)
        return
    for first in range(total + 1):
        for rest in shared_out(total - first, parts - 1):
            yield (first, *rest)


def delta_of_all(columns: Columns, people: int, gamma: F) -> F:
    """The largest delta over all truths of the others."""
    cases = shared_out(people - 1, len(columns))
    return max(delta_among(columns, others, gamma) for others in cases)
