"""Deployable tables: whole numbers over one denominator."""
