"""Sections 2.2, 2.3 and 2.5: the Laplace distribution, the mechanism and its accuracy."""

from __future__ import annotations

from typing import Any

import sympy as sp

from ..claims import Section, definition, states
from ..goals import holds, identity, reals, sentence

section = Section("ziani")


z, b, c, e, D, M, delta = reals("z b c e D M delta")


GOOD = (D > 0, e > 0)


FINITE = "0 < Delta f < oo and epsilon > 0"


def lap(value: Any, scale: Any = b) -> Any:
    """The density, for |value| given."""
    return sp.exp(-value / scale) / (2 * scale)


@section("lap/pdf")
def lap_pdf():
    return definition("the Laplace density", sentence("laplace_mean"))


@section("lap/mean")
def lap_mean():
    return sentence("laplace_mean")


@section("lap/variance")
def lap_variance():
    return sentence("laplace_variance")


@section("lap/concentration")
def concentration():
    """P(|Z| >= z) = exp(-z/b) rises with b, and is as small as one likes for a small b."""
    return sentence("small_scale_concentrates")


@section("lap/noise-size")
def noise_size():
    """E|Z| = b and P(|Z| >= z) rise with b, which tends to one."""
    return sentence("large_scale_is_noisy")


@section("fig-1")
def fig_1():
    return definition("a plot of the density")


@section("def-7")
def def_7():
    return definition("the Laplace mechanism")


@section("def-7/parameter")
def def_7_parameter():
    return definition("b = Delta f / epsilon")


@section("def-7/monotone-sensitivity")
def monotone_sensitivity():
    """b = Delta f / epsilon grows with Delta f; more noise: E|Z| = b and the tails grow with b."""
    return states(sentence("more_sensitivity_more_noise"), scope=FINITE)


@section("def-7/monotone-epsilon")
def monotone_epsilon():
    return states(sentence("stronger_privacy_more_noise"), scope=FINITE)


LOG = sp.log(1 / delta)


@section("thm-9")
def thm_9():
    """The exponent z / b at z = ln(1/delta) Delta f / epsilon, b = Delta f / epsilon."""
    w = reals("L")
    stated = holds(sp.Eq(z / b, w), sp.Eq(b * e, D), sp.Eq(z, w * b), D >= 0, e > 0)
    return states(stated, assuming=FINITE + ", and delta > 0", under=[sentence("laplace_accuracy")])


@section("thm-9/proof/tail")
def tail():
    return sentence("laplace_tail")


@section("thm-9/proof/difference")
def difference():
    """f(x) - M = -Z, and the density is even."""
    even = sp.Eq(lap(sp.Abs(-z), D / e), lap(sp.Abs(z), D / e), evaluate=False)
    return states(holds(even, *GOOD), scope=FINITE)


@section("thm-9/proof/tail-applied")
def tail_applied():
    return states(
        sentence("laplace_tail_of_mechanism"), scope=FINITE + ", z > 0 as in the tail fact"
    )


@section("thm-9/proof/solve-1")
def solve_1():
    return sentence("solved_for_size")


@section("thm-9/proof/solve-2")
def solve_2():
    return states(identity(LOG * (D / e) * (e / D), LOG, *GOOD, delta > 0), scope=FINITE)


@section("thm-9/tradeoff")
def tradeoff():
    w = reals("L")
    return states(
        identity(w * (D / e) * e, w * D, *GOOD),
        holds(w * D / e > w * D / c, w > 0, *GOOD, e < c),
        scope=FINITE + ", delta < 1",
    )
