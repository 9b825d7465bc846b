"""The figures: their numbers against the papers' and against other formulas, and their drawing."""

from __future__ import annotations

import json
import pickle
import re
from functools import cache
from itertools import pairwise
from math import exp, isclose, log
from pathlib import Path
from typing import Any

import pytest

from rropt.cli import main
from rropt.exact import InputError
from rropt.figures import figure, figures
from rropt.figures.papers.mean_estimation import mean_estimation

NAMES = {
    *("holohan-1", "region", "switching-curve"),
    *("vinterbo-1a", "vinterbo-1b", "vinterbo-1c", "vinterbo-2a", "vinterbo-2b"),
    *(f"sun-{n}" for n in range(1, 6)),
    *("sun-table-1", "sun-table-2"),
    *(f"chai-nayak-{n}" for n in range(1, 5)),
    *("breach-regions", "ziani-1", "variance", "frontier", "bench", "tradeoff", "mean-estimation"),
    "phases",
}


@cache
def data(name: str) -> dict[str, Any]:
    return figure(name).data()


def test_every_promised_figure_is_there() -> None:
    assert set(figures()) == NAMES


# --- holohan ------------------------------------------------------------------------------------


def at(name: str, epsilon: float, delta: float) -> float:
    found = data(name)
    column = min(range(len(found["epsilon"])), key=lambda i: abs(found["epsilon"][i] - epsilon))
    row = min(range(len(found["delta"])), key=lambda i: abs(found["delta"][i] - delta))
    return found["g"][row][column]


@pytest.mark.parametrize(("epsilon", "delta", "printed"), [(0.5, 0.1, 0.243), (1.0, 0.4, 0.197)])
def test_g_is_what_the_examples_print(epsilon: float, delta: float, printed: float) -> None:
    """holohan/ex-1.1/g and ex-1.2/g."""
    assert round(at("holohan-1", epsilon, delta), 3) == printed


def test_the_best_card_reveals_exactly_where_g_exceeds_the_prevalence() -> None:
    """The exact decisions against the formula of holohan/thm-3."""
    found = data("switching-curve")
    for row, delta in zip(found["reveals"], found["delta"], strict=True):
        for reveals, epsilon in zip(row, found["epsilon"], strict=True):
            g = delta * (exp(epsilon) + delta) / (exp(epsilon) + 2 * delta - 1) ** 2
            assert bool(reveals) == (g > 0.25)


def test_the_region_has_the_variances_of_example_1() -> None:
    """holohan/ex-1.1: 2.372 at the optimum, 2.438 at the revealing card."""
    found = data("region")
    values = sorted(round(value, 3) for _, _, value in found["vertices"])
    assert values[:2] == [2.372, 2.438] and round(found["least"], 3) == 2.372
    for value, curve in found["levels"].items():
        for a, b in curve[::20]:
            s, yes = a + b - 1, 1 - a + (a + b - 1) / 4
            assert isclose(yes * (1 - yes) / s**2, float(value), rel_tol=1e-3)


# --- vinterbo -----------------------------------------------------------------------------------


def test_more_randomized_answers_are_worth_as_many_direct_ones() -> None:
    """vinterbo/fig-1a/text: the spread of 9750 randomized is about that of 1000 direct answers."""
    found = data("vinterbo-1a")

    def spread(name: str) -> float:
        pairs = [zip(e, found["prior"], strict=True) for e in found["estimates"][name]]
        return sum((x - p) ** 2 for pair in pairs for x, p in pair)

    assert 0.7 < spread("π̂(9750)") / spread("π*(1000)") < 1.4
    assert spread("π̂(1000)") > 5 * spread("π*(1000)")


def test_the_loss_of_two_bits_at_one_half_is_the_printed_one() -> None:
    assert isclose(exp(data("vinterbo-1b")["log_loss"]["0.5"][1]), 9.75)


def test_the_loss_grows_with_the_bits() -> None:
    for values in data("vinterbo-1b")["log_loss"].values():
        assert all(a < b for a, b in pairwise(values))


def test_the_approximate_loss_becomes_good() -> None:
    for rows in data("vinterbo-1c")["ratio"].values():
        assert max(abs(ratio - 1) for ratio in rows[-1]) < 1e-3


def test_unrelated_questions_are_better_below_two_thirds() -> None:
    """vinterbo/warner/ratio."""
    found = data("vinterbo-2a")
    assert all((r < 1) == (p < 2 / 3) for p, r in zip(found["p"], found["ratio"], strict=True))


def test_the_noise_factor_by_privacy_is_the_closed_form() -> None:
    """vinterbo/warner/same-alpha: (e^(2 alpha) + 1) / (e^alpha - 1)^2."""
    found = data("vinterbo-2b")
    for alpha, c in zip(found["alpha"], found["c"], strict=True):
        assert isclose(c, (exp(2 * alpha) + 1) / (exp(alpha) - 1) ** 2, rel_tol=1e-9)


# --- sun ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["sun-1", "sun-2", "sun-3", "sun-4", "sun-5"])
def test_simulation_meets_theory(name: str) -> None:
    """A variance of 10,000 runs has a relative error of 1.4 percent; seeds are fixed."""
    found, met = data(name), 0
    for mechanism, theory in found["theory"].items():
        for wanted, seen in zip(theory, found["simulation"][mechanism], strict=True):
            if seen is not None:
                assert isclose(seen, wanted, rel_tol=0.08)
                met += 1
    assert met >= 3 * len(found["epsilon"])


def test_the_orders_of_theorem_6_1() -> None:
    """Figures 2 to 4 at epsilon 1/4: improved best, second, last."""
    places = []
    for name in ("sun-2", "sun-3", "sun-4"):
        theory = {key: values[0] for key, values in data(name)["theory"].items()}
        del theory["modified Simmons"]
        places.append(sorted(theory, key=theory.__getitem__).index("improved Christofides"))
    assert places == [0, 1, 2]


def test_the_ratio_of_the_real_data_is_28_7_percent() -> None:
    theory = data("sun-5")["theory"]
    ratio = theory["improved Christofides"][0] / theory["modified Christofides"][0]
    assert round(100 * ratio, 1) == 28.7


def test_table_1_is_as_printed_and_table_2_but_for_one_cell() -> None:
    assert data("sun-table-1")["printed_otherwise"] == []
    assert data("sun-table-1")["rows"]["0.05"] == ["0.224", "0.224", "0.225", "0.230"]
    (wrong,) = data("sun-table-2")["printed_otherwise"]
    assert (wrong["printed"], wrong["recomputed"]) == ("101011", "101010")


# --- chai-nayak and ziani -----------------------------------------------------------------------


def forbidden(region: dict[str, Any], steps: int = 60) -> set[tuple[int, int]]:
    """The cells of a grid whose middle lies in a breach region, by its polylines."""
    cells = set()
    for i in range(steps):
        p = (i + 0.5) / steps
        low, high = height(region["lower"], p), height(region["upper"], p)
        cells |= {(i, j) for j in range(steps) if not low <= (j + 0.5) / steps <= high}
    return cells


def height(curve: list[list[float]], p: float) -> float:
    for (x0, y0), (x1, y1) in pairwise(curve):
        if x0 <= p < x1:
            return y0 + (y1 - y0) * (p - x0) / (x1 - x0)
    raise AssertionError(p)


def test_neither_region_of_figure_1_contains_the_other() -> None:
    """chai-nayak/sec2/fig1-compare: and that of the factor is the larger one."""
    rho, beta = (forbidden(region) for region in data("chai-nayak-1")["regions"])
    assert rho - beta and beta - rho and len(beta) > len(rho)
    assert len(rho & beta) > len(rho) / 2


def test_figure_2_is_one_region_and_figure_3_adds_two_parts() -> None:
    (general,) = data("chai-nayak-2")["regions"]
    sip, csip = (forbidden(region) for region in data("chai-nayak-3")["regions"])
    assert forbidden(general) == sip and sip < csip
    for x, y in data("chai-nayak-3")["marks"].values():
        assert (int(60 * x), int(60 * y)) in csip - sip


def test_precise_boundaries_are_posteriors() -> None:
    """Bayes's rule for the report with likelihoods gamma and one."""
    found = data("chai-nayak-4")
    for gamma, values in found["posterior"].items():
        for p, posterior in list(zip(found["prior"], values, strict=True))[::25]:
            assert isclose(posterior, int(gamma) * p / (int(gamma) * p + 1 - p), abs_tol=1e-12)


def test_regions_of_one_demand_lie_in_that_of_the_tables() -> None:
    """chai-nayak/sec2/sip-subset."""
    table, beta, rho = (forbidden(region) for region in data("breach-regions")["regions"])
    assert beta < table and rho < table


def test_densities_have_mass_one_and_their_peak() -> None:
    found = data("ziani-1")
    for b, values in found["density"].items():
        missing = exp(-6 / float(b))
        assert isclose(sum(values) / 50, 1 - missing, abs_tol=0.02)
        assert max(values) == 1 / (2 * float(b))


# --- the field ----------------------------------------------------------------------------------


def test_no_device_beats_the_optimum_and_warner_reaches_it() -> None:
    found = data("variance")
    for values in found["devices"].values():
        pairs = zip(values, found["optimum"], strict=True)
        assert all(value >= best * (1 - 1e-12) for value, best in pairs)
    (warner,) = (values for names, values in found["devices"].items() if "warner" in names)
    for epsilon, value in zip(found["epsilon"], warner, strict=True):
        gamma = exp(epsilon)
        assert isclose(value, 3 / 16 + gamma / (gamma - 1) ** 2, rel_tol=1e-6)


def test_the_frontier_has_one_arrow_to_hadamard() -> None:
    found = data("frontier")
    assert ["k ary", "hadamard response"] in found["covers"]
    assert "hadamard response" not in found["undominated"]
    assert sum(map(len, found["layers"])) == 7


def test_the_benchmark_figure_shows_growth_with_the_size() -> None:
    found = data("bench")
    assert found["growth"] and found["machine"]
    for line in found["growth"]:
        assert len(line["sizes"]) == len(line["seconds"]) > 2
        assert line["sizes"][-1] >= 16 * line["sizes"][0]
        assert all(seconds > 0 for seconds in line["seconds"])


# --- drawing ------------------------------------------------------------------------------------

COLOUR = re.compile(r"#([0-9a-fA-F]{6})\b")


@pytest.mark.parametrize("name", sorted(NAMES))
def test_every_figure_is_drawn_in_grey(name: str, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    json.dumps(data(name))
    path = tmp_path / "figure.svg"
    figure(name).save(str(path), data(name))
    drawn = path.read_text()
    assert "<svg" in drawn and len(drawn) > 5000
    for found in COLOUR.findall(drawn):
        red, green, blue = (int(found[i : i + 2], 16) for i in (0, 2, 4))
        assert max(red, green, blue) - min(red, green, blue) <= 8, found


@pytest.mark.parametrize(("ending", "start"), [("png", b"\x89PNG"), ("pdf", b"%PDF")])
def test_the_extension_says_the_format(
    ending: str, start: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("matplotlib")
    path = tmp_path / f"f.{ending}"
    assert main(["figure", "ziani-1", "-o", str(path)]) == 0
    assert path.read_bytes().startswith(start)
    assert str(path) in capsys.readouterr().out


def test_the_same_figure_is_the_same_file(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    for ending in ("svg", "pdf"):
        paths = [tmp_path / f"{n}.{ending}" for n in (1, 2)]
        for path in paths:
            figure("ziani-1").save(str(path))
        assert paths[0].read_bytes() == paths[1].read_bytes()


def test_axes_have_names_and_units() -> None:
    pytest.importorskip("matplotlib")
    for name in sorted(NAMES - {"frontier", "sun-table-1", "sun-table-2"}):
        panels = figure(name).draw(data(name)).axes
        assert panels, name
        assert all(axes.get_xlabel() and axes.get_ylabel() for axes in panels), name


# --- the verb -----------------------------------------------------------------------------------


def test_list_summary_table_and_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["figure", "--list"]) == 0
    listed = capsys.readouterr().out
    assert all(name in listed for name in NAMES)
    assert main(["figure", "ziani-1"]) == 0
    assert "density      0.5, 1.0, 2.0, 4.0" in capsys.readouterr().out
    assert main(["figure", "sun-table-2"]) == 0
    assert "the paper prints 101011" in capsys.readouterr().out
    assert main(["figure", "ziani-1", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["figure"] == "ziani-1"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ([], "NAME must be given"),
        (["mona-lisa"], "NAME must be a figure"),
        (["ziani-1", "-o", "x.bmp"], "--output must end in .png, .svg, .pdf"),
        (["ziani-1", "-o", "/nonexistent/x.svg"], "--output must be a writable file"),
    ],
)
def test_what_is_refused(words: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["figure", *words]) == 3
    assert said in capsys.readouterr().err


def test_an_unknown_figure_names_the_known_ones() -> None:
    with pytest.raises(InputError, match="holohan-1"):
        figure("nothing")


def test_the_loss_is_the_logarithm_of_the_exact_one() -> None:
    """vinterbo/thm-4.6/loss at p = 1/2, n = 12: c = 5/2, s = 2 / 4097."""
    s = 2 / 4097
    assert isclose(data("vinterbo-1b")["log_loss"]["0.5"][-1], log((2.5**12 - s) / (1 - s)))


def test_a_notebook_shows_the_picture_of_a_figure() -> None:
    drawn = figure("ziani-1").draw(data("ziani-1"))
    picture = drawn._repr_png_()
    assert picture[:8] == b"\x89PNG\r\n\x1a\n" and picture[12:16] == b"IHDR"
    sides = [int.from_bytes(picture[i : i + 4]) for i in (16, 20)]
    assert sides == [round(100 * inches) for inches in drawn.get_size_inches()]
    assert pickle.loads(pickle.dumps(drawn))._repr_png_()[:8] == picture[:8]


# --- drawings and parameters ----------------------------------------------------------------------


def drawn(name: str) -> Any:
    pytest.importorskip("matplotlib")
    return figure(name).drawing(data(name))


def test_arrows_of_the_frontier_end_at_their_boxes_with_a_head() -> None:
    """They ended below the box that they pointed at, which hid their heads."""
    picture = drawn("frontier")
    (axes,) = picture.axes
    arrows = [text.arrow_patch for text in axes.texts if getattr(text, "arrow_patch", None)]
    boxes = {text.get_bbox_patch() for text in axes.texts if text.get_text()}
    assert len(arrows) == len(data("frontier")["covers"]) > 0
    for arrow in arrows:
        assert arrow.patchA in boxes and arrow.patchB in boxes
        assert type(arrow.get_arrowstyle()).__name__ == "CurveFilledB"
    labels = {text.get_text().replace("\n", " ") for text in axes.texts if text.get_text()}
    assert labels == {name for layer in data("frontier")["layers"] for name in layer}


@pytest.mark.parametrize("name", ["sun-2", "sun-3"])
def test_legends_show_the_lines_that_have_no_marks(name: str) -> None:
    """The improved deck is not simulated: its entry was a mark that no curve has."""
    (axes,) = drawn(name).axes
    entries = {line.get_label(): line for line in axes.get_legend().get_lines()}
    improved = entries["improved Christofides"]
    assert improved.get_marker() in ("None", None, "") and improved.get_linestyle() != "None"
    curves = [line for line in axes.get_lines() if line.get_linestyle() == improved.get_linestyle()]
    assert any(line.get_color() == improved.get_color() for line in curves)


def test_the_switching_curve_is_smooth() -> None:
    """The boundary of the grey region was that of the cells of a grid, of 90 degrees each."""
    (axes,) = drawn("switching-curve").axes
    grey = axes.collections[0].get_paths()[0].vertices
    turns = [b - a for a, b in pairwise(grey) if (b != a).all()]
    assert len(turns) > 20


@pytest.mark.parametrize("name", sorted(NAMES - {"sun-table-1", "sun-table-2"}))
def test_every_drawing_has_a_title(name: str) -> None:
    assert any(axes.get_title() for axes in drawn(name).axes)


def test_figures_take_parameters() -> None:
    changed = figure("variance").data(prior="1/10")
    assert changed["prior"] == "1/10"
    (warner,) = (values for names, values in changed["devices"].items() if "warner" in names)
    gamma = exp(changed["epsilon"][3])
    assert isclose(warner[3], 9 / 100 + gamma / (gamma - 1) ** 2, rel_tol=1e-6)
    region = figure("region").data(epsilon=1, delta="2/5", prior="1/10")
    assert round(region["least"], 2) == 0.24
    assert figure("frontier").data(gamma=2, truths=2)["truths"] == 2
    with pytest.raises(InputError, match="gamma is not for the figure variance, which takes prior"):
        figure("variance").data(gamma=3)


def test_parameters_are_options(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["figure", "region", "--prior", "1/10", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["prior"] == "1/10"
    assert main(["figure", "ziani-1", "--prior", "1/10"]) == 3
    assert "takes no parameters" in capsys.readouterr().err


# --- means of numbers ---------------------------------------------------------------------------


def test_the_mean_of_numbers_has_the_certified_limits_and_every_mechanism_above_them() -> None:
    """At epsilon 1/2 16.00280; at 2 the limit lies between 0.86543 and 0.86549."""
    found = data("mean-estimation")
    limits = dict(zip(found["epsilon"], found["limits"], strict=True))
    assert limits["1/2"] == [pytest.approx(16.00280, abs=5e-6)] * 2
    assert limits["2"][0] < 0.86543 < 0.86549 < limits["2"][1] < 0.8660
    assert found["digits"][found["epsilon"].index("1")] == "3.990665661"
    for values in found["devices"].values():
        pairs = zip(values, found["limits"], strict=True)
        assert all(value > bound for value, (bound, _) in pairs)


@pytest.mark.long
def test_the_limits_in_the_guide_are_certified() -> None:
    guide = Path(__file__).parents[2] / "examples" / "guide" / "04_numbers.py"
    said = re.findall(r"([0-9.]+) \.\. ([0-9.]+) at ([0-9]+)", guide.read_text().replace("# ", ""))
    found = mean_estimation(161)
    limits = dict(zip(found["epsilon"], found["limits"], strict=True))
    assert [epsilon for _, _, epsilon in said] == ["2", "3", "4", "5", "6"]
    for low, high, epsilon in said:
        assert float(low) <= limits[epsilon][0] <= limits[epsilon][1] <= float(high)


# --- phases -------------------------------------------------------------------------------------


def test_certified_optima_lie_on_the_proved_sides_of_the_boundaries() -> None:
    """m answers are offered while gamma q_m is at least gamma Q_m / (gamma + m - 1)."""
    found = data("phases")
    for gamma, ratio, many in found["guess_points"]:
        shares = [ratio**j for j in range(found["categories"])]
        gains = [gamma * sum(shares[:m]) / (gamma + m - 1) for m in range(1, len(shares) + 1)]
        assert gains[many - 1] == pytest.approx(max(gains), rel=1e-12)
    assert {many for _, _, many in found["guess_points"]} == {1, 2, 3, 4, 5}
    for gamma, q, best in found["skewed_points"]:
        assert best == (q <= (gamma + 3) / (gamma + 5))
    assert {best for _, _, best in found["skewed_points"]} == {True, False}


def test_boundaries_are_where_two_designs_are_worth_the_same() -> None:
    found = data("phases")
    for m, curve in found["guess"].items():
        for gamma, t in curve[::20]:
            here, more = sum(t**j for j in range(m)), sum(t**j for j in range(m + 1))
            assert here / (gamma + m - 1) == pytest.approx(more / (gamma + m), rel=1e-9)
    for shares in found["shares"][::10]:
        a, b, c = (1 + 2 * share for share in shares)
        assert c * (a + b) == pytest.approx(4 * a * b, rel=1e-9)
        assert sum(shares) == pytest.approx(1)


def test_the_phases_are_of_a_level_above_one() -> None:
    with pytest.raises(InputError, match="gamma must be above 1"):
        figure("phases").data(gamma="1")
