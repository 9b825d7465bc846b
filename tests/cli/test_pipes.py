"""Files that come through a pipe, and designs that are read from a page."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from rropt.cli import main

RROPT = f'"{sys.executable}" -m rropt'
ROOT = Path(__file__).parents[2]
FLIP = {"channel": [["0", "1"], ["1", "0"]], "reports": ["no", "yes"], "truths": ["no", "yes"]}
ANSWERS = "id,smokes\n7,yes\n8,no\n9,yes\n"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    tmp_path = tmp_path_factory.mktemp("pipes")
    (tmp_path / "flip.json").write_text(json.dumps(FLIP))
    (tmp_path / "a.csv").write_text(ANSWERS)
    words = ["design", "variance", "--epsilon", "1/2", "--prior", "1/4", "--json", "-o"]
    assert main([*words, str(tmp_path / "D.json"), "--html", str(tmp_path / "D.html")]) == 0
    return tmp_path


def shell(command: str) -> subprocess.CompletedProcess[str]:
    run = ["bash", "-c", command]
    return subprocess.run(run, capture_output=True, text=True, cwd=ROOT, timeout=120, check=False)


@pytest.mark.skipif(sys.platform == "win32", reason="needs a shell with pipes")
class TestPipes:
    @pytest.mark.everything
    @pytest.mark.parametrize(
        ("name", "read"),
        [
            ("D.json", "<(cat {})"),
            ("D.json", "- < {}"),
            ("D.html", "- < {}"),
            ("D.html", "/dev/stdin < {}"),
        ],
    )
    def test_check(self, folder: Path, name: str, read: str) -> None:
        run = shell(f"{RROPT} check " + read.format(folder / name))
        assert (run.returncode, run.stderr) == (0, "")
        assert run.stdout.startswith("verified")

    @pytest.mark.everything
    @pytest.mark.parametrize("read", ["<(cat {})", "- < {}", "/dev/stdin < {}"])
    def test_randomize_and_estimate(self, folder: Path, read: str) -> None:
        options = f" --design {folder / 'flip.json'} --column smokes"
        data = read.format(folder / "a.csv")
        run = shell(f"{RROPT} randomize{options} {data}")
        assert (run.stdout, run.stderr) == ("id,smokes\n7,no\n8,yes\n9,no\n", "")
        run = shell(f"{RROPT} estimate{options} --json {data}")
        assert json.loads(run.stdout)["counts"] == [1, 2]

    @pytest.mark.everything
    def test_parquet_and_tabs_are_recognised(self, folder: Path) -> None:
        polars = pytest.importorskip("polars")
        frame = polars.read_csv(folder / "a.csv")
        frame.write_parquet(folder / "a.parquet")
        frame.write_csv(folder / "a.tsv", separator="\t")
        for name in ("a.parquet", "a.tsv"):
            options = f"--design {folder / 'flip.json'} --column smokes --json"
            run = shell(f"cat {folder / name} | {RROPT} estimate - {options}")
            assert json.loads(run.stdout)["counts"] == [1, 2]

    @pytest.mark.everything
    def test_an_output_from_a_pipe_is_for_its_owner(self, folder: Path) -> None:
        options = f"--design {folder / 'flip.json'} --column smokes -o {folder / 'out.csv'}"
        assert shell(f"cat {folder / 'a.csv'} | {RROPT} randomize - {options}").returncode == 0
        assert (folder / "out.csv").stat().st_mode & 0o777 == 0o600

    @pytest.mark.everything
    def test_nothing_is_refused_in_one_line(self, folder: Path) -> None:
        run = shell(f"{RROPT} randomize - --design {folder / 'flip.json'} --column a < /dev/null")
        assert (run.returncode, run.stderr.count("\n")) == (3, 1)
        assert "must not be empty, got standard input" in run.stderr


@pytest.mark.parametrize(
    "words",
    [
        ["plan", "--prior", "1/5", "--margin", "0.02"],
        ["estimate", "--counts", "612,388"],
    ],
)
def test_a_page_is_a_design(
    folder: Path, words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    answers = []
    for name in ("D.json", "D.html"):
        assert main([*words, "--design", str(folder / name)]) == 0
        answers.append(capsys.readouterr().out)
    assert answers[0] == answers[1]
    assert main(["compare", str(folder / "D.html"), str(folder / "D.json")]) == 0


def test_a_page_with_another_table_is_refused(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = (folder / "D.html").read_text()
    start = page.index('"channel": [') if '"channel": [' in page else page.index('"channel":[')
    end = page.index("]]", start)
    fake = page[:start] + '"channel": [["1", "0"], ["0", "1"]' + page[end + 1 :]
    (folder / "fake.html").write_text(fake)
    words = ["plan", "--prior", "1/5", "--margin", "0.02", "--design", str(folder / "fake.html")]
    assert main(words) == 3
    assert "the table shown is not the one in the certificate" in capsys.readouterr().err


@pytest.mark.everything
def test_a_design_through_a_pipe_is_read_once(folder: Path) -> None:
    """Every verb asks of the same file whether it is for a mean, and which table it has."""
    where = f'cd "{folder}" &&'
    piped = shell(f"{where} {RROPT} plan --design - --margin 0.03 < D.json")
    assert piped.returncode == 0
    assert piped.stdout == shell(f"{where} {RROPT} plan --design D.json --margin 0.03").stdout
    both = shell(f"{where} {RROPT} randomize - --column smokes --design - < D.json")
    assert both.returncode == 3
    assert "FILE and --design must not both be -" in both.stderr
