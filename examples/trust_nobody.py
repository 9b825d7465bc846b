"""I trust neither the solver nor rropt: how do I check a result by myself?

Run: python examples/trust_nobody.py
"""

# %% Someone sends a certificate
import json
import subprocess
import sys
import tempfile
from fractions import Fraction
from itertools import product
from pathlib import Path

from rropt import LocalDP, Trace, optimal
from rropt.checker import check

folder = Path(tempfile.mkdtemp())
optimal(LocalDP("ln(3)"), Trace(3)).certificate.save(folder / "claim.json")

# %% The checker alone, in a Python that cannot import anything but the standard library
checker = str(folder / "rropt-check.pyz")
subprocess.run([sys.executable, "-m", "rropt.checker", "--zipapp", checker], check=True)
command = [sys.executable, "-I", "-S", checker, str(folder / "claim.json")]
print(subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip())

# %% Or by hand, in ten lines: the table is private, and the prices cover every extreme pattern
claim = json.loads((folder / "claim.json").read_text())
gamma = Fraction(claim["privacy"]["gamma"])
weights = [Fraction(w) for w in claim["weights"]]
patterns = [[Fraction(x) for x in pattern] for pattern in claim["patterns"]]
prices = [Fraction(y) for y in claim["prices"]]
columns = [sum(w * r[j] for w, r in zip(weights, patterns, strict=True)) for j in range(3)]
private = all(max(r) <= gamma * min(r) for r in patterns)
covered = all(
    sum(y * x for y, x in zip(prices, r, strict=True)) >= max(r)
    for r in product([Fraction(1), gamma], repeat=3)
)
print(f"columns add up to one: {columns == [1, 1, 1]}; private: {private}; covered: {covered}")
print(f"so no private table has a trace above {sum(prices)}")

# %% A forged claim does not pass
claim["bound"] = str(Fraction(claim["bound"]) - Fraction(1, 1000))
print(check(claim))
