"""The symbolic route: sympy from the statement alone.

A support is found by enumeration in rationals of 60 digits, never from a solver's numbers; its
KKT conditions are decided there, and it is solved in the symbol g = e^epsilon.
"""
