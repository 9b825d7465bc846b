"""How a design for the mean of numbers answers them."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from rropt.data.number_sampler import (
    CutMechanism,
    ListedNumbers,
    NumberSampler,
    ShiftedTable,
    ShiftedWindows,
)
from rropt.design.answer import Answer
from rropt.design.answer_facts import numbers_of
from rropt.design.worst.windows_design import stated_windows
from rropt.survey.estimated_mean import mean_of


def number_sampler(design: Any) -> NumberSampler | None:
    """How a design for the mean of numbers answers them; None for other designs."""
    mean = mean_of(design)
    if mean is None:
        return None
    data = design.certificate.data
    if design.certificate.kind == "random-cut":
        low, high, *lengths = map(Fraction, (data["low"], data["high"], *data["lengths"]))
        return CutMechanism(low, high, design.problem.gamma.lo, (lengths[0], lengths[1]))
    if design.certificate.kind == "windows":
        return _window_sampler(design)
    if mean.interval:
        shifts = int(data["objective"]["shifts"])
        return ShiftedTable(mean.values, shifts, design.channel, tuple(numbers_of(design)))
    return ListedNumbers(design.channel, mean.values)


def _window_sampler(design: Answer) -> ShiftedWindows:
    """That of windows, whose certificate tells them of the numbers from -1 to 1."""
    windows = stated_windows(design.certificate.data)
    gamma = design.problem.gamma.lo
    low, high = design.problem.objective.values
    middle = (low + high) / 2
    half = (high - low) / 2
    unit = half * windows.unit
    return ShiftedWindows(
        points=tuple(middle + half * x for x in windows.numbers),
        shifts=design.certificate.data["shifts"],
        gamma=gamma,
        unit=windows.unit,
        windows=tuple((a, b, w, middle + unit * v) for a, b, w, v in windows.reports),
        card=tuple(windows.card_chances(gamma)),
    )
