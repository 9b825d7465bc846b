"""Ziani, Lectures 3 and 4: the randomized response and Laplace mechanisms."""

from . import accuracy, laplace, response, vector

SECTIONS = [response.section, accuracy.section, laplace.section, vector.section]
