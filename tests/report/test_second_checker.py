"""Two checkers, one truth: the JavaScript of the pages and the Python package on the same texts.

Verdicts and sentences must be equal on certificates of every kind, on seeded mutations of them, on
the polynomials of the proofs, and on hostile texts; no text may take five seconds.
"""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Iterator
from importlib.resources import files
from typing import Any

import pytest

from proofs.results import certificate_files
from rropt.checker import check
from tests.checker import test_logarithms, test_mutation, test_polynomial, test_prices
from tests.checker.test_mutation import BROKEN, SAMPLES, WORDS, paths

racer = pytest.importorskip("py_mini_racer", reason="needs mini-racer to run JavaScript")
