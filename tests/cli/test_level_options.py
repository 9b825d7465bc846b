"""Privacy as a matrix on the command line: what is read, what is refused in one line."""

import json
from fractions import Fraction as F

import pytest

from rropt.cli import main


def _run(capsys, *words):
    status = main(["design", *words])
    done = capsys.readouterr()
    return status, done.out, done.err


def _data(capsys, *words):
    status, out, _ = _run(capsys, *words, "--json")
    assert status == 0
    return json.loads(out)


@pytest.mark.everything
def test_a_file_with_a_matrix_and_deltas(capsys, tmp_path):
    path = tmp_path / "P.json"
    path.write_text('{"gamma": [["1","3"],["3/2","1"]], "delta": [["0","1/10"],["1/50","0"]]}')
    data = _data(capsys, "variance", "--privacy", str(path), "--prior", "1/3")
    assert data["value"] == "4900/2529" and data["gamma"] == [["1", "3"], ["3/2", "1"]]
    assert data["delta"] == [["0", "1/10"], ["1/50", "0"]]


def test_rows_of_a_matrix_and_what_closing_changed(capsys):
    data = _data(capsys, "guess", "--privacy", "1,2,9;2,1,3;9,3,1", "--prior", "1/2,1/4,1/4")
    assert data["gamma"][0] == ["1", "2", "6"]
    assert any("closed" in note for note in data["notes"])


def test_protecting_only_yes_is_mangats_device(capsys):
    words = ["variance", "--epsilon", "ln(3)", "--protect", "yes", "--truths", "no,yes"]
    data = _data(capsys, *words, "--prior", "1/4", "--outputs", "2")
    assert data["channel"] == [["2/3", "0"], ["1/3", "1"]] and data["value"] == "9/16"


def test_metrics_by_name_and_from_a_file(capsys, tmp_path):
    words = ["a-optimal", "--epsilon", "ln(2)", "--prior", "2/5,3/10,1/5,1/10"]
    data = _data(capsys, *words, "--metric", "path")
    assert data["gamma"][0] == ["1", "2", "4", "8"]
    path = tmp_path / "D.json"
    path.write_text(json.dumps({"distances": [[abs(a - b) for b in range(4)] for a in range(4)]}))
    assert _data(capsys, *words, "--metric", str(path))["bound"] == data["bound"]
    path.write_text(json.dumps({"points": [[a] for a in range(4)]}))
    assert _data(capsys, *words, "--metric", str(path))["gamma"] == data["gamma"]


def test_a_loss_on_a_grid(capsys):
    loss = ";".join(",".join(str(abs(a - b)) for b in range(3)) for a in range(3))
    prior = ["--prior", "1/3,1/3,1/3"]
    data = _data(capsys, "gain", "--loss", loss, *prior, "--metric", "path", "--epsilon", "ln(2)")
    assert data["value"] == "5/9" and data["objective"] == "loss"


def test_a_page_shows_the_matrix(capsys, tmp_path):
    page = tmp_path / "page.html"
    words = ["guess", "--privacy", "1,3;3/2,1", "--prior", "1/2,1/2", "--html", str(page)]
    assert _run(capsys, *words)[0] == 0
    assert "the matrix of levels" in page.read_text()


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--privacy", "1,3;3"], "square"),
        (["--privacy", "1,nan;3,1"], "privacy[0][1]"),
        (["--privacy", "1,1/2;3,1"], "at least 1"),
        (["--privacy", "nowhere.json"], "readable file"),
        (["--privacy", "1,3"], "rows such as"),
        (["--privacy", "1,1;1,1"], "something to report"),
        (["--privacy", "1,3,3;3,1,2;3,3,1"], "on 2 truths"),
        (["--privacy", "1,3;2,1", "--protect", "0"], "together"),
        (["--privacy", "zcpd:1/2"], "lip, no-worse-than, as in zcdp:1/2"),
        (["--metric", "path"], "one of --epsilon, --gamma and --privacy must be given"),
        (["--metric", "nothing", "--epsilon", "1"], "--metric must be path, grid:NxM, rows, or"),
        (["--metric", "grid:2", "--epsilon", "1"], "grid:3x4"),
        (["--protect", "maybe", "--epsilon", "1", "--truths", "no,yes"], "one of no, yes"),
        (["--protect", "0", "--epsilon", "1", "--delta", "1/10"], "--delta must be 0"),
        (["--epsilon", "1", "--truths", "no,no"], "different names"),
    ],
)
def test_what_is_no_matrix_is_refused_in_one_line(capsys, words, says):
    status, out, err = _run(capsys, "guess", "--prior", "1/2,1/2", *words)
    assert status == 3 and not out
    assert says in err and err.count("\n") == 1


@pytest.mark.parametrize("content", ["[1]", "{}", '{"gamma": [[1]], "more": 1}', "{", "[" * 9999])
def test_files_of_another_form_are_refused(capsys, tmp_path, content):
    path = tmp_path / "P.json"
    path.write_text(content)
    status, _, err = _run(capsys, "guess", "--prior", "1/2,1/2", "--privacy", str(path))
    assert status == 3 and err.count("\n") == 1


@pytest.mark.parametrize(
    ("words", "content"),
    [
        (["--privacy", "P.json"], '[["1", "3"], ["3", 1.0]]'),
        (["--privacy", "P.json"], '{"gamma": [["1", "3"], ["3", "1"]]}'),
        (["--epsilon", "ln(3)", "--metric", "P.json"], "[[0, 1], [1, 0]]"),
    ],
)
def test_rows_may_be_all_that_a_file_has(capsys, tmp_path, monkeypatch, words, content):
    """Three quarters, as with one number: 3 / (1 + 3) of a first guess of one half."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "P.json").write_text(content)
    status, out, _ = _run(capsys, "guess", "--prior", "1/2,1/2", "--json", *words)
    assert status == 0 and json.loads(out)["value"] == "3/4"


@pytest.mark.parametrize("option", ["--privacy", "--metric"])
@pytest.mark.parametrize("content", ["null", "5", '"yes"', '{"levels": [[1]]}'])
def test_a_file_that_has_no_rows_is_told_the_form(capsys, tmp_path, option, content):
    path = tmp_path / "P.json"
    path.write_text(content)
    epsilon = ["--epsilon", "1"] if option == "--metric" else []
    status, out, err = _run(capsys, "guess", "--prior", "1/2,1/2", *epsilon, option, str(path))
    assert status == 3 and not out
    assert "rows" in err and err.count("\n") == 1


def test_lists_of_levels_harmless_truths_and_profiles(tmp_path, capsys):
    pair = [["3", "1/10"], ["2", "1/5"]]
    (tmp_path / "P.json").write_text(json.dumps({"gamma": [["1", pair], [pair, "1"]]}))
    (tmp_path / "C.json").write_text('{"channel": [["3/4", "1/4"], ["1/4", "3/4"]]}')
    guess = ["design", "guess", "--prior", "1/2,1/2", "--json"]
    for words, value in (
        (["--privacy", str(tmp_path / "P.json")], "11/15"),
        (["--privacy", f"no-worse-than:{tmp_path / 'C.json'}"], "3/4"),
        (["--epsilon", "ln(3)", "--sensitive", "no", "--truths", "no,yes"], "5/6"),
        (["--gamma", "3", "--sensitive", "no", "--truths", "no,yes"], "5/6"),
    ):
        assert main([*guess, *words]) == 0
        assert json.loads(capsys.readouterr().out)["value"] == value
    for words, said in (
        (
            ["--privacy", f"no-worse-than:{tmp_path / 'C.json'}", "--delta", "1/10"],
            "--delta must be left",
        ),
        (
            ["--epsilon", "1", "--sensitive", "0", "--metric", "path"],
            "--sensitive must not be",
        ),
    ):
        assert main([*guess, *words]) == 3
        assert said in capsys.readouterr().err


@pytest.mark.everything
def test_budgets_and_leakage_have_options(capsys):
    guess = ["guess", "--prior", "1/2,1/4,1/4"]
    assert "Renyi divergence of order 3/2" in _run(capsys, *guess, "--privacy", "renyi:3/2,1")[1]
    assert (
        "zCDP: rho = 1/2" in _run(capsys, "trace", "--categories", "2", "--privacy", "zcdp:1/2")[1]
    )
    leakage = _data(capsys, *guess, "--privacy", "pml:ln(3/2)")
    given = ["--leakage-prior", "1/2,1/4,1/4", "--privacy", "lip:ln(3/2)"]
    closer = _data(capsys, *guess, *given)
    assert F(closer["value"]) <= F(leakage["value"])
    fair = _data(capsys, "trace", "--categories", "2", "--privacy", "lip:ln(3/2)")
    assert fair["value"] == "4/3", "P(i | b) >= P(i) / (3/2) = 1/3 for either truth"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ([], "one of --epsilon"),
        (["--privacy", "renyi:2"], "must be renyi:order,epsilon"),
        (["--privacy", "renyi:1/2,1"], "order must be from 1 to 64"),
        (["--privacy", "zcdp:0"], "rho must be positive"),
        (["--privacy", "zcdp:1", "--delta", "1/10"], "--delta must be left out with --privacy"),
        (
            ["--privacy", "zcdp:1", "--epsilon", "1"],
            "--privacy must not be given together with --ep",
        ),
        (
            ["--privacy", "pml:1", "--metric", "path"],
            "--metric must not be given together with --p",
        ),
        (["--privacy", "pml:1", "--leakage-prior", "1/2,1/3"], "prior"),
    ],
)
def test_wrong_budgets_are_refused_in_one_line(capsys, words, said):
    status, out, err = _run(capsys, "trace", "--categories", "2", *words)
    assert status == 3 and out == "" and said in err and err.count("\n") == 1


def test_a_leakage_needs_a_prior(capsys):
    status, _, err = _run(
        capsys, "f-divergence", "--divergence", "total-variation", "--privacy", "pml:1"
    )
    assert status == 3 and "--privacy pml:1 needs --leakage-prior" in err


@pytest.mark.everything
def test_rows_may_be_json(capsys):
    plain = _data(capsys, "variance", "--privacy", "1,3;3/2,1", "--prior", "1/3")
    for rows in ('[["1","3"],["3/2","1"]]', "[[1, 3], [1.5, 1]]"):
        assert _data(capsys, "variance", "--privacy", rows, "--prior", "1/3") == plain
    status, out, err = _run(capsys, "variance", "--privacy", "[[1,3],[1", "--prior", "1/3")
    assert (status, out) == (3, "") and err.startswith("rropt: --privacy must be rows such as ")
    status, out, err = _run(capsys, "variance", "--privacy", "[1,3]", "--prior", "1/3")
    assert (status, out, err.count("\n")) == (3, "", 1)


@pytest.mark.parametrize(
    ("said", "gamma"),
    [
        ("rho:1/10,1/2", "9"),
        ("beta:2", "2"),
        ("bayes:3", "3"),
        ("h:Min(1, 3*p/(1 + 2*p))", "3"),
    ],
)
def test_demands_on_posteriors_are_said_in_one_word(capsys, said, gamma):
    """(1/2)(9/10) / ((1/10)(1/2)) = 9; a posterior 3 p / (1 + 2 p) is a Bayes factor of 3."""
    data = _data(capsys, "trace", "--categories", "2", "--privacy", said)
    assert data["gamma"] == gamma and F(data["value"]) == 2 * F(gamma) / (1 + F(gamma))


def test_blocks_and_high_truths_are_the_matrices_that_they_mean(capsys):
    guess = ["guess", "--prior", "1/2,1/4,1/4"]
    blocks = _data(capsys, *guess, "--privacy", "blocks:0,1;2,ln(3),ln(2)")
    assert blocks["gamma"] == [["1", "3", "2"], ["3", "1", "2"], ["2", "2", "1"]]
    high = _data(capsys, *guess, "--privacy", "high-low:1,2,ln(3)")
    by_rows = _data(capsys, *guess, "--privacy", ";".join(map(",".join, high["gamma"])))
    assert high["value"] == by_rows["value"] and "oo" in high["gamma"][0] + high["gamma"][1]
    for wrong in ("renyi:2", "rho:1/10", "blocks:0,1", "renyi:,1", "beta:"):
        status, out, error = _run(capsys, *guess, "--privacy", wrong)
        kind = wrong.partition(":")[0]
        assert (status, out) == (3, "") and f"--privacy {kind} must be {kind}:" in error


def test_a_name_that_stands_twice_in_a_file_of_privacy_is_refused(capsys, tmp_path):
    path = tmp_path / "P.json"
    path.write_text('{"gamma": [["1","3"],["3","1"]], "gamma": [["1","2"],["2","1"]]}')
    status, _, error = _run(capsys, "trace", "--categories", "2", "--privacy", str(path))
    assert status == 3 and "--privacy: a JSON file must name 'gamma' once" in error
