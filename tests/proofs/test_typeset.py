"""Formulas of the statements as MathML: well formed, nothing lost, nothing left in TeX."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest
from rropt.proofs.bibliography import statements
from rropt.proofs.typeset import formula, paragraph


@pytest.mark.parametrize(
    ("tex", "mathml"),
    [
        (r"x_1^2", "<msubsup><mi>x</mi><mn>1</mn><mn>2</mn></msubsup>"),
        (r"\frac12", "<mfrac><mn>1</mn><mn>2</mn></mfrac>"),
        (r"2^{-n}", "<msup><mn>2</mn><mrow><mo>−</mo><mi>n</mi></mrow></msup>"),
        (r"\sqrt{x}", "<msqrt><mrow><mi>x</mi></mrow></msqrt>"),
        (r"\hat\pi", "<mover><mi>π</mi><mo>^</mo></mover>"),
        (r"a\le b", "<mi>a</mi><mo>≤</mo><mi>b</mi>"),
        (r"\mathbf{Var}", '<mi mathvariant="bold">Var</mi>'),
        (r"\left(x\right)", "<mo>(</mo><mi>x</mi><mo>)</mo>"),
        (r"a<b", "<mi>a</mi><mo>&lt;</mo><mi>b</mi>"),
    ],
)
def test_a_formula_becomes_its_elements(tex: str, mathml: str) -> None:
    assert formula(tex) == f"<math>{mathml}</math>"


def test_a_matrix_has_its_rows_and_cells() -> None:
    text = formula(r"\begin{pmatrix}a&b\\[2pt]b&a\end{pmatrix}")
    assert (text.count("<mtr>"), text.count("<mtd>")) == (2, 4)
    assert "[" not in text


def test_every_statement_is_well_formed_and_free_of_tex() -> None:
    for name, entry in statements().items():
        for text in (paragraph(entry["words"]), paragraph(entry["place"])):
            for found in re.findall(r"<math>.*?</math>", text):
                ElementTree.fromstring(found.replace("&#160;", " "))
            assert "\\" not in text and "$" not in text, name


@pytest.mark.parametrize(
    ("tex", "mathml"),
    [
        (r"\pm x", "<mo>±</mo><mi>x</mi>"),
        (r"\not\succeq", "<mo>⪰\u0338</mo>"),
        (r"\text{for some}", '<mi mathvariant="normal">for\u00a0some</mi>'),
    ],
)
def test_signs_negations_and_spaces_of_words_are_kept(tex: str, mathml: str) -> None:
    assert formula(tex) == f"<math>{mathml}</math>"
