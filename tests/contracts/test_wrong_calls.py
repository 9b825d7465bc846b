"""Wrong calls, each with the sentence that its user needs: what is wrong, and what is accepted.

The sentences were read by ear. Where one lists names that grow, `...` stands for the rest of them.
"""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

import rropt as rr
from rropt.cli import main

CALLS = (
    (
        "design",
        "OBJECTIVE (see the list of objectives) must be given, as in rropt design variance ...",
    ),
    (
        "design varience --epsilon 1 --prior 1/10",
        "OBJECTIVE must be one of variance, mean, ... , got 'varience', did you mean variance?",
    ),
    (
        "design variance --prior 1/10",
        "one of --epsilon, ... must be given, such as --epsilon 1",
    ),
    (
        "design variance --epsilon 1",
        "--prior is needed for variance, such as --prior 1/4 for two truths, 1/2,1/3,1/6 for three",
    ),
    (
        "design variance --epsilon -1 --prior 1/10",
        "--epsilon must be at least 0, got -1",
    ),
    (
        "design variance --epsilon one --prior 1/10",
        "--epsilon must be a number such as 1, 0.5, 1/2 or \"ln(3)\", got 'one'",
    ),
    (
        "design variance --epsilon 1 --prior 3/2",
        "--prior must lie between 0 and 1, got 3/2",
    ),
    (
        "design variance --epsilon 1 --prior 1e-3000",
        "numbers must be short enough to write, got one of 6040 digits on the way: give the "
        "inputs with fewer digits",
    ),
    (
        "design variance --epsilon 1 --gamma 3 --prior 1/10",
        "--gamma must not be given together with --epsilon",
    ),
    (
        "design variance --epsilon 1 --delta 2 --prior 1/10",
        "--delta must lie between 0 and 1, got 2",
    ),
    (
        "design variance --epsilon 1 --prior 1/10 --outputs 1",
        "--outputs must be a whole number of at least 2, got 1",
    ),
    (
        "design variance --epsilon 1 --prior 1/10 --output 2",
        "unknown option --output: --outputs M is the number of reports, -o FILE says where "
        "to write",
    ),
    (
        "design variance --epsilon 1 --prior 1/10 --truths no",
        "--truths must be 2 different labels, got ['no']",
    ),
    (
        "design variance --epsilon 1 --prior 1/10 --truths no,no",
        "--truths must be different names such as no,yes, got 'no,no'",
    ),
    (
        "design variance --epsilon 1 --prior 1/10 --save no/such/folder.json",
        "--save must be a writable file, got no/such/folder.json: No such file or directory",
    ),
    (
        "design trace --epsilon 1",
        "--categories is needed for trace, such as --categories 3",
    ),
    (
        "design trace --epsilon 1 --categories 1",
        "--categories must be a whole number of at least 2, got 1",
    ),
    (
        "design guess --epsilon 1 --prior 1/2,1/3",
        "--prior must sum to one, got 5/6",
    ),
    (
        "design gain --epsilon 1 --prior 1/2,1/2",
        '--gain is needed for gain, such as --gain "1,0;0,1"',
    ),
    (
        "design a-optimal --epsilon 1 --prior 1/2,1/2,1/2",
        "--prior must sum to one, got 3/2",
    ),
    (
        "design c-optimal --epsilon 1 --prior 1/2,1/4,1/4",
        "--contrast is needed for c-optimal, such as --contrast 1,-1,0",
    ),
    (
        "design mean --epsilon 1",
        "--values is needed for mean, such as --values -1,0,1",
    ),
    (
        "design mean --epsilon 1 --low 5 --high 1",
        "--low must be below high, got 5, 1",
    ),
    (
        "design divergence --epsilon 1",
        "OBJECTIVE must be one of variance, mean, ... , got 'divergence', did you mean "
        "f-divergence?",
    ),
    (
        "design variance --metric grid:2x2 --prior 1/4",
        "one of --epsilon, ... must be given, such as --epsilon 1",
    ),
    (
        "design variance --privacy 1,2;3 --prior 1/4",
        "--privacy must be a square matrix of 2 rows and columns, got 1 entries in row number 2",
    ),
    (
        "check",
        "FILE (certificate, design, page or store; - is a pipe) must be given, "
        "as in rropt check D.json",
    ),
    (
        "check no_such_file.json",
        "FILE must be readable, got no_such_file.json: No such file or directory",
    ),
    (
        "check bad.json",
        "malformed: the file is no whole JSON: it breaks off, or something follows it",
    ),
    (
        "check other.json",
        "malformed: format must be rropt-certificate/2: make it again with rropt design ...",
    ),
    (
        "check answers.csv",
        "malformed: the file holds no JSON: neither a certificate nor a saved design",
    ),
    (
        "plan --design study.json",
        "one more of these must be given, and the one left open is computed: n; "
        "margin, stderr or power",
    ),
    (
        "plan --design study.json --margin 0",
        "--margin must be positive, got 0",
    ),
    (
        "plan --design study.json --margin 0.03 --n 100",
        "nothing is left to compute: leave out the design, n or margin",
    ),
    (
        "plan --design study.json --power 0.8",
        "--null must be given with a power: the proportion of the hypothesis",
    ),
    (
        "plan --margin 0.03",
        "--prior is needed, such as --prior 1/4 for two truths, 1/2,1/3,1/6 for three; or --model "
        "FILE",
    ),
    (
        "plan --design study.json --margin 0.03 --level 95",
        "--level must lie strictly between 0 and 1, such as 0.95 or 95%, got 95",
    ),
    (
        "randomize answers.csv --column smokes --design study.json -o r.csv",
        "column 'smokes' of answers.csv must hold only the labels 'no', 'yes', got 1 of 3 "
        "that do not fit",
    ),
    (
        "randomize answers.csv --column drinks --design study.json -o r.csv",
        "--column must be one of 'smokes', 'age', got 'drinks'",
    ),
    (
        "randomize answers.csv --design study.json -o r.csv",
        "--column (the column of the answers) must be given, as in rropt randomize answers.csv ...",
    ),
    (
        "randomize empty.csv --column smokes --design study.json -o r.csv",
        "FILE must not be empty, got empty.csv",
    ),
    (
        "randomize nothere.csv --column smokes --design study.json -o r.csv",
        "FILE must be a readable file, got nothere.csv",
    ),
    (
        "randomize answers.csv --column smokes -o r.csv",
        "--design (mechanism, design, certificate or page) must be given, "
        "as in rropt randomize answers.csv ...",
    ),
    (
        "estimate reports.csv --column smoke --design study.json",
        "--column must be one of 'smokes', 'age', 'town', got 'smoke'",
    ),
    (
        "estimate answers.csv --column smokes --design study.json",
        "column 'smokes' of answers.csv must hold only the labels 'no', 'yes', got 1 of 3 "
        "that do not fit",
    ),
    (
        "estimate --counts 612 --design study.json",
        "--counts must have 2 entries, one for each report, got 1",
    ),
    (
        "estimate --counts 612,-3 --design study.json",
        "--counts[1] must be a whole number of at least 0, got -3",
    ),
    (
        "estimate --design study.json",
        "exactly one of FILE and --counts must be given",
    ),
    (
        "estimate reports.csv --column smokes --design study.json --by city",
        "--by must be one of 'smokes', 'age', 'town', got 'city'",
    ),
    (
        "estimate reports.csv --column smokes --design study.json --weights town",
        "column 'town' must hold numbers, got something else in 3 of 3 rows: na=..., or "
        "--na, names words for a missing one",
    ),
    (
        "estimate --counts 612,388 --design study.json --null 1/10",
        "--null needs --contrast: a combination of the shares, as --contrast=-1,1",
    ),
    (
        "estimate --counts 612,388 --design study.json --method bayes",
        "--method must be one of likelihood, ... , got 'bayes'",
    ),
    (
        "regress reports.csv --design study.json",
        '--formula ("report ~ age + C(region)") must be given, as in rropt regress reports.csv ...',
    ),
    (
        'regress reports.csv --design study.json --formula "smokes ~ income"',
        "--formula must name columns of the data, got income",
    ),
    (
        'regress reports.csv --design study.json --formula "smokes"',
        "--formula must look like 'report ~ age + region', got 'smokes'",
    ),
    (
        "compare study.json",
        "P (the mechanism that may be at least as good) must be given, "
        "as in rropt compare A.json P.json",
    ),
    (
        "compare",
        "A (the mechanism that may be a garbling) and "
        "P (the mechanism that may be at least as good) must be given, "
        "as in rropt compare A.json P.json",
    ),
    (
        "compare study.json nothere.json",
        "P must be a readable file, got nothere.json: No such file or directory",
    ),
    (
        "admissible study.json",
        "one of --epsilon, ... must be given, such as --epsilon 1",
    ),
    (
        "bound",
        "one of --rho, --beta, --gamma, --epsilon, --h must be given",
    ),
    (
        'bound --h "p +"',
        "--h must be an expression in p with numbers, ... ; got 'p +'",
    ),
    (
        "device warnr --p 3/4",
        "unknown device 'warnr', did you mean warner? rropt device --list names them",
    ),
    (
        "device warner",
        "warner needs p, as in rropt device warner --p 3/4: it takes p",
    ),
    (
        "device warner --p 2",
        "--p must lie between 0 and 1, got 2",
    ),
    (
        "device kuk --p 3/4",
        "kuk has no parameter 'p': it takes theta1, theta2, [r]",
    ),
    (
        "derive guess",
        "--prior is needed for guess, such as --prior 1/4 for two truths, 1/2,1/3,1/6 for three",
    ),
    (
        "prove no/such/claim",
        "no statement matches 'no/such/claim'; try 'holohan/*'",
    ),
    ("figure varianc", "NAME must be a figure, did you mean variance? got 'varianc'"),
    ("bound --rho 1/2", "--rho needs 2 values: no event moves from below R1 to above R2"),
    (
        "plan --design study.json --margin 60%",
        "--margin must be below 1/2, half of what is to be estimated can vary, got 60% (3 points "
        "are 3% or 0.03)",
    ),
    (
        "figure nothing",
        "NAME must be a figure: holohan-1, ... ; got 'nothing'",
    ),
    (
        "sweep spec.toml -o s.db",
        "SPEC must be a readable file, got spec.toml: No such file or directory",
    ),
    (
        "measures study.json --population 100",
        "--population needs what is known of the others: --others, --prior, or "
        "--at-epsilon for the others among whom least is hidden",
    ),
    (
        "completely wrong",
        "unknown verb 'completely'; the verbs are: design, ...",
    ),
    (
        "--completion tcsh",
        "--completion must be one of bash, zsh, fish, got 'tcsh'",
    ),
    (
        "design variance --epsilon 1 --prior 1/10 --save new.json --certificate new.json",
        "--save and --certificate must be different files, got new.json for both",
    ),
    (
        "design variance --epsilon 1 --prior 1/10 --html /nowhere/page.html",
        "--html must be a writable file, got /nowhere/page.html: No such file or directory",
    ),
    (
        "design a-optimal --epsilon 1 --categories 3.5 --prior uniform",
        "--categories must be a whole number of at least 1, got 7/2",
    ),
    (
        "design a-optimal --epsilon 1 --prior ,",
        "--prior[0] must be a whole number, a decimal or a fraction such as 1/3, got ''",
    ),
    (
        "design mean --epsilon 1 --low 3 --high 1",
        "--low must be below high, got 3, 1",
    ),
    (
        "compare study.json study.json --range gamma",
        "--range must be NAME=LO..HI such as q=0..1/2, got 'gamma'",
    ),
    (
        "measures warnr",
        "FILE must be a file or the name of a device, got warnr, did you mean warner? ...",
    ),
    (
        "measures warner --rounds -3",
        "--rounds must be a whole number of at least 1, got -3",
    ),
    (
        "measures warner --at-epsilon x",
        "--at-epsilon must be a number such as 1, 0.5, 1/2 or \"ln(3)\", got 'x'",
    ),
    (
        "bound --gamma 0",
        "--gamma must be at least 1, got 0",
    ),
    (
        "randomize bits.csv --column smokes --design study.json -o out.csv",
        "FILE must be text, got bits.csv, which is none in utf-16-be",
    ),
    (
        "estimate bits.csv --column smokes --design study.json",
        "FILE must be text, got bits.csv, which is none in utf-16-be",
    ),
    (
        "estimate reports.csv --column smokes --design study.json --clusters village",
        "--clusters must be one of 'smokes', 'age', 'town', got 'village'",
    ),
    (
        "estimate reports.csv --column smokes --design study.json --population 1",
        "--population must be at least its sample, ... , got 1",
    ),
    (
        "estimate reports.csv --column smokes --design study.json --population x=3",
        "--population must be one number where there are no strata",
    ),
    (
        "estimate --counts 1,2 --design study.json --noncompliance no=2",
        "--noncompliance must lie between 0 and 1, got 2",
    ),
    (
        "estimate reports.csv --repeated smokes --design study.json",
        "--repeated must name two or more columns, each once, got 1 names",
    ),
    (
        "estimate reports.csv --column smokes --design study.json --level 95",
        "--level must lie strictly between 0 and 1, such as 0.95 or 95%, got 95",
    ),
    (
        'regress reports.csv --design study.json --formula "smokes ~ age" --link cauchit',
        "--link must be one of logit, probit, linear, got 'cauchit'",
    ),
    (
        "prove nosuch/statement",
        "no statement matches 'nosuch/statement'; try 'holohan/*'",
    ),
)
"""The words after `rropt`, and what it says in a folder with the files below."""

FILES = {
    "bits.csv": "\x00\x01\x02",
    "answers.csv": "smokes,age\nno,30\nyes,40\nmaybe,50\n",
    "reports.csv": "smokes,age,town\n0,30,a\n1,40,a\n0,50,b\n",
    "empty.csv": "",
    "bad.json": "{",
    "other.json": '{"a": 1}',
}

INSIDE = re.compile(r"Traceback|Error\b|Exception|<class|rropt\.|None\b|Fraction\(|line \d+ in ")
"""What a program says to its author."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    found = tmp_path_factory.mktemp("wrong")
    for name, text in FILES.items():
        (found / name).write_text(text)
    rr.optimal(rr.LocalDP(1), rr.Variance("1/10"), truths="no,yes").save(found / "study.json")
    return found


def says(sentence: str, said: str) -> bool:
    """Whether the parts of a sentence stand in what was said, from its beginning to its end."""
    pattern = ".*".join(re.escape(part.strip()) for part in sentence.split("..."))
    return re.fullmatch(f"(rropt|malformed): {pattern}\n", said, re.DOTALL) is not None


def test_there_are_sixty_at_least() -> None:
    assert len({call for call, _ in CALLS}) == len(CALLS) >= 60
    assert not says("prior must be ... got 3", "rropt: prior must be 1, got 4\n")


@pytest.mark.parametrize(("call", "sentence"), CALLS, ids=[call for call, _ in CALLS])
def test_the_sentence(
    folder: Path,
    call: str,
    sentence: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(folder)
    assert main(shlex.split(call)) == 3
    printed = capsys.readouterr()
    said = printed.err or printed.out
    assert says(sentence.removeprefix("malformed: "), said), said
    assert said.count("\n") == 1 and INSIDE.search(said) is None
    assert {path.name for path in folder.iterdir()} == {*FILES, "study.json"}
