"""The symbols of closed forms: gamma = e^epsilon, delta, the prevalence pi, the categories k.

They are plain symbols, so that `sympy.symbols("gamma delta pi k")` gives the same ones.
"""

from __future__ import annotations

import sympy as sp

gamma, delta, pi, k = sp.symbols("gamma delta pi k")
