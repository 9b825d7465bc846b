"""Groups of a survey with weights, strata and clusters: domains, their differences and equality.

A group's estimate takes the records of the others with weight zero: how many of a cluster are in
the group is random too. Estimates of two groups that share clusters depend on each other, and their
covariance is linearised from the scores of both together.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from math import inf
from typing import Any

import numpy as np

from rropt.channel import Channel
from rropt.estimating.chi_square import chi_square_tail
from rropt.estimating.hypotheses import HypothesisTest
from rropt.estimating.likelihood_estimate import LikelihoodContrast
from rropt.estimating.sampled_likelihood import SampledLikelihood
from rropt.estimating.survey_contrast import SurveyContrast
from rropt.estimating.weighted_survey import (
    SampleCell,
    SurveyEstimate,
    design_variance,
    survey_of_cells,
)
from rropt.exact import InputError, exact_vector


@dataclass(frozen=True, eq=False)
class SurveyGroups:
    """The estimate of each group of one survey, by its name."""

    domains: Mapping[str, SurveyEstimate]
    cells: tuple[SampleCell, ...]

    @cached_property
    def covariance(self) -> np.ndarray:
        """The linearised covariance of all groups' distributions, one after the other."""
        parts = list(self.domains.values())
        whole = parts[0]
        spread = design_variance(
            self.cells,
            whole.population,
            _blocks([part.scores for part in parts]),
            [_block_at(part.drawn_variance, g, len(parts)) for g, part in enumerate(parts)],
        )
        scales = [part.records / float(part.n) for part in parts]
        breads = [s * part.model.observed_covariance for s, part in zip(scales, parts, strict=True)]
        bread = _blocks(breads)
        return bread @ spread @ bread

    @cached_property
    def model(self) -> SampledLikelihood:
        """The likelihood of the weights of all groups, each scaled to its number of records."""
        parts = list(self.domains.values())
        return SampledLikelihood(
            tuple(part.channel for part in parts),
            tuple(part.model.counts[0] for part in parts),
            np.concatenate([part.maximum.value for part in parts]),
        )

    def weighted_sum(self, weights: Iterable[Any], contrast: Iterable[Any]) -> SurveyContrast:
        """`sum_g w_g c . pi_g`: (1, -1) is a difference, shares of a population add groups up."""
        factors, parts = exact_vector(weights, "weights"), list(self.domains.values())
        if len(factors) != len(parts) or not any(factors):
            raise InputError(f"weights must be {len(parts)}, one a group, and not all be zero")
        coefficients = parts[0].checked_contrast(contrast)
        scaled = tuple(tuple(w * c for c in coefficients) for w in factors)
        freedom = next(iter(self.domains.values())).freedom
        return SurveyContrast(LikelihoodContrast(self.model, scaled), self.covariance, freedom)

    def equality_test(self, contrast: Iterable[Any]) -> HypothesisTest | None:
        """Have all groups the same value of a contrast? Wald's statistic, as F with clusters.

        None where the clusters are too few, or some group's estimate does not vary.
        """
        parts = list(self.domains.values())
        coefficients = np.array([float(c) for c in parts[0].checked_contrast(contrast)])
        each = _blocks([coefficients[None]] * len(parts))
        steps = each[:1] - each[1:]
        differences = steps @ np.concatenate([part.maximum.value for part in parts])
        spread = steps @ self.covariance @ steps.T
        restrictions, freedom = len(parts) - 1, parts[0].freedom
        left = freedom - restrictions + 1
        if left < 1 or not np.isfinite(spread).all():
            return None
        if np.linalg.matrix_rank(spread) < restrictions:
            return None
        statistic = float(differences @ np.linalg.solve(spread, differences))
        if freedom == inf:
            p_value = chi_square_tail(statistic, restrictions)
            return HypothesisTest(statistic, p_value, "Wald, linearised covariance")
        from scipy.special import fdtrc

        ratio = statistic * left / (freedom * restrictions)
        p_value = float(fdtrc(restrictions, left, ratio))
        return HypothesisTest(statistic, p_value, "Wald, linearised covariance, F")


def survey_groups(
    channel: Channel, groups: Mapping[str, Sequence[SampleCell]], population: Any = None
) -> SurveyGroups:
    """The estimates of the groups of one survey.

    >>> records = [SampleCell(i % 2, Fraction(1), "", str(i % 7), 1) for i in range(50)]
    >>> halves = {"first": records[:20], "second": records[20:]}
    >>> found = survey_groups(Channel.identity(2), halves)
    >>> [round(float(part.value[1]), 3) for part in found.domains.values()]
    [0.5, 0.5]
    """
    domains = {}
    together = []
    for g, (name, own) in enumerate(groups.items()):
        others = [cell for other, cells in groups.items() if other != name for cell in cells]
        outside = [replace(cell, weight=Fraction(0)) for cell in others]
        domains[name] = survey_of_cells(channel, [*own, *outside], population)
        shift = g * channel.shape[0]
        together += [replace(cell, report=cell.report + shift) for cell in own]
    return SurveyGroups(domains, tuple(together))


def _blocks(parts: Sequence[np.ndarray]) -> np.ndarray:
    """The matrices of one shape along a diagonal."""
    height, width = parts[0].shape
    whole = np.zeros((height * len(parts), width * len(parts)))
    for g, part in enumerate(parts):
        whole[g * height : (g + 1) * height, g * width : (g + 1) * width] = part
    return whole


def _block_at(part: np.ndarray, place: int, count: int) -> np.ndarray:
    """One matrix on the diagonal, zeros elsewhere."""
    return _blocks([part if g == place else np.zeros_like(part) for g in range(count)])
