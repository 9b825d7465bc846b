"""Yes and no drawn by diffprivlib, one answer a call, from floats of a secure generator."""

from __future__ import annotations

from collections.abc import Callable


def sampler(categories: int, epsilon: float) -> Callable[[list[int]], list[int]]:
    """A function from truths to reports; there are two categories."""
    from diffprivlib.mechanisms import Binary

    if categories != 2:
        raise ValueError("diffprivlib draws two categories")
    mechanism = Binary(epsilon=epsilon, value0="0", value1="1")
    return lambda truths: [int(mechanism.randomise(str(x))) for x in truths]
