"""Closed forms of the literature, and forms found again from an optimal table."""
