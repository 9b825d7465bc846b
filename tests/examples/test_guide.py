"""The guide runs, says what theory says, and is a site whose links lead somewhere."""

from __future__ import annotations

import re
from functools import cache
from pathlib import PurePosixPath

import pytest

import rropt as rr
from examples.guide import site
from examples.guide.docstrings import as_html
from examples.guide.narrated import read_script, scripts
from examples.guide.typeset import formula, tokens_of, with_formulas

SAYS = {
    "01_yes_no_question": ["verified", "value 1.0107", "4,314 respondents", "Stanley L. Warner"],
    "02_five_categories": ["best 11.6313", "k-ary response 12.0146"],
    "03_one_stigmatising_answer": ["yes protected 9/16, both protected 15/16", "2,401 respondents"],
    "04_numbers": [
        "proved for every private mechanism on the interval",
        "4 reports",
        "between 0.865456",
    ],
    "05_places": ["verified", "one epsilon for all pairs", "mean east: 1.346133, verified"],
    "06_regression": ["log-odds of yes (baseline no) through the table of the reports; n = 4000"],
    "07_comparing_devices": ["better", "k_ary: admissible", "hadamard_response: inadmissible"],
    "08_meaning_of_privacy": ["B(h) = 9\n", "B(h) = 9/4, attained at p = 2/5"],
    "09_your_own": ["verified", "least likelihood must be convex", "claim: refuted"],
    "10_by_hand": ["True True", "True 9/5", "refuted: bound is not what the prices add up to"],
    "11_sweeps": ["9 9", "1/4 [4.105, 1.108, 0.369]"],
    "12_deploying_safely": ["True\n", "verified"],
    "13_where_tables_change": ["2 answers, right with probability 16/25", "needs 1.0000 times"],
    "14_from_a_spreadsheet": ["n = 599", "1 row with missing values was left out"],
    "15_many_people": ["the histogram of 10000 reports is (0.0402", "10000 people: epsilon below"],
    "16_with_r": ["P &lt;- matrix(c(0.73105857863", "by the inverse of the table: [0.8779 0.1221]"],
    "17_many_categories": [
        "affine plane of order 3: 12 reports",
        "the largest share is of 3",
        "in 14 classes of truths",
    ],
}
"""4.105 and so on are pi (1 - pi) + gamma / (gamma - 1)^2, 2,401 is 9/16 (1.96 / 0.03)^2, 16/25 is
gamma q(S) / (gamma + 1) = 4 (4/5) / 5; 0.731... is e / (e + 1)."""


whole_guide = pytest.mark.everything
"""All chapters run for it: half a minute of each process that asks for a page."""


@cache
def pages() -> dict[str, str]:
    return site.pages()


def test_scripts_with_question_picture_meaning_and_source() -> None:
    assert [path.stem for path in scripts()] == list(SAYS)
    for path in scripts():
        told = read_script(path)
        headings = [cell.heading for cell in told.cells]
        assert headings[-2:] == ["What it means", "What to cite"]
        assert told.question.endswith("?")
        assert sum("picture =" in cell.code for cell in told.cells) == 1


@whole_guide
@pytest.mark.parametrize("name", SAYS)
def test_a_page_says_and_shows(name: str) -> None:
    page = pages()[f"{name}.html"]
    assert "<figure class=" in page
    printed = "".join(re.findall(r"<pre class='printed'>(.*?)</pre>", page, re.DOTALL))
    for words in SAYS[name]:
        assert words in printed


@whole_guide
def test_no_page_shows_the_source_of_a_formula() -> None:
    """What is printed and programmed stands in `pre`, and may hold any sign."""
    for path, page in pages().items():
        prose = re.sub(r"<(pre|code|svg|style|script)\b.*?</\1>", "", page, flags=re.DOTALL)
        assert not re.search(r"\\[a-z]+|\$", prose), path


@whole_guide
def test_every_link_leads_to_a_page_and_nothing_is_loaded() -> None:
    for path, page in pages().items():
        folder = PurePosixPath(path).parent
        for link in re.findall(r'<a href="([^"]*)"', page):
            target = (folder / link).as_posix().replace("reference/../", "")
            assert target in pages(), (path, link)
        assert not re.search(r"<(link|img|iframe)\b|<script [^>]*src|@import|url\((?!#)", page)
        assert ("<script" in page) == (path == "search.html")


@whole_guide
def test_every_public_name_has_its_page_with_its_formula() -> None:
    for name in set(rr.__all__) - {"__version__"}:
        assert f"<h1>{name}</h1>" in pages()[f"reference/{name}.html"]
    assert "<mfrac>" in pages()["reference/Variance.html"]
    assert "<munder>" in pages()["reference/Guess.html"]


@whole_guide
def test_which_device_answers_for_every_epsilon_and_prevalence() -> None:
    page = pages()["which_device.html"]
    assert page.count("<tr>") == 2 + 3 * 4 + 3
    assert "<td>1</td><td>1/10</td><td>4,314</td>" in page


def test_a_formula_is_set_and_english_is_not() -> None:
    assert "<mfrac><mi>a</mi><mrow><mi>b</mi>" in formula("a / b_c").replace("<msub>", "<mrow>")
    assert tokens_of("gamma = e^epsilon is known") == ["gamma", "=", "e", "^", "epsilon"]
    assert with_formulas("a table of a device - or of two") == "a table of a device - or of two"
    assert "<math" not in with_formulas("`x = y` is code")
    assert as_html("| a | b |\n|---|---|\n| 1 | 2 |").count("<td>") == 4


@whole_guide
def test_every_device_stands_on_the_page_of_what_devices_reveal() -> None:
    """Warner's device at 3/4: chi-square (3/4 - 1/4)^2 (4 + 4/3) = 4/3, epsilon ln 3."""
    page = pages()["device_measures.html"]
    row = page.split("<td>warner</td>")[1].split("</tr>")[0]
    assert "<td>1.0986</td>" in row and "<td>1.3333</td>" in row
    assert "Stanley L. Warner" in page and "Fraction(" not in page


@whole_guide
def test_the_page_of_speed_has_every_row_of_the_kept_run() -> None:
    page = pages()["speed.html"]
    assert "<td>gain of 6 actions, k = 32</td>" in page and "<svg" in page
    assert page.count("<td>short</td>") + page.count("<td>pass</td>") > 30
