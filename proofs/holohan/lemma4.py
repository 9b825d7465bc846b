"""Lemma 4: the variance along the two segments of R'' compared."""

from __future__ import annotations

from ..claims import Section, states
from ..goals import holds, identity
from .model import PRIOR, RELAXED, TIME, d, for_any_delta, g, half, n, pi, q, r, t, t0, var

section = Section("holohan")
A_SIDE, B_SIDE = var(r(t), q(t)), var(q(t), r(t))
DIFFERENCE = (
    -(g + 1)
    * (g + d)
    * (1 - 2 * pi)
    * (1 - t)
    / ((g * (g - 1) * t + d * (1 - t + g * (1 + t))) * n)
)
FOURTH = (*RELAXED, *PRIOR, *TIME, n >= 1)


@section("lem-4/prose")
@for_any_delta
def lem_4_prose():
    """On the boundary itself, which is t >= t_0; nothing is refuted by a t that leaves it."""
    return states(
        holds(
            A_SIDE >= B_SIDE,
            *FOURTH,
            pi <= half,
            t >= t0(),
            label="Var(r(t), s(t) | pi) >= Var(s(t), r(t) | pi)",
        ),
        corrected="for pi <= 1/2 the error along the boundary constrained by (11a) is "
        "uniformly at most that along the boundary constrained by (11b)",
        right=lem_4_first(),
    )


@section("lem-4/first")
@for_any_delta
def lem_4_first():
    return [
        identity(A_SIDE - B_SIDE, DIFFERENCE, *FOURTH),
        holds(DIFFERENCE <= 0, *FOURTH, pi <= half, degree=3),
    ]


@section("lem-4/second")
@for_any_delta
def lem_4_second():
    return [
        identity(A_SIDE - B_SIDE, DIFFERENCE, *FOURTH),
        holds(DIFFERENCE >= 0, *FOURTH, pi >= half, degree=3),
    ]


@section("lem-4/difference")
@for_any_delta
def lem_4_difference():
    return identity(A_SIDE - B_SIDE, DIFFERENCE, *FOURTH)


@section("lem-4/sign")
@for_any_delta
def lem_4_sign():
    return [
        holds(1 - 2 * pi >= 0, pi <= half),
        holds(1 - 2 * pi <= 0, pi >= half),
        *lem_4_first(),
        *lem_4_second(),
    ]
