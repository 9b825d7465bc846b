"""Every example runs, and prints what theory and the papers say."""

from __future__ import annotations

import contextlib
import io
import re
import runpy
from functools import cache
from pathlib import Path

import pytest
from rropt.proofs.conjecture import claims_of

FOLDER = Path(__file__).parents[2] / "examples"
SAYS = {
    "best_card.py": [
        "n variance 2.372407",
        "verified: no (epsilon = 1/2, delta = 1/10) private two-answer device",
        "n variance 1.328784",
        "two answers need 1.785 times",
        "prevalence  6/25: p00 = 1.0000, p11 = 0.1000",
        "prevalence   1/4: p00 = 0.6602, p11 = 0.6602",
    ],
    "one_sided.py": [
        "given yes: yes with chance 1; given no: yes with chance 1/3",
        "protecting yes 9/16, protecting both 15/16",
        "Warner needs 1.667 times",
        "mutual information: True",
    ],
    "places.py": ["least expected distance 0.883940", "planar Laplace 1.1722", "25 % less"],
    "ordered.py": [
        "n variance of the mean: 2206/225",
        "one number for all pairs needs 10.07 times",
        "A-optimal at a factor of 2 a step: 10.877950519",
    ],
    "is_it_admissible.py": [
        "k-ary randomized response: admissible",
        "hadamard response: inadmissible",
        "A = C P exactly: True",
        "('k-ary randomized response', 'hadamard response')",
    ],
    "price_of_privacy.py": ["direct questions: 865 respondents", "epsilon   1:   9,707"],
    "own_conjecture.py": [
        "mine/warner-is-best: proved-under",
        "mine/variance-grows-with-p: refuted",
        "mine/a-sum-of-squares: proved",
        "mine/some-report-is-flipped: proved",
        "the likelihood ratio is at most gamma",
        "proved if also gamma*p - gamma + p <= 0",
    ],
    "skewed_categories.py": ["A-optimal: 6.41607", "6.46480", "verified: no epsilon = ln 3"],
    "dice_and_cards.py": ["6 chances: p00 = 2/3", "52 chances: p00 = 19/26", "drawn: True"],
    "one_demand_many_words.py": [
        "B(h) = 9",
        "epsilon = ln(9) = 2.197224577",
        "rho1 = 1/4, rho2 = 3/4",
        "prior + 1/5: B(h) = 9/4, attained at p = 2/5",
        "forbid: True",
        "four truths: 3",
    ],
    "how_many_questions.py": ["1 bits:      1.8 times", "affordable for 9 bits"],
    "own_utility.py": ["optimum 4 with 2 reports", "verified: no", "refused: least likelihood"],
    "published/minarets.py": [
        "pi = 0.870695  (printed: 0.870695)",
        "t  = 0.635806  (printed: 0.635806)",
        "log-likelihood -821.084  (printed: -821.084)",
        "orientation      0.62447 +- 0.15685  (printed:  0.62442 +- 0.15681)",
        "t 0.65171  (printed: 0.65170)",
    ],
    "published/nigeria.py": [
        "Intercept            -0.34017 +- 0.50856  (printed: -0.34017 +- 0.50856; here +- 0.49292)",
        "female               -0.55439 +- 0.16244  (printed: -0.55439 +- 0.16244; here +- 0.16268)",
    ],
    "published/cheating_detection.py": [
        "the formulas: pi 0.18 +- 0.0332  (printed: 0.18 +- 0.0332)",
        "           gamma 0.12 +- 0.0485  (printed: 0.12 +- 0.0485)",
        "likelihood: pi 0.18 +- 0.0332,",
        "likelihood: gamma 0.12 +- 0.0485,",
    ],
    "published/warner.py": [
        "Warner's formulas:  0.342500 +- 0.039213",
        "maximum likelihood: 0.342500 +- 0.039213",
        "-0.0500 by the formula, 0.0000",
    ],
    "published/greenberg.py": [
        "the formulas:       0.270000 +- 0.031289",
        "maximum likelihood: 0.270000 +- 0.031289",
    ],
    "trust_nobody.py": [
        "a trace (sum over reports of the largest entry) above 9/5, and this table reaches it",
        "one: True; private: True; covered: True",
        "refuted: bound is not what the prices add up to",
    ],
}


@cache
def printed(name: str) -> str:
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        runpy.run_path(str(FOLDER / name), run_name="__main__")
    return out.getvalue()


def test_every_example_is_tested() -> None:
    for path in [*FOLDER.glob("*.py"), *FOLDER.glob("published/*.py")]:
        own = Path(__file__).with_name(f"test_{path.name}")
        assert str(path.relative_to(FOLDER)) in SAYS or own.exists(), path.name
    assert all((FOLDER / name).exists() for name in SAYS)


@pytest.mark.everything
@pytest.mark.parametrize("name", SAYS)
def test_the_example_says_what_is_true(name: str) -> None:
    for line in SAYS[name]:
        assert line in printed(name), printed(name)


@pytest.mark.parametrize("name", SAYS)
def test_the_example_is_a_question_in_cells(name: str) -> None:
    text = (FOLDER / name).read_text()
    assert f"Run: python examples/{name}" in text
    assert text.count("# %% ") >= 3
    assert "?" in text.split('"""')[1] or "conjecture" in text.split('"""')[1]
    assert not re.search(r"^\s*assert\b", text, re.MULTILINE)


def test_the_price_of_privacy_is_the_formula() -> None:
    """n = 1.96^2 Var / margin^2 with Var = pi (1 - pi) + gamma / (gamma - 1)^2 at epsilon 1."""
    gamma = 2.718281828459045
    variance = 0.09 + gamma / (gamma - 1) ** 2
    found = re.search(r"epsilon   1: +([\d,]+) respondents", printed("price_of_privacy.py"))
    assert found is not None
    assert abs(int(found.group(1).replace(",", "")) - 1.96**2 * variance / 0.02**2) < 2


def test_the_loss_of_one_bit_is_the_formula() -> None:
    """vinterbo/thm-4.6/loss with a = 9/10, s = 2/3: c = 0.82 / 0.64."""
    wanted = (0.82 / 0.64 - 2 / 3) / (1 / 3)
    assert f"1 bits: {wanted:8.1f} times" in printed("how_many_questions.py")


def test_the_command_finds_the_claims_of_the_conjectures() -> None:
    found = [claim.id for claim in claims_of(str(FOLDER / "own_conjecture.py"))]
    assert len(found) == 5 and found[0] == "mine/warner-is-best"


@pytest.mark.everything
def test_every_certificate_of_the_conjectures_is_verified() -> None:
    lines = re.findall(r"certificates: (.*)", printed("own_conjecture.py"))
    assert len(lines) == 4
    assert {word for line in lines for word in line.split(", ")} == {"verified"}
