"""The symbols of closed forms are the plain ones, which everybody can make."""

import sympy

from rropt.closed import symbols


def test_a_symbol_made_elsewhere_is_the_same():
    for name in ("gamma", "delta", "pi", "k"):
        assert sympy.symbols(name) - getattr(symbols, name) == 0
