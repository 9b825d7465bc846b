"""The atlas: what it asks, where its curves run, and a small one, made and opened in Chromium."""

from __future__ import annotations

import re
import shutil
import sqlite3
from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import exp, log, sqrt
from pathlib import Path

import pytest
from rropt.proofs.verdicts import stored

from examples.atlas import boundaries, names, triangle
from examples.atlas.questions import LEVELS, TITLES, ZIPF, Question, questions
from examples.atlas.site import make_atlas
from examples.atlas.statements import statements_of
from rropt import InputError
from rropt.utility.named import OBJECTIVES
from tests.examples.test_site import measured
from tests.report import browser

SMALL = [2, 3, 4], ["1/2", "ln(3)"]
PRESSED = (
    "a-optimal-equal-shares-4",
    "e-optimal-worst-group-4",
    "guess-shares-as-1-1of2-1of3-3",
    "mean-even-numbers-from-1-to-1-worst-group-3",
    "mutual-information-equal-shares-4",
    "variance-prevalence-worst-2",
)
WIDEST = (
    "index.html",
    "boundaries.html",
    "statements.html",
    "mutual-information-equal-shares-4.html",
)
PRESS = """<script>
document.querySelectorAll("section.cell button").forEach((each) => each.click());
</script></body>"""


@pytest.fixture(scope="module")
def atlas(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a small atlas."""
    folder = tmp_path_factory.mktemp("made") / "atlas"
    make_atlas(folder, folder.with_suffix(".db"), *SMALL)
    return folder


def said(atlas: Path, name: str) -> str:
    return (atlas / name).read_text(encoding="utf-8")


# --- what it asks -------------------------------------------------------------------------------


def test_every_objective_is_asked_of_two_to_eight_truths() -> None:
    asked = questions()
    assert set(TITLES) == set(OBJECTIVES) == {question.objective for question in asked}
    of_two = {"variance", "warner", "f-divergence"}
    for objective in set(OBJECTIVES) - of_two:
        own = {question.categories for question in asked if question.objective == objective}
        assert own == set(range(2, 9))
    assert len({question.name for question in asked}) == len(asked)


def test_a_goal_has_the_truths_that_its_page_says() -> None:
    for question in questions():
        assert question.goal().truths == question.categories


# --- the curves ---------------------------------------------------------------------------------


def spread(k: int, size: int, gamma: Fraction) -> Fraction:
    """What sets of a size tell of equal shares: s (k - s) / (s gamma + k - s)^2."""
    return Fraction(size * (k - size)) / (size * gamma + k - size) ** 2


@pytest.mark.parametrize("k", range(2, 12))
def test_the_best_sizes_are_those_that_tell_most(k: int) -> None:
    for gamma in (Fraction(n, 7) for n in range(8, 60, 3)):
        most = max(spread(k, size, gamma) for size in range(1, k))
        best = tuple(size for size in range(1, k) if spread(k, size, gamma) == most)
        assert boundaries.best_sizes(k, gamma) == best


@pytest.mark.parametrize("size", [1, 2, 3])
def test_on_a_curve_two_sizes_are_equal_and_beside_it_one_is_better(size: int) -> None:
    for gamma in (1.3, 2.0, 4.5):
        k = boundaries.subset_boundary(size, gamma)
        worth = [s * (k - s) / (s * gamma + k - s) ** 2 for s in (size, size + 1)]
        assert worth[0] == pytest.approx(worth[1], rel=1e-12)
        above = k + 1e-3
        worth = [s * (above - s) / (s * gamma + above - s) ** 2 for s in (size, size + 1)]
        assert worth[0] < worth[1]


@pytest.mark.parametrize("gamma", [1.3, 2.0, 4.5, 12.0])
def test_of_three_truths_the_curve_is_where_the_two_rarest_leave_nothing(gamma: float) -> None:
    """By the inequality of shares/condition, which the curve does not use."""

    def spare(common: float, part: float) -> float:
        shares = [common, (1 - common) * (1 - part), (1 - common) * part]
        weights = [1 + (gamma - 1) * share for share in shares]
        of_two = 2 * (weights[1] ** 2 + weights[2] ** 2) / (gamma + 2)
        of_all = sum(weight**2 for weight in weights) / (gamma + 2) ** 2
        return 2 * (gamma - 1) ** 2 * shares[1] * shares[2] + of_two - 1 - of_all

    for part in (1 / 2, 1 / 3, 1 / 5):
        share = boundaries.skewed_boundary(gamma, part)
        assert spare(share, part) == pytest.approx(0, abs=1e-12)
        assert spare(share - 0.01, part) > 0 > spare(share + 0.01, part)
    alike = boundaries.skewed_boundary(gamma)
    assert alike == pytest.approx((gamma + 3) / (gamma + 5), rel=1e-12)


@pytest.mark.parametrize("epsilon", triangle.LEAF_LEVELS)
def test_a_leaf_ends_where_two_truths_are_alike_and_the_third_is_just_common_enough(
    epsilon,
) -> None:
    gamma = exp(epsilon)
    for rarest in range(3):
        leaf = triangle.leaf(gamma, rarest)
        assert leaf[0] == leaf[-1] == pytest.approx([1 / 3] * 3)
        least = min(shares[rarest] for shares in leaf)
        assert least == pytest.approx(triangle.tip(gamma)[0]) == pytest.approx(1 / (gamma - 1))
        assert all(min(shares) == shares[rarest] for shares in leaf[1:-1])


@pytest.mark.parametrize("epsilon", triangle.LEVELS)
def test_on_the_arcs_of_the_triangle_both_tables_of_three_truths_cost_the_same(epsilon) -> None:
    """By the value of shares/three/beyond and that of k-ary response, which no arc uses."""
    gamma = exp(epsilon)

    def costs(shares: Sequence[float], common: int) -> tuple[float, float]:
        a, b, c = ((1 + (gamma - 1) * shares[(common + turn) % 3]) for turn in range(3))
        root = sqrt((gamma + 2) * b * c) + sqrt(a * (b + c - 1) * (b * b + b * c + c * c))
        return a * b + a * c + b * c, (root / (b + c)) ** 2

    for common in range(3):
        for shares in triangle.arc(gamma, common):
            assert sum(shares) == pytest.approx(1) and max(shares) == shares[common]
            response, other = costs(shares, common)
            assert response == pytest.approx(other, rel=1e-9)
            nearer = [0.9 * share for share in shares]
            nearer[common] += 0.1
            response, other = costs(nearer, common)
            assert response > other * (1 + 1e-9)


@pytest.mark.parametrize("size", [1, 2, 3])
def test_on_the_curve_of_information_two_sizes_say_as_much(size: int) -> None:
    """By the formula of the information of a set, which the curve does not use."""

    def information(d: int, k: float, gamma: float) -> float:
        mass = d * gamma + k - d
        return d * gamma * log(gamma) / mass - log(mass / k)

    for gamma in (1.3, 2.0, 4.5):
        k = boundaries.information_boundary(size, gamma)
        assert information(size, k, gamma) == pytest.approx(information(size + 1, k, gamma))
        for smaller, other in ((size, k - 1e-3), (size + 1, k + 1e-3)):
            larger = 2 * size + 1 - smaller
            assert information(smaller, other, gamma) > information(larger, other, gamma)


@pytest.mark.parametrize("offered", range(1, 7))
def test_one_truth_more_is_offered_from_where_its_response_is_worth_more(offered: int) -> None:
    def worth(truths: int, gamma: Fraction) -> Fraction:
        shares = sum(Fraction(1, j) for j in range(1, truths + 1))
        return gamma * shares / (gamma + truths - 1)

    gamma = boundaries.offered_boundary(offered)
    assert worth(offered, gamma) == worth(offered + 1, gamma)
    less, more = gamma - Fraction(1, 100), gamma + Fraction(1, 100)
    assert worth(offered, less) > worth(offered + 1, less)
    assert worth(offered, more) < worth(offered + 1, more)


def test_statements_exist_and_hold_on_one_side_of_their_bounds() -> None:
    known = stored("found")
    for question in questions():
        for level in LEVELS:
            assert all(f"found/{name}" in known for name in statements_of(question, level))
    scale = next(q for q in questions([3]) if q.objective == "mean" and "group" in q.name)
    assert statements_of(scale, "1") == ("mean/three/low",)
    assert statements_of(scale, "ln(3)") == ("mean/three/low", "mean/three/high")
    assert statements_of(scale, "5/4") == ("mean/three/high",)
    zipf = next(q for q in questions([3]) if q.objective == "e-optimal" and q.at == ZIPF)
    assert statements_of(zipf, "1") == ("contrasts/largest/three",)


def test_a_report_says_where_it_is_likely_and_three_values_say_no_set() -> None:
    half, third = Fraction(1, 2), Fraction(1, 3)
    assert names.said_by([half, third, half]) == (0, 2)
    assert names.said_by([half, third, Fraction(1, 6)]) is None


# --- a small one --------------------------------------------------------------------------------


def cells(atlas: Path, question: Question) -> Iterator[tuple[str, str]]:
    """Anchor and text of every cell of a question."""
    page = said(atlas, f"{question.name}.html")
    yield from re.findall(r'<section class="cell" id="([^"]*)">(.*?)</section>', page, re.DOTALL)


@pytest.mark.everything
def test_every_cell_has_name_value_proof_and_citation(atlas: Path) -> None:
    keys = re.findall(r"^@misc\{(.*),$", said(atlas, "atlas.bib"), re.MULTILINE)
    count = 0
    for question in questions(SMALL[0]):
        for anchor, cell in cells(atlas, question):
            count += 1
            assert re.search(r'<b class="mechanism">.+?</b>', cell)
            assert "<dt>value</dt><dd><math" in cell
            assert '"format":"rropt-certificate/' in cell
            assert f"rropt-atlas-{question.name}-{anchor}" in keys
    assert count == len(keys) == len(set(keys)) == len(questions(SMALL[0])) * len(SMALL[1])


@pytest.mark.everything
def test_the_sets_of_the_certified_tables_are_those_that_the_curve_says(atlas: Path) -> None:
    """The tables know nothing of the curve; gamma = 3 and k = 4 lies between size 2 and size 1."""
    equal = [q for q in questions(SMALL[0]) if q.at == "equal shares"]
    for question in equal:
        if question.objective not in ("a-optimal", "d-optimal", "e-optimal"):
            continue
        for (_, cell), level in zip(cells(atlas, question), SMALL[1], strict=True):
            gamma = Fraction(3) if level == "ln(3)" else Fraction(exp(Fraction(level)))
            name = re.search(r'<b class="mechanism">(.+?)</b>', cell)
            assert name is not None
            size = re.search(r"size (\d+)|sets of (\d+)", name[1])
            found = 1 if size is None else int(size[1] or size[2])
            assert size is not None or name[1] == "k-ary response" or question.categories == 2
            assert boundaries.best_sizes(question.categories, gamma) == (found,)


@pytest.mark.everything
def test_links_lead_somewhere_and_no_page_has_a_checker_of_its_own(atlas: Path) -> None:
    pages = {path.name: said(atlas, path.name) for path in atlas.glob("*.html")}
    for page in pages.values():
        for link in re.findall(r'href="([^":]+)"', page):
            path, _, anchor = link.partition("#")
            target = page if not path else pages.get(path, said(atlas, path))
            assert not anchor or f'id="{anchor}"' in target
        assert "function checkCertificate" not in page
    assert "function checkCertificate" in said(atlas, "checker.js")


@pytest.mark.everything
def test_made_again_nothing_is_solved_and_nothing_changes(atlas: Path, tmp_path: Path) -> None:
    store = tmp_path / "again.db"
    shutil.copy(atlas.with_suffix(".db"), store)
    with sqlite3.connect(store) as opened:
        before = opened.execute("SELECT seconds FROM cells ORDER BY cell").fetchall()
    make_atlas(tmp_path / "again", store, *SMALL)
    with sqlite3.connect(store) as opened:
        assert opened.execute("SELECT seconds FROM cells ORDER BY cell").fetchall() == before
    for path in atlas.iterdir():
        assert said(tmp_path / "again", path.name) == said(atlas, path.name)


@pytest.mark.everything
def test_a_store_whose_proof_is_of_another_cell_is_refused(atlas: Path, tmp_path: Path) -> None:
    """The near miss: a proof that is verified, beside a question that it does not answer."""
    store = tmp_path / "changed.db"
    shutil.copy(atlas.with_suffix(".db"), store)
    with sqlite3.connect(store) as opened:
        opened.execute(
            "UPDATE cells SET certificate = (SELECT certificate FROM cells WHERE cell = 1)"
            " WHERE cell = 0"
        )
    with pytest.raises(InputError, match="another privacy level"):
        make_atlas(tmp_path / "changed", store, *SMALL)


@pytest.mark.everything
@pytest.mark.parametrize("name", PRESSED)
def test_the_buttons_of_a_page_verify_its_proofs(atlas: Path, tmp_path: Path, name: str) -> None:
    assert verdicts(atlas, tmp_path, said(atlas, f"{name}.html")) == ["verified"] * len(SMALL[1])


@pytest.mark.everything
def test_the_button_refuses_a_proof_with_one_digit_changed(atlas: Path, tmp_path: Path) -> None:
    page = said(atlas, "a-optimal-equal-shares-4.html")
    place = page.index('"bound":"') + len('"bound":"')
    digit = "2" if page[place] == "1" else "1"
    changed = page[:place] + digit + page[place + 1 :]
    assert verdicts(atlas, tmp_path, changed) == ["refuted", "verified"]


def verdicts(atlas: Path, folder: Path, page: str) -> list[str]:
    """What the buttons say, pressed in a browser."""
    for name in ("checker.js", "atlas.js"):
        shutil.copy(atlas / name, folder / name)
    path = folder / "pressed.html"
    path.write_text(page.replace("</body>", PRESS), encoding="utf-8")
    shown = browser.run(path, folder / "profile", "--virtual-time-budget=20000", "--dump-dom")
    return re.findall(r'<section class="cell"[^>]* data-verdict="(\w+)"', shown)


@pytest.mark.everything
def test_a_reader_searches_for_a_mechanism(atlas: Path, tmp_path: Path) -> None:
    words = "</title><script>history.replaceState(0, '', '?q=subset d-optimality')</script>"
    path = tmp_path / "search.html"
    path.write_text(said(atlas, "search.html").replace("</title>", words, 1), encoding="utf-8")
    seen = browser.run(path, tmp_path / "profile", "--dump-dom")
    links = re.findall(r'<li><a href="([^"]*)">', seen)
    assert "d-optimal-equal-shares-4.html#epsilon-1-2" in links


@pytest.mark.everything
def test_no_page_is_wider_than_a_phone(atlas: Path, tmp_path: Path) -> None:
    shown = (
        "index.html",
        "boundaries.html",
        "statements.html",
        "mutual-information-equal-shares-4.html",
    )
    found = measured({name: said(atlas, name) for name in shown}, 390, False, tmp_path)
    assert {name: seen[0] for name, seen in found.items() if seen[0] > 390} == {}
