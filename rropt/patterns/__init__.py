"""Likelihood patterns of a privacy cone."""
