"""Ziani, Lectures 3 and 4: the randomized response and Laplace mechanisms."""

from . import accuracy, estimator, laplace, privacy, ratio, response, samples, sensitivity, vector

PARTS = (
    *(response, privacy, estimator, accuracy, samples),
    *(sensitivity, laplace, ratio, vector),
)
SECTIONS = [part.section for part in PARTS]
