"""Ziani, Lectures 3 and 4: the randomized response and Laplace mechanisms."""

from . import accuracy, estimator, laplace, response, sensitivity, vector

PARTS = (response, estimator, accuracy, sensitivity, laplace, vector)
SECTIONS = [part.section for part in PARTS]
