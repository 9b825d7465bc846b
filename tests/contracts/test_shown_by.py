"""What the design promises to show, run: every "Shown by", every JSON contract, every status.

Expected values are those of the promises themselves, of the papers, or computed here by brute
force and by scipy. Not repeated here: the commands of the README from a fresh clone (.ci/run), and
the survey of a million and `examples/rediscover.py` (tests/examples).
"""

from __future__ import annotations

import json
import math
import shutil
import subprocess
import sys
from collections.abc import Callable
from decimal import Decimal, getcontext
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy.optimize import linprog

import rropt as rr
from rropt.cli import main

ROOT = Path(__file__).parents[2]
LN3 = "ln(3)"
Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: Any) -> Run:
    """A command line run in an empty folder: status, standard output, standard error."""
    monkeypatch.chdir(tmp_path)

    def command(*words: str) -> tuple[int, str, str]:
        status = main(list(words))
        out, err = capsys.readouterr()
        return status, out, err

    return command


def answer(run: Run, *words: str, status: int = 0) -> dict[str, Any]:
    """The one JSON object of a command, and nothing else."""
    found, out, err = run(*words, "--json")
    assert (found, err) == (status, ""), err
    assert out.count("\n") == 1
    data = json.loads(out)
    assert isinstance(data, dict)
    return data


def number(value: Any) -> Fraction:
    """An exact number: a string, in lowest terms."""
    assert isinstance(value, str), value
    found = Fraction(value)
    assert str(found) == value
    return found


def enclosure(value: Any) -> tuple[Fraction, Fraction]:
    """An exact number, or an enclosure: a list of two strings."""
    if isinstance(value, str):
        return number(value), number(value)
    assert isinstance(value, list) and [type(end) for end in value] == [str, str]
    lo, hi = (Fraction(end) for end in value)
    assert lo <= hi
    return lo, hi


def table(rows: Any) -> list[list[Fraction]]:
    """An exact column-stochastic table."""
    found = [[number(entry) for entry in row] for row in rows]
    assert all(sum(column) == 1 for column in zip(*found, strict=True))
    return found


def write(name: str, rows: Any) -> str:
    Path(name).write_text(json.dumps({"channel": rows}))
    return name


def staircases(k: int, gamma: float) -> list[tuple[float, ...]]:
    """All patterns with entries 0 or gamma^t whose levels are 0..l without a hole (k small)."""
    levels = [None, *range(k)]
    found = []
    for choice in product(levels, repeat=k):
        used = {level for level in choice if level is not None}
        if used and used == set(range(len(used))):
            found.append(tuple(0.0 if t is None else gamma**t for t in choice))
    return found


def best_value(
    utility: Callable[[tuple[float, ...]], float], k: int, gamma: float, delta: float
) -> float:
    """The linear program over all staircases, by scipy."""
    rows = staircases(k, gamma)
    pairs = [(a, b) for a in range(k) for b in range(k) if a != b]
    surplus = [[max(0.0, r[a] - gamma * r[b]) for r in rows] for a, b in pairs]
    found = linprog(
        [-utility(r) for r in rows],
        A_ub=surplus,
        b_ub=[delta] * len(pairs),
        A_eq=np.array(rows).T,
        b_eq=[1.0] * k,
    )
    return float(-found.fun)


# --- the foundation -------------------------------------------------------------------------------


def test_importing_rropt_imports_nothing_slow() -> None:
    code = "import sys, rropt; print(' '.join(sys.modules))"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert not {"cvxpy", "sympy", "matplotlib", "numpy", "scipy"} & set(found.stdout.split())


def test_the_readme_has_the_two_commands_and_ci_runs_the_second() -> None:
    readme = (ROOT / "README.md").read_text()
    lines = [line for line in readme.splitlines() if line.startswith("python3 -m venv")]
    assert len(lines) == 2 and all("pip install" in line for line in lines)
    assert lines[0].endswith("design variance --epsilon 1/2 --delta 1/10 --prior 1/4")
    assert "pytest" in lines[1]
    assert "README" in (ROOT / ".ci" / "run").read_text()


@pytest.mark.parametrize(
    ("words", "bound", "attained", "at"),
    [
        (["--beta", "5/2"], "5/2", False, ["0+", "1-"]),
        (["--rho", "1/10", "1/2"], "9", False, ["1/10-", "1/2-"]),
        (["--h", "Min(1, p + 1/5)"], "9/4", True, ["2/5"]),
        (["--h", "1"], "oo", True, ["0 < p < 1"]),
    ],
)
def test_bound(run: Run, words: list[str], bound: str, attained: bool, at: list[str]) -> None:
    data = answer(run, "bound", *words)
    assert (data["bound"], data["attained"], data["at"]) == (bound, attained, at)
    if bound != "oo":
        lo, hi = (float(Fraction(end)) for end in data["epsilon"])
        assert lo == pytest.approx(math.log(Fraction(bound)), abs=1e-12) and hi - lo < 1e-15
    status, out, _ = run("bound", *words)
    assert status == 0 and f"B(h) = {bound}" in out


def test_a_bound_that_is_no_rational_is_an_enclosure(run: Run) -> None:
    """h = p + p (1-p) e^-p has ((1-p)/p) h/(1-h) -> 1/(1 - 1/e) as p -> 1."""
    lo, hi = enclosure_of_decimals(answer(run, "bound", "--h", "p + p*(1-p)*exp(-p)")["bound"])
    assert lo <= 1 / (1 - math.exp(-1)) + 1e-15 and hi >= 1 / (1 - math.exp(-1)) - 1e-15


def enclosure_of_decimals(value: Any) -> tuple[float, float]:
    assert isinstance(value, list) and [type(end) for end in value] == [str, str]
    lo, hi = (float(Fraction(end)) for end in value)
    return lo, hi


# --- certificates ---------------------------------------------------------------------------------


@pytest.mark.everything
def test_a_certificate_of_all_patterns_of_16_truths(run: Run) -> None:
    prior = ",".join(["1/10"] * 5 + ["1/20"] * 8 + ["1/40"] * 2 + ["1/20"])
    words = ["design", "mutual-information", "--gamma", "3", "--prior", prior]
    assert run(*words, "--save", "D.json")[0] == 0
    data = answer(run, "check", "D.json")
    assert data["verdict"] == "verified" and "16 truths" in data["statement"]


def copied(folder: Path, *names: str) -> tuple[int, str]:
    """Status and words of a copy of these parts of the checker on D.json, without site packages."""
    folder.mkdir()
    for name in names:
        source = ROOT / "rropt" / name
        (shutil.copytree if source.is_dir() else shutil.copy)(source, folder / name)
    words = [sys.executable, "-I", "-S", str(folder / "check.py"), "D.json"]
    found = subprocess.run(words, capture_output=True, text=True, check=False)
    assert found.stderr == ""
    return found.returncode, found.stdout


@pytest.mark.parametrize(
    ("change", "status", "verdict"),
    [
        ({}, 0, "verified"),
        ({"bound": "2"}, 1, "refuted"),
        ({"value": "16/7"}, 1, "refuted"),
        ({"truths": 6}, 3, "malformed"),
        ({"bound": 2.5}, 3, "malformed"),
        ({"format": "rropt-certificate/9"}, 3, "malformed"),
    ],
)
def test_check(run: Run, change: dict[str, Any], status: int, verdict: str) -> None:
    design = rr.optimal(rr.LocalDP(LN3), rr.Trace(5))
    Path("D.json").write_text(json.dumps(json.loads(design.certificate.to_json()) | change))
    data = answer(run, "check", "D.json", status=status)
    assert data["verdict"] == verdict
    assert bool(data["statement"]) == (status == 0) and bool(data["reason"]) == (status != 0)


@pytest.mark.parametrize("content", [b"", b"\xff\xfe", b"[" * 99999, b"[NaN]", b'{"a":1,"a":1}'])
def test_check_answers_anything(run: Run, content: bytes) -> None:
    Path("D.json").write_bytes(content)
    assert answer(run, "check", "D.json", status=3)["verdict"] == "malformed"


# --- linear designs -------------------------------------------------------------------------------


def saved_and_checked(run: Run, *words: str) -> dict[str, Any]:
    data = answer(run, "design", *words)
    Path("DJ.json").write_text(json.dumps(data))
    Path("C.json").write_text(json.dumps(data["certificate"]))
    for name in ("DJ.json", "C.json"):
        assert answer(run, "check", name)["verdict"] == "verified"
    return data


@pytest.mark.everything
@pytest.mark.parametrize("gamma", ["3/2", "2", "5"])
@pytest.mark.parametrize("k", range(2, 7))
def test_trace(run: Run, gamma: str, k: int) -> None:
    data = saved_and_checked(run, "trace", "--gamma", gamma, "--categories", str(k))
    expected = Fraction(gamma) * k / (Fraction(gamma) + k - 1)
    assert number(data["value"]) == number(data["bound"]) == expected
    assert data["gap"] == "0"
    rows = table(data["channel"])
    assert sum(max(row) for row in rows) == expected
    assert all(max(row) <= Fraction(gamma) * min(row) for row in rows)


@pytest.mark.everything
@pytest.mark.parametrize(("k", "value"), [(2, "31/20"), (3, "48/25"), (4, "11/5")])
def test_trace_with_delta(run: Run, k: int, value: str) -> None:
    words = ["trace", "--gamma", "3", "--delta", "1/10", "--categories", str(k)]
    data = saved_and_checked(run, *words)
    assert (data["value"], data["bound"], data["delta"]) == (value, value, "1/10")
    assert best_value(max, k, 3.0, 0.1) == pytest.approx(float(Fraction(value)), abs=1e-8)


@pytest.mark.everything
def test_mutual_information(run: Run) -> None:
    data = saved_and_checked(run, "mutual-information", "--gamma", "3", "--prior", "1/2,3/10,1/5")
    lo, hi = enclosure(data["value"])
    assert lo <= Fraction("0.1372951133643135") and hi >= Fraction("0.1372951133643125")
    assert hi - lo < Fraction(1, 10**20) and number(data["bound"]) >= hi


@pytest.mark.everything
def test_variance_with_any_number_of_outputs(run: Run) -> None:
    words = ["variance", "--epsilon", "1/2", "--delta", "1/10", "--prior", "1/4"]
    data = saved_and_checked(run, *words)
    fisher = best_value(
        lambda r: (r[1] - r[0]) ** 2 / (0.75 * r[0] + 0.25 * r[1]), 2, math.exp(0.5), 0.1
    )
    lo, hi = enclosure(data["value"])
    assert float(lo) == pytest.approx(1 / fisher, rel=1e-9)
    assert f"{float(hi):.4f}" == "1.3288" and data["outputs"] == "any"
    expected = {
        *("objective", "gamma", "delta", "outputs", "channel", "value", "bound", "gap"),
        *("closed_form", "support", "certificate", "optima"),
    }
    assert expected <= set(data) and data["objective"] == "variance"
    gamma = enclosure(data["gamma"])
    assert float(gamma[0]) == pytest.approx(math.exp(0.5), rel=1e-15) and gamma[0] < gamma[1]
    assert all(set(entry) == {"pattern", "weight"} for entry in data["support"])


def test_a_million_categories(run: Run) -> None:
    data = saved_and_checked(run, "trace", "--gamma", "3", "--categories", "1000000")
    assert number(data["value"]) == Fraction(3 * 10**6, 10**6 + 2)


@pytest.mark.parametrize("total", [2, 7, 36, 52, 2**32])
def test_deployable_tables(run: Run, total: int) -> None:
    words = ["trace", "--gamma", "5/2", "--categories", "2", "--denominator", str(total)]
    data = saved_and_checked(run, *words)
    rows = table(data["channel"])
    assert all((entry * total).denominator == 1 for row in rows for entry in row)
    assert all(max(row) <= Fraction(5, 2) * min(row) for row in rows)
    assert number(data["gap"]) == number(data["bound"]) - number(data["value"])
    if total <= 52:
        best = max(
            (Fraction(total + abs(a - b), total), a, b)
            for a in range(total + 1)
            for b in range(total + 1)
            if max(a, b) * 2 <= 5 * min(a, b) and (total - min(a, b)) * 2 <= 5 * (total - max(a, b))
        )
        assert number(data["value"]) >= best[0]


def test_the_corners_are_answers(run: Run) -> None:
    words = ["trace", "--gamma", "3", "--categories", "3"]
    everything = saved_and_checked(run, *words, "--delta", "1")
    assert table(everything["channel"]) == [[int(i == j) for j in range(3)] for i in range(3)]
    nothing = saved_and_checked(run, "trace", "--epsilon", "0", "--categories", "3")
    assert nothing["value"] == "1" and any("useless" in note for note in nothing["notes"])


# --- cards and curved designs ---------------------------------------------------------------------


@pytest.mark.everything
@pytest.mark.parametrize("prior", ["1/4", "1/20", "1/2", "0", "1", "9/10"])
@pytest.mark.parametrize(("epsilon", "delta"), [("1/2", "1/10"), ("1", "0"), ("0", "1/5")])
def test_the_best_card_against_a_grid(run: Run, epsilon: str, delta: str, prior: str) -> None:
    words = ["--epsilon", epsilon, "--delta", delta, "--prior", prior, "--outputs", "2"]
    data = saved_and_checked(run, "variance", *words)
    pi, gamma, d = float(Fraction(prior)), math.exp(float(Fraction(epsilon))), Fraction(delta)
    p00, p11 = np.meshgrid(np.linspace(0, 1, 401), np.linspace(0, 1, 401))
    private = np.ones_like(p00, dtype=bool)
    for a, b in ((p00, 1 - p11), (1 - p11, p00), (p11, 1 - p00), (1 - p00, p11)):
        private &= a <= gamma * b + float(d) + 1e-12
    yes = (1 - p00) * (1 - pi) + p11 * pi
    useful = private & (p00 + p11 > 1 + 1e-9)
    spread = np.where(useful, yes * (1 - yes), np.inf) / np.where(useful, (p00 + p11 - 1) ** 2, 1)
    least = float(spread.min())
    value = float(enclosure(data["value"])[0])
    assert value <= least + 1e-9 and least <= value * 1.05
    assert data["outputs"] == 2 and len(data["channel"]) == 2


def test_the_best_card_of_the_paper() -> None:
    design = rr.optimal(rr.LocalDP("1/2", "1/10"), rr.Variance("1/4"), outputs=2)
    assert f"{float(design.value):.4f}" == "2.3724"  # type: ignore[arg-type]
    assert design.restriction is not None
    assert float(design.restriction.ratio) == pytest.approx(2.37241 / 1.32878, rel=1e-5)


def test_no_card_is_useful_at_epsilon_zero(run: Run) -> None:
    data = answer(run, "design", "variance", "--epsilon", "0", "--prior", "1/4", "--outputs", "2")
    assert data["value"] == "oo" and any("p00 + p11 > 1" in note for note in data["notes"])


def covariance_trace(rows: np.ndarray, prior: np.ndarray) -> tuple[float, np.ndarray]:
    information = rows.T @ (rows / (rows @ prior)[:, None])
    inverse = np.linalg.inv(information)
    return float(np.trace(inverse) - prior @ prior), inverse


@pytest.mark.parametrize("prior", [["7/10", "3/20", "1/10", "1/20"], ["0.7", "0.2", "0.1"]])
def test_a_optimal_designs_against_the_equivalence_theorem(prior: list[str]) -> None:
    """No table gains more along the gradient r' J^-2 r / (r.pi) than the design itself does."""
    design = rr.optimal(rr.LocalDP(LN3), rr.AOptimal(prior))
    pi = np.array([float(Fraction(p)) for p in prior])
    value, inverse = covariance_trace(design.channel.to_numpy(), pi)
    k = len(pi)
    patterns = [np.array(r) for r in product([1.0, 3.0], repeat=k)]
    slope = [float(r @ inverse @ inverse @ r / (r @ pi)) for r in patterns]
    best = linprog([-s for s in slope], A_eq=np.array(patterns).T, b_eq=[1.0] * k)
    assert -best.fun <= np.trace(inverse) * (1 + 1e-8)
    lo, hi = design.value.lo, design.value.hi
    assert float(lo) == pytest.approx(value, rel=1e-12)
    assert design.gap / hi < Fraction(1, 10**9)
    if k == 4:
        assert f"{float(hi):.13f}" == "6.4369987726868" and len(design.support) == 7


@pytest.mark.parametrize("k", [6, 8])
def test_a_optimal_designs_on_many_truths(k: int) -> None:
    """10 and 14 truths, which take longer, are solved in tests/bench."""
    prior = [f"{2 * j}/{k * (k + 1)}" for j in range(1, k + 1)]
    design = rr.optimal(rr.LocalDP(LN3), rr.AOptimal(prior), crosscheck=False)
    hi = design.value.hi
    assert 0 <= design.gap <= hi * Fraction(1, 10**9)
    assert design.certificate.check().verdict == "verified"


# --- comparing ------------------------------------------------------------------------------------


def test_compare(run: Run) -> None:
    weak = write("A.json", [["2/3", "1/3"], ["1/3", "2/3"]])
    strong = write("P.json", [["3/4", "1/4"], ["1/4", "3/4"]])
    better = answer(run, "compare", weak, strong)
    assert (better["relation"], better["separation"]) == ("better", None)
    C, P = table(better["garbling"]), [[Fraction(3, 4), Fraction(1, 4)]]
    P.append(P[0][::-1])
    product_ = [
        [sum(c * p for c, p in zip(row, col, strict=True)) for col in zip(*P, strict=True)]
        for row in C
    ]
    assert product_ == [[Fraction(2, 3), Fraction(1, 3)], [Fraction(1, 3), Fraction(2, 3)]]
    worse = answer(run, "compare", strong, weak, status=1)
    assert (worse["relation"], worse["garbling"]) == ("worse", None)
    gain = [[number(entry) for entry in row] for row in worse["separation"]["gain"]]
    sides = {"A": [["3/4", "1/4"], ["1/4", "3/4"]], "P": [["2/3", "1/3"], ["1/3", "2/3"]]}
    for name, rows in sides.items():
        worth = sum(
            max(sum(g * Fraction(p) for g, p in zip(action, row, strict=True)) for action in gain)
            for row in rows
        )
        assert number(worse["separation"][name]) == worth
    assert number(worse["separation"]["A"]) > number(worse["separation"]["P"])


@pytest.mark.parametrize("digits", [12, 30])
def test_tables_that_differ_by_very_little_are_told_apart(run: Run, digits: int) -> None:
    more = str(Fraction(3, 4) + Fraction(1, 10**digits))
    less = str(Fraction(1, 4) - Fraction(1, 10**digits))
    first = write("A.json", [["3/4", "1/4"], ["1/4", "3/4"]])
    second = write("P.json", [[more, less], [less, more]])
    assert answer(run, "compare", first, second)["relation"] == "better"
    assert answer(run, "compare", second, first, status=1)["relation"] == "worse"
    assert answer(run, "compare", first, first)["relation"] == "equivalent"


def test_incomparable(run: Run) -> None:
    z_shaped = write("A.json", [["1", "1/2"], ["0", "1/2"]])
    warner = write("P.json", [["3/4", "1/4"], ["1/4", "3/4"]])
    assert answer(run, "compare", z_shaped, warner, status=1)["relation"] == "incomparable"


def test_admissible(run: Run) -> None:
    path = write("A.json", [["3/4", "1/4"], ["1/4", "3/4"]])
    yes = answer(run, "admissible", path, "--gamma", "3")
    assert (yes["admissible"], yes["dominating"], yes["garbling"]) == (True, None, None)
    no = answer(run, "admissible", path, "--gamma", "4", status=1)
    P, C = table(no["dominating"]), table(no["garbling"])
    assert all(max(row) == 4 * min(row) for row in P)
    found = [
        [sum(c * p for c, p in zip(row, col, strict=True)) for col in zip(*P, strict=True)]
        for row in C
    ]
    assert found == [[Fraction(3, 4), Fraction(1, 4)], [Fraction(1, 4), Fraction(3, 4)]]


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        ([["3/4", "1/4"], ["1/4", "3/5"]], "column 1 must add up to one, got 17/20"),
        ([["5/4", "1/4"], ["-1/4", "3/4"]], "must not be negative, got -1/4"),
        ([], "must not be empty"),
        ([["1/3"] * 3] * 3, "over the same truths, got 3 and 2"),
    ],
)
def test_bad_channels(run: Run, rows: Any, said: str) -> None:
    good = write("P.json", [["3/4", "1/4"], ["1/4", "3/4"]])
    status, out, err = run("compare", write("A.json", rows), good)
    assert (status, out, err.count("\n")) == (3, "", 1) and said in err


# --- devices --------------------------------------------------------------------------------------


def test_device(run: Run) -> None:
    data = answer(run, "device", "warner", "--p", "3/4", "--prior", "1/4", "--n", "100")
    assert table(data["channel"]) == [
        [Fraction(3, 4), Fraction(1, 4)],
        [Fraction(1, 4), Fraction(3, 4)],
    ]
    lo, hi = enclosure(data["epsilon"])
    assert float(lo) == pytest.approx(math.log(3)) and lo <= hi
    variance = Fraction(3, 16) / 100 + Fraction(3, 16) / Fraction(1, 4) / 100
    assert number(data["variance"]) == variance == number(data["optimum"])
    assert data["loss"] == "1"


@pytest.mark.parametrize(
    "words",
    [
        ["warner", "--p", "1/2"],
        ["christofides", "--proportions", "1/3,1/3,1/3"],
        ["christofides", "--proportions", "1/4,1/2,1/4"],
        ["improved_christofides", "--cards", "10", "--proportions", "1/2,1/4,1/4"],
        ["crosswise", "--p", "1/2"],
        ["warner", "--p", "2"],
    ],
)
def test_devices_that_cannot_work(run: Run, words: list[str]) -> None:
    status, out, err = run("device", *words)
    assert (status, out, err.count("\n")) == (3, "", 1)


def test_sun_table_2_for_warner(run: Run) -> None:
    """A census of n people has the variance gamma / (gamma - 1)^2 / n; 1/10 is wanted."""
    getcontext().prec = 50
    data = answer(run, "figure", "sun-table-2")
    expected = []
    for column in data["columns"]:
        gamma = Decimal(column).exp()
        expected.append(str(math.ceil(10 * gamma / (gamma - 1) ** 2)))
    (row,) = (cells for name, cells in data["rows"].items() if "Warner" in name)
    assert [str(cell) for cell in row] == expected


def test_sun_table_1(run: Run) -> None:
    data = answer(run, "figure", "sun-table-1")
    assert data["rows"]["0.01"] == ["0.100", "0.101", "0.101", "0.104"]


# --- from reports to estimates --------------------------------------------------------------------


def test_a_saved_design_flows_through_every_verb(run: Run) -> None:
    words = ["design", "variance", "--epsilon", LN3, "--prior", "1/4", "--save", "D.json"]
    assert run(*words)[0] == 0 and run("check", "D.json")[0] == 0
    Path("answers.csv").write_text("id,smokes\n" + "".join(f"{i},{i % 2}\n" for i in range(500)))
    drawn = answer(
        *(run, "randomize", "answers.csv", "--design", "D.json"),
        *("--column", "smokes", "-o", "reports.csv"),
    )
    assert drawn["n"] == 500
    data = answer(run, "estimate", "reports.csv", "--design", "D.json", "--column", "smokes")
    assert {"n", "estimate", "stderr", "interval", "mle", "covariance"} <= set(data)
    share = Path("reports.csv").read_text().split("\n")[1:501]
    yes = sum(line.endswith(",1") for line in share) / 500
    assert data["n"] == 500 and data["estimate"][1] == pytest.approx((yes - 0.25) / 0.5)
    spread = math.sqrt(yes * (1 - yes) / 500) / 0.5
    assert data["stderr"][1] == pytest.approx(spread, rel=2e-3)
    assert sum(data["mle"]) == pytest.approx(1)


def test_linear_estimates_are_never_clipped(run: Run) -> None:
    write("D.json", [["3/4", "1/4"], ["1/4", "3/4"]])
    words = ["estimate", "--counts", "90,10", "--design", "D.json"]
    data = answer(run, *words, "--method", "linear")
    assert data["estimate"] == pytest.approx([1.3, -0.3]) and data["mle"] == pytest.approx([1, 0])
    assert answer(run, *words)["estimate"] == data["mle"]


@pytest.mark.parametrize(
    ("words", "open_"),
    [
        (["--design", "D.json", "--prior", "1/5", "--margin", "0.02"], "n"),
        (["--design", "D.json", "--prior", "1/5", "--n", "5000"], "margin"),
        (["--design", "D.json", "--prior", "1/5", "--null", "1/10", "--n", "500"], "power"),
        (["--prior", "1/5", "--margin", "0.02", "--n", "50000"], "epsilon"),
    ],
)
def test_plan(run: Run, words: list[str], open_: str) -> None:
    write("D.json", [["3/4", "1/4"], ["1/4", "3/4"]])
    data = answer(run, "plan", *words)
    assert data["open"] == open_ and open_ in data
    spread = 0.16 + 0.75
    if open_ == "n":
        assert data["n"] == math.ceil(spread * (1.959963984540054 / 0.02) ** 2)
    if open_ == "margin":
        assert data["margin"] == pytest.approx(1.959963984540054 * math.sqrt(spread / 5000))


# --- proofs ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("paper", ["holohan", "ziani", "chai-nayak", "vinterbo", "sun"])
def test_every_id_has_a_verdict(paper: str) -> None:
    ids = (ROOT / "proofs" / "ids.txt").read_text().split()
    verdicts = (ROOT / "proofs" / "VERDICTS.md").read_text()
    missing = [word for word in ids if word.startswith(paper + "/") and word not in verdicts]
    assert missing == []


def test_a_pattern_of_statements_is_decided(run: Run) -> None:
    data = answer(run, "prove", "holohan/thm-2", "--recheck")["claims"]
    keys = {"id", "verdict", "grade", "method", "scope", "assuming", "witness", "corrected"}
    assert data and all(keys | {"seconds"} <= set(entry) for entry in data)
    allowed = {"proved", "refuted", "proved-under", "undecided", "not-mathematical"}
    assert {entry["verdict"] for entry in data} <= allowed - {"undecided"}


# --- the library as section 5 shows it ------------------------------------------------------------


def test_the_library(tmp_path: Path) -> None:
    privacy = rr.LocalDP(epsilon="1/2", delta="1/10")
    design = rr.optimal(privacy, rr.Variance(prior="1/4"), outputs=2)
    assert privacy.satisfied_by(design.channel)
    assert design.gap == abs(design.value - design.bound)  # type: ignore[operator]
    names = {str(symbol) for symbol in design.closed_form.free_symbols}  # type: ignore[union-attr]
    assert names == {"gamma", "delta", "pi"}
    path = tmp_path / "x.json"
    design.certificate.save(str(path))
    assert design.certificate.check().verdict == "verified"
    assert rr.optimal(rr.LocalDP(LN3), rr.Trace(categories=5)).value == Fraction(15, 7)
    assert rr.optimal(rr.LocalDP(1), rr.AOptimal(prior=["0.7", "0.2", "0.1"])).gap < 1e-9
    A, P = [["2/3", "1/3"], ["1/3", "2/3"]], rr.Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]])
    found = rr.compare(A, P)
    assert found.relation == "better" and found.witness @ P == rr.Channel.from_rows(A)
    assert rr.strict_bound("Min(1, p + 1/5)").bound == Fraction(9, 4)


@pytest.mark.parametrize("name", ["figures", "no-such"])
def test_unknown_verbs_and_names(run: Run, name: str) -> None:
    status, out, err = run(name)
    assert (status, out, err.count("\n")) == (3, "", 1)


@pytest.mark.parametrize(
    "words",
    [
        ["design", "variance", "--epsilon", value, "--prior", "1/4"]
        for value in ["nan", "inf", "-1", "1e999", "1e5", "½", "1/0", "", "0x10", "ln(1/2)"]
    ]
    + [
        ["design", "variance", "--epsilon", "1", "--delta", value, "--prior", "1/4"]
        for value in ["2", "-1", "nan", "x"]
    ]
    + [
        ["design", "variance", "--gamma", "1/2", "--prior", "1/4"],
        ["design", "variance", "--epsilon", "1", "--prior", "0"],
        ["design", "trace", "--gamma", "3", "--categories", "1"],
        ["design", "guess", "--gamma", "3", "--prior", "1/2,1/4"],
        ["design", "mutual-information", "--gamma", "3", "--prior", ",".join(["1/31"] * 30)],
        ["design", "a-optimal", "--gamma", "3", "--prior", "1,0"],
        ["design", "trace", "--gamma", "3", "--categories", "3", "--denominator", "0"],
        ["bound", "--h", "p/2"],
        ["bound", "--h", "2*p"],
        ["bound"],
        ["check", "no-such-file"],
        ["estimate", "--counts", "1,2", "--design", "no-such-file"],
        ["plan", "--prior", "1/4"],
        ["figure", "no-such-figure", "-o", "x.png"],
        ["sweep", "no-such-file", "-o", "x.db"],
    ],
)
def test_bad_input_is_one_line_and_status_three(run: Run, words: list[str]) -> None:
    status, out, err = run(*words)
    assert (status, out, err.count("\n")) == (3, "", 1)
    assert err.startswith("rropt: ") and "Traceback" not in err
