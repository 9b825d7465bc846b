"""Statements on a terminal: formulas on one line of plain Unicode, nothing left in TeX."""

from __future__ import annotations

import pytest
from rropt.proofs.bibliography import statements
from rropt.proofs.plain_formulas import plain, plain_formula


@pytest.mark.parametrize(
    ("tex", "line"),
    [
        (r"x_1^2", "x₁²"),
        (r"\frac12", "1/2"),
        (r"\frac{a+b}{2n}", "(a + b)/(2n)"),
        (r"n\frac12", "n(1/2)"),
        (r"a-\frac12", "a − 1/2"),
        (r"2^{-n}", "2⁻ⁿ"),
        (r"x_{i,j}", "x_(i, j)"),
        (r"e^{\epsilon}p_{00}", "e^ε p₀₀"),
        (r"e^{\epsilon}(1-p)", "e^ε (1 − p)"),
        (r"r_\delta(t)", "r_δ(t)"),
        (r"\sqrt{x}", "√x"),
        (r"\sqrt{x+1}", "√(x + 1)"),
        (r"\left(\frac{a}{b}\right)^2", "(a/b)²"),
        (r"\log x", "log x"),
        (r"\Pr[X=1]", "Pr[X = 1]"),
        (r"\sum_{i=1}^n x_i", "∑ᵢ₌₁ⁿ xᵢ"),
        (r"\binom nk", "(n choose k)"),
        (r"\hat\pi", "π̂"),
        (r"\mathbb R\times\mathbb E", "ℝ × E"),
        (r"\mathcal M\ne\mathcal D", "ℳ ≠ 𝒟"),
        (r"\mathbf x\ge\mathbf{Var}", "𝐱 ≥ Var"),
        (r"\begin{pmatrix}a&b\\b&a\end{pmatrix}", "(a, b; b, a)"),
        (r"A\not\succeq P", "A ⪰̸ P"),
        (r"x\ \text{for some } d", "x for some d"),
        (r"\pm\varphi", "±φ"),
    ],
)
def test_a_formula_stands_on_one_line(tex: str, line: str) -> None:
    assert plain_formula(tex) == line


def test_words_keep_their_place_and_lose_their_stars() -> None:
    assert plain(r"if $x<1$, **then** `a/b` at $\gamma$") == "if x < 1, then `a/b` at γ"


def test_no_statement_keeps_tex() -> None:
    for name, entry in statements().items():
        for text in (plain(entry["words"]), plain(entry["place"])):
            assert not set("\\$") & set(text), name
