"""Benchmarks: side-by-side ratios against named baselines, each beside its bar.

Run: python -m tests.bench [NAME ...] [--json FILE] [--write-readme | --check]
"""
