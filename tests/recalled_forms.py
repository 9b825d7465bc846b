"""Designs beside their closed forms, in doubles."""

from __future__ import annotations

import math

import sympy as sp

import rropt as rr
from rropt.closed.recalled.recall import certified

gamma, delta, pi, k = sp.symbols("gamma delta pi k")


def form_design(level, objective, **options):
    return rr.optimal(rr.LocalDP(*level), objective, crosscheck=False, **options)


def value_of_form(design, form):
    """The form in floats at the parameters of the design."""
    problem = design.problem
    point = {
        gamma: math.exp(problem.gamma.epsilon)
        if problem.gamma.epsilon
        else float(problem.gamma.exact),
        delta: float(problem.delta),
        k: problem.truths,
        pi: float(getattr(problem.objective, "prior", 0) or 0)
        if isinstance(problem.objective, rr.Variance)
        else 0,
    }
    return float(form.subs(point))


def fits(design, form):
    """The form lies in the certified enclosure, up to the rounding of doubles."""
    lo, hi = certified(design.value, design.bound)
    slack = 1e-9 * (1 + abs(float(hi)))
    return float(lo) - slack <= value_of_form(design, form) <= float(hi) + slack
