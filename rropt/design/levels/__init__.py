"""Designs under a matrix of levels, and with deltas beyond the staircases."""
