"""k-ary randomized response drawn by pure-ldp ("direct encoding"), one answer a call."""

from __future__ import annotations

from collections.abc import Callable


def sampler(categories: int, epsilon: float) -> Callable[[list[int]], list[int]]:
    """A function from truths to reports; the library takes 1, ..., k and gives 0, ..., k - 1."""
    from pure_ldp.frequency_oracles import DEClient

    client = DEClient(epsilon, categories)
    return lambda truths: [client.privatise(x + 1) for x in truths]
