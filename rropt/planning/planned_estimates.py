"""What a planned survey will estimate: contrasts of the distributions of its groups."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from rropt.channel import Channel
from rropt.estimating.reference_drops import drawn, maxima
from rropt.estimating.sampled_likelihood import SampledLikelihood
from rropt.planning.survey_power import planned_model


@dataclass(frozen=True, eq=False)
class PlannedEstimates:
    """The survey as it is planned, the planned truth, and the contrasts, one a row."""

    model: SampledLikelihood
    truth: np.ndarray
    contrasts: np.ndarray

    def held_margins(
        self, margin: float, surveys: int, seed: int, simultaneous: bool = False
    ) -> float:
        """The part of drawn surveys in which the estimates are as near to the truth as this.

        All of them, or the one that is so least often.
        """
        outcomes = drawn(self.model, self.truth, surveys, np.random.default_rng(seed))
        found = maxima(self.model, outcomes / self.model.total)
        held = np.abs((found - self.truth) @ self.contrasts.T) <= margin
        return float(held.all(axis=1).mean() if simultaneous else held.mean(axis=0).min())


def planned_estimates(
    channel: Channel, proportions: Sequence[float], sizes: Sequence[int], weights: Sequence[float]
) -> PlannedEstimates:
    """A weighted sum of groups' shares of the second truth."""
    truth = np.array([x for share in proportions for x in (1 - share, share)])
    model = planned_model((channel,) * len(sizes), tuple(sizes), truth)
    contrast = np.array([x for weight in weights for x in (0.0, float(weight))])
    return PlannedEstimates(model, truth, contrast[None])
