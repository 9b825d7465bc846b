"""`rropt estimate` by several tables, of several questions, and from repeated reports."""

import json

import pytest

from rropt.channel import Channel
from rropt.cli import main
from rropt.survey import likelihood_estimate

NO_YES = ["no", "yes"]
A = [["3/4", "1/4"], ["1/4", "3/4"]]
B = [["1/4", "3/4"], ["3/4", "1/4"]]
TELLING = [["1", "1/5"], ["0", "4/5"]]


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name, table in {"A": A, "B": B, "T": TELLING}.items():
        document = {"channel": table, "truths": NO_YES, "reports": NO_YES}
        (tmp_path / f"{name}.json").write_text(json.dumps(document))
    return tmp_path


def written(folder, header, cells):
    """A CSV file with so many rows of each kind."""
    rows = [row for row, count in cells.items() for _ in range(count)]
    (folder / "reports.csv").write_text("\n".join([header, *rows]) + "\n")


def answer(capsys, *words):
    assert main(["estimate", "reports.csv", *words, "--json"]) == 0, capsys.readouterr().err
    return json.loads(capsys.readouterr().out)


def refusal(capsys, *words):
    assert main(["estimate", "reports.csv", *words]) == 3
    return capsys.readouterr().err


BOTH = ["--column", "smokes,drinks", "--design"]
ARMS = ["--design-column", "version", "--design", "a=A.json,b=B.json", "--column", "smokes"]


def test_two_tables_are_one_likelihood(folder, capsys):
    """Of 100 by A and 100 by B, the shares 0.35 and 0.65 of yes are both those of 0.2."""
    written(folder, "version,smokes", {"a,yes": 35, "a,no": 65, "b,yes": 65, "b,no": 35})
    data = answer(capsys, *ARMS)
    assert data["n"] == 200 and data["counts"] == [65, 35, 35, 65]
    assert data["estimate"] == pytest.approx([0.8, 0.2])
    one = likelihood_estimate(Channel.from_rows(A), [130, 70])
    assert data["stderr"][1] == pytest.approx(one.stderr[1])
    assert data["privacy"]["a"] == {"gamma": "3", "epsilon": pytest.approx(1.098612)}


@pytest.mark.everything
def test_two_tables_tell_the_share_of_cheaters(folder, capsys):
    """0.12 always say no; 0.2 of all are yes: reports 0.32 and 0.56, as in the library's test."""
    written(folder, "version,smokes", {"a,yes": 320, "a,no": 680, "b,yes": 560, "b,no": 440})
    data = answer(capsys, *ARMS, "--noncompliance", "no")
    assert data["truths"] == ["no", "yes", "cheater"]
    assert data["estimate"] == pytest.approx([0.68, 0.2, 0.12])
    assert data["compliance"]["p_value"] < 0.01
    assert main(["estimate", "reports.csv", *ARMS, "--noncompliance", "no"]) == 0
    assert "nobody cheats: p = " in capsys.readouterr().out


@pytest.mark.everything
def test_two_questions_have_a_joint_distribution_and_spend_together(folder, capsys):
    """Reports of the identity are the truths; of A they are unbiased: (0.35 - 1/4) * 2 = 0.2."""
    cells = {"yes,yes": 20, "yes,no": 15, "no,yes": 30, "no,no": 35}
    written(folder, "smokes,drinks", cells)
    data = answer(capsys, "--column", "smokes,drinks", "--design", "A.json,B.json")
    assert data["truths"] == ["no,no", "no,yes", "yes,no", "yes,yes"]
    assert data["counts"] == [35, 30, 15, 20]
    assert data["items"]["smokes"]["estimate"] == pytest.approx([0.8, 0.2])
    assert data["items"]["drinks"]["estimate"] == pytest.approx([0.5, 0.5])
    assert data["privacy"][""]["gamma"] == "9"
    named = answer(capsys, "--column", "smokes,drinks", "--design", "drinks=B.json,smokes=A.json")
    assert named == data
    both = answer(capsys, "--column", "smokes,drinks", "--design", "T.json")
    assert both["privacy"][""] == {"gamma": "oo", "epsilon": None}
    assert main(["estimate", "reports.csv", "--column", "smokes,drinks", "--design", "T.json"]) == 0
    assert "may reveal a truth for certain" in capsys.readouterr().out


def test_one_column_may_have_a_comma_in_its_name(folder, capsys):
    written(folder, '"smokes,drinks",smokes,drinks', {"yes,yes,no": 35, "no,no,yes": 65})
    one = answer(capsys, *BOTH, "A.json")
    assert one["truths"] == ["no", "yes"] and "items" not in one
    assert one["estimate"] == pytest.approx([0.8, 0.2])


def test_fresh_reports_tell_more_than_memoised_ones(folder, capsys):
    """Two fresh reports: n (3/4)^2 twice no of a no; the variance is smaller than of one."""
    written(folder, "may,june", {"no,no": 460, "no,yes": 190, "yes,no": 190, "yes,yes": 160})
    fresh = answer(capsys, "--repeated", "may,june", "--design", "A.json")
    assert fresh["counts"] == [460, 380, 160] and fresh["privacy"][""]["gamma"] == "9"
    alone = answer(capsys, "--column", "may", "--design", "A.json")
    assert fresh["stderr"][1] < alone["stderr"][1]
    words = ["--repeated", "may,june", "--design", "A.json", "--memoised"]
    assert "got 380 of 1000 rows that differ" in refusal(capsys, *words)
    written(folder, "may,june", {"no,no": 650, "yes,yes": 350})
    once = answer(capsys, *words)
    assert once["n"] == 1000 and once["privacy"][""]["gamma"] == "3"
    assert once["estimate"] == pytest.approx([0.8, 0.2])
    assert answer(capsys, *words[:-1])["fit"]["p_value"] < 1e-100


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ([*ARMS, "--by", "region"], "--by must be left out for several designs"),
        (ARMS[:4], "--column is needed with FILE"),
        ([*ARMS[:2], "--design", "A.json", "--column", "smokes"], "--design must be ARM=FILE"),
        ([*ARMS[:2], "--design", "a=A.json,c=B.json", *ARMS[4:]], "only the labels 'a', 'c'"),
        ([*ARMS[:2], "--design", "a=A.json,a=B.json", *ARMS[4:]], "must name each arm once"),
        ([*ARMS, "--repeated", "a,b"], "--design-column must be left out with repeated"),
        ([*ARMS, "--noncompliance", "no=1/10"], "a label alone with several designs"),
        ([*ARMS[:4], "--column", "smokes,version"], "column and design_column must each name one"),
        ([*ARMS, "--memoised"], "--memoised needs --repeated"),
        ([*ARMS, "--null", "1/2"], "--null needs --contrast"),
        (["--column", "smokes,smokes", "--design", "A.json"], "each once, got 2 names"),
        (["--column", "smokes,x", "--design", "A.json"], "column must be"),
        (["--column", "smokes,version", "--design", "A.json"], "must hold only the labels"),
        ([*BOTH, "A.json,A.json,B.json"], "one for each column (2), got 3"),
        (
            [*BOTH, "A.json", "--by", "version"],
            "--by must be left out for several designs, columns",
        ),
        ([*BOTH, "A.json", "--noncompliance", "no"], "--noncompliance must be left out"),
        (
            ["--repeated", "a,b", "--design", "A.json", "--column", "smokes"],
            "--column must be left out",
        ),
    ],
)
def test_refusals(folder, capsys, words, message):
    written(folder, "version,smokes", {"a,yes": 3, "b,no": 3})
    said = refusal(capsys, *words)
    assert message in said and said.count("\n") == 1


def test_missing_reports_are_refused_or_left_out(folder, capsys):
    written(folder, "may,june", {"no,no": 6, "no,": 2, "yes,yes": 2})
    words = ["--repeated", "may,june", "--design", "A.json"]
    assert "got 2 of 10 missing" in refusal(capsys, *words)
    assert answer(capsys, *words, "--missing", "drop")["n"] == 8
