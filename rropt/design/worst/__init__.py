"""Designs without a prior: the table and the unbiased estimator of the least worst case."""
