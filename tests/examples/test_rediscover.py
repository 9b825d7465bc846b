"""examples/rediscover.py prints the piecewise optimum, its switching curve and the proof."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.everything
def test_rediscover_prints_optimum_curve_and_proof():
    environment = {**os.environ, "OPENBLAS_NUM_THREADS": "1"}
    run = subprocess.run(
        [sys.executable, "examples/rediscover.py"],
        cwd=ROOT, env=environment, capture_output=True, text=True, timeout=120, check=True,
    )  # fmt: skip
    out = run.stdout
    assert "variance for gamma > 1, 0 < delta < 1, 0 < pi < 1" in out
    assert "switching curve: pi = delta*(delta + gamma)/(2*delta + gamma - 1)**2" in out
    assert out.count("cover: proved") == 11 and "NOT proved" not in out
    assert "z3: unsat" in out and "cvc5: unsat" in out
    assert "trace = 6*gamma/(gamma + 5)" in out
