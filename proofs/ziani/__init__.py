"""Ziani, Lectures 3 and 4: the randomized response and Laplace mechanisms."""

from . import accuracy, estimator, laplace, ratio, response, samples, sensitivity, vector

PARTS = (response, estimator, accuracy, samples, sensitivity, laplace, ratio, vector)
SECTIONS = [part.section for part in PARTS]
