"""Your own theorem: the three outcomes, the exit status, and what a file of claims may hold."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest
import sympy as sp
from rropt.proofs.conjecture import claims_of, prove
from rropt.proofs.goals import argued, holds, identity

import rropt as rr
from rropt.cli import main

EXAMPLE = Path(__file__).parents[2] / "examples" / "own_conjecture.py"

x, y, z = sp.symbols("x y z")

SOLVED = """
from rropt.proofs.claims import Section, states
from rropt.proofs.goals import holds, reals

u = reals("u")
solved = Section("solved")

@solved("quartic")
def quartic():
    \"\"\"Both solvers find no real number at which it fails.\"\"\"
    return states(holds(u**4 + 19 >= 2 * u, by="smt"))
"""


@pytest.mark.everything
def test_a_relation_is_proved_refuted_or_completed():
    assert prove(x**2 + 1 >= 2 * x).status == 0
    wrong = prove(x**2 >= x, x >= 0)
    assert (wrong.verdict, wrong.witness["at"], wrong.status) == ("refuted", {"x": "1/2"}, 1)
    assert wrong.proposal == "x - 1 >= 0"
    assert rr.prove(x**2 + 1 >= 2 * x).status == 0


@pytest.mark.everything
def test_schur_is_proved_without_being_told_how():
    schur = x * (x - y) * (x - z) + y * (y - x) * (y - z) + z * (z - x) * (z - y)
    found = prove(schur >= 0, x >= 0, y >= 0, z >= 0)
    assert (found.verdict, found.evidence) == ("proved", "machine")
    assert prove(schur >= sp.Rational(1, 100), x >= 0, y >= 0, z >= 0).verdict == "refuted"


def test_an_argument_is_no_success():
    found = prove(argued("it is clear", identity(x + x, 2 * x)))
    assert (found.verdict, found.evidence, found.status) == ("proved", "argued", 2)
    assert str(found).startswith("claim: argued, not proved")


def test_hypotheses_go_with_a_relation_only():
    with pytest.raises(rr.InputError, match="go with a relation"):
        prove(holds(x**2 >= 0, squares=[x]), x >= 0)


FILE = """
import sympy as sp
from rropt.proofs.claims import Section, states
from rropt.proofs.goals import holds

x = sp.Symbol("x")
right = holds((x - 1) ** 2 + x**2 > 0, squares=[x, 2 * x - 1])
mine = Section("mine")


@mine("cube")
def cube():
    return states(holds(x**3 >= 0))
"""


@pytest.mark.everything
def test_a_file_names_its_claims(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "my.py"
    path.write_text(FILE)
    assert [claim.id for claim in claims_of(path)] == ["right", "mine/cube"]
    assert main(["prove", str(path)]) == 1
    out = capsys.readouterr().out
    assert "right: proved" in out
    assert "mine/cube: refuted" in out and "proved if also x >= 0" in out
    path.write_text(FILE.partition("mine =")[0])
    assert main(["prove", str(path)]) == 0
    path.write_text("nothing = 1\n")
    assert main(["prove", str(path)]) == 3
    assert main(["prove", str(tmp_path / "no.py")]) == 3


@pytest.mark.everything
def test_a_goal_of_a_file_has_every_method_and_broken_files_are_refused(tmp_path, capsys):
    """Schur has no certificate of low degree: the solvers decide."""
    path = tmp_path / "my.py"
    schur = "x*(x-y)*(x-z) + y*(y-x)*(y-z) + z*(z-x)*(z-y)"
    made = "from rropt.proofs.goals import holds, reals\nx, y, z = reals('x y z')\n"
    path.write_text(f"{made}schur = holds({schur} >= 0, x >= 0, y >= 0, z >= 0)\n")
    assert main(["prove", str(path)]) == 0
    capsys.readouterr()
    for broken in ("def (:", "raise OSError('no')", "a = 1 / 0"):
        path.write_text(broken)
        assert main(["prove", str(path)]) == 3
        said = capsys.readouterr().err
        assert len(said.splitlines()) == 1 and "must be Python that states claims" in said


@pytest.mark.everything
def test_a_single_statement_is_shown_whole(capsys: pytest.CaptureFixture[str]) -> None:
    """Statement, verdict, counterexample, correction; refuted is status 1."""
    assert main(["prove", "holohan/eq-24/sign", "--recheck"]) == 1
    out = capsys.readouterr().out
    for part in ("The sign of (24)", "refuted", "counterexample: at delta", "corrected: for delta"):
        assert part in out
    assert main(["prove", "holohan/lem-1", "--recheck"]) == 0
    assert main(["prove", "vinterbo/proof-4.8/constant", "--recheck"]) == 2
    assert "argued, not proved" in capsys.readouterr().out
    assert main(["prove", "ziani/def-rr", "--recheck"]) == 0


@pytest.mark.everything
def test_without_the_solvers_the_extra_is_named(monkeypatch, capsys, tmp_path):
    """Also where the claims stand in a file; neither claim is asked elsewhere: answers are kept."""
    monkeypatch.setitem(sys.modules, "z3", None)
    with pytest.raises(rr.InputError, match=r"pip install '.*\[prove\]'"):
        prove(x**4 + 17 >= 2 * x)
    claims = tmp_path / "claims.py"
    claims.write_text(SOLVED)
    assert main(["prove", str(claims)]) == 3
    said = capsys.readouterr().err
    assert "[prove]'" in said and said.count("\n") == 1


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("nosuch", ""),
        ("2*x", ""),
        ("holohan/thm-22", ", did you mean holohan/thm-2?"),
        ("holohan/eq-24/sin", ", did you mean holohan/eq-24/sign?"),
    ],
)
def test_a_text_that_states_nothing_is_no_statement(text, meant):
    said = f"or the id of one, got '{text}'{meant}"
    with pytest.raises(rr.InputError, match=re.escape(said) + "$"):
        rr.prove(text)


def test_what_is_no_goal_is_refused():
    for odd in (3, None):
        with pytest.raises(rr.InputError, match="a statement must be made of goals, got"):
            prove(odd)


@pytest.mark.everything
def test_the_id_of_a_statement_of_the_papers_is_decided_as_it_stands():
    """The sign of (24) is refuted in the catalogue, by a point that is evaluated here."""
    found = prove("holohan/eq-24/sign")
    assert (found.id, found.verdict, found.status) == ("holohan/eq-24/sign", "refuted", 1)
    with pytest.raises(rr.InputError, match="has its own hypotheses"):
        prove("holohan/eq-24/sign", x > 0)
