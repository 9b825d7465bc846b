"""The repository as a package: what is installed, what lies at the top, what importing costs."""

from __future__ import annotations

import ast
import os
import re
import shutil
import subprocess
import sys
import tomllib
import zipfile
from importlib import metadata
from pathlib import Path

import pytest

import rropt

ROOT = Path(__file__).resolve().parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
TOP_LEVEL = {
    *("pyproject.toml", "rropt", "proofs", "tests", "examples"),
    *("README.md", "LICENSE", "CITATION.cff", "CONTRIBUTING.md", "CHANGELOG.md"),
}
HEAVY = {"cvxpy", "sympy", "matplotlib", "numpy", "scipy", "flint", "polars", "duckdb", "highspy"}


def package_folders() -> set[str]:
    """Every folder of Python files that must be installed, by its installed name."""
    own = {path.parent for path in (ROOT / "rropt").rglob("*.py")}
    proofs = {path.parent for path in (ROOT / "proofs").rglob("*.py")}
    names = {".".join(path.relative_to(ROOT).parts) for path in own}
    return names | {".".join(("rropt", *path.relative_to(ROOT).parts)) for path in proofs}


def test_pyproject_lists_every_package_folder() -> None:
    assert set(PROJECT["tool"]["setuptools"]["packages"]) == package_folders()


def test_every_package_folder_has_an_init() -> None:
    for top in ("rropt", "proofs"):
        for path in (ROOT / top).rglob("*.py"):
            assert (path.parent / "__init__.py").exists(), path.parent


def test_dependencies_have_no_pins() -> None:
    project = PROJECT["project"]
    extras = [line for group in project["optional-dependencies"].values() for line in group]
    for requirement in [*project["dependencies"], *extras]:
        assert "==" not in requirement and "<" not in requirement


def test_the_version_is_said_once_the_same_way() -> None:
    assert PROJECT["project"]["version"] == rropt.__version__


def tracked() -> list[str]:
    if shutil.which("git") is None or not (ROOT / ".git").exists():
        pytest.skip("needs git and a clone to know which files belong to the repository")
    listed = subprocess.run(
        ["git", "-c", "safe.directory=*", "ls-files"], cwd=ROOT, capture_output=True, text=True
    )
    return listed.stdout.splitlines()


def test_the_top_level_holds_only_the_allowed_names() -> None:
    names = {path.split("/")[0] for path in tracked()}
    assert {name for name in names if not name.startswith(".")} <= TOP_LEVEL


def installed(name: str) -> tuple[int, ...]:
    """The installed version of a distribution; (0,) when there is none."""
    try:
        return tuple(int(part) for part in metadata.version(name).split(".")[:2])
    except metadata.PackageNotFoundError:
        return (0,)


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """Names inside a wheel built from a copy of the sources, without the network."""
    if installed("pip") < (1,) or installed("setuptools") < (77,):
        pytest.skip("needs pip and setuptools >= 77 here, to build without the network")
    source = tmp_path_factory.mktemp("source")
    for name in ("rropt", "proofs"):
        ignored = shutil.ignore_patterns("__pycache__")
        shutil.copytree(ROOT / name, source / name, ignore=ignored)
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, source)
    built = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "pip", "wheel", "-q", "--no-build-isolation", "--no-deps"]
    done = subprocess.run(
        [*command, "-w", str(built), str(source)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    (archive,) = built.glob("*.whl")
    return zipfile.ZipFile(archive).namelist()


@pytest.mark.everything
def test_the_wheel_has_the_proofs_inside_and_no_package_beside(wheel: list[str]) -> None:
    assert "rropt/proofs/__init__.py" in wheel
    tops = {name.split("/")[0] for name in wheel}
    assert tops == {"rropt", f"rropt-{rropt.__version__}.dist-info"}


@pytest.mark.everything
def test_the_wheel_has_every_source_and_data_file(wheel: list[str]) -> None:
    wanted = [path for path in tracked() if path.startswith(("rropt/", "proofs/"))]
    for path in wanted:
        assert (path if path.startswith("rropt/") else f"rropt/{path}") in wheel, path
    assert "rropt/py.typed" in wheel
    assert f"rropt-{rropt.__version__}.dist-info/licenses/LICENSE" in wheel


@pytest.mark.everything
def test_the_wheel_has_nothing_else(wheel: list[str]) -> None:
    wanted = {path.removeprefix("rropt/") for path in tracked() if path.startswith("rropt/")}
    wanted |= {path for path in tracked() if path.startswith("proofs/")}
    found = {name.removeprefix("rropt/") for name in wheel if name.startswith("rropt/")}
    assert found <= wanted


# What a type checker sees of the lazy names

CLIENT = """
import rropt as rr

design = rr.optimal(rr.LocalDP("1/2", delta="1/10"), rr.Variance(prior="1/4"), outputs=2)
reveal_type(design)
reveal_type(rr.compare(rr.Channel.identity(2), rr.Channel.identity(2)).relation)
reveal_type(rr.read_sweep("store.db"))
rr.optimal(rr.LocalDP(1), rr.Trace(2), outptus=2)
rr.Varience("1/4")
"""


@pytest.mark.everything
def test_a_type_checker_knows_the_public_names_and_refuses_others(tmp_path: Path) -> None:
    """A process of its own: what mypy leaves in memory takes longer to clear than the check."""
    pytest.importorskip("mypy", reason="needs mypy")
    script, settings = tmp_path / "client.py", tmp_path / "mypy.ini"
    script.write_text(CLIENT)
    unread = ",".join(f"{name}.*" for name in sorted({*HEAVY, "narwhals"}))
    settings.write_text(f"[mypy]\n[mypy-{unread}]\nfollow_imports = skip\n")
    options = ["--strict", "--follow-imports=silent", "--ignore-missing-imports"]
    own = [f"--config-file={settings}", f"--cache-dir={os.devnull}", str(script)]
    said = subprocess.run(
        [sys.executable, "-m", "mypy", *options, *own], capture_output=True, text=True, cwd=ROOT
    ).stdout.splitlines()
    told = [line.split(": ", 1)[1] for line in said if line.startswith(str(script))]
    revealed = [line.split('"')[1] for line in told if "Revealed type" in line]
    assert revealed[0] == "rropt.certified.Design"
    assert revealed[1].startswith(("str", "builtins.str", "Literal"))
    assert revealed[2] == "rropt.sweep.frame.Frame"
    errors = [line for line in told if line.startswith("error")]
    assert len(errors) == 2 and "outptus" in errors[0] and "Varience" in errors[1]


def test_every_public_name_is_told_to_type_checkers() -> None:
    tree = ast.parse((ROOT / "rropt" / "__init__.py").read_text())
    block = next(node for node in tree.body if isinstance(node, ast.If))
    imports = [node for node in block.body if isinstance(node, ast.ImportFrom)]
    told = {(node.module, name.name) for node in imports for name in node.names}
    home = {(module, name) for module, names in rropt._HOME.items() for name in names}
    assert told == home
    assert set(rropt.__all__) == {"__version__"} | {name for _, name in home}


def loaded_by(statement: str) -> set[str]:
    """Top-level modules in a fresh interpreter after one statement."""
    code = f"import sys; {statement}; print(*{{name.split('.')[0] for name in sys.modules}})"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT
    )
    return set(done.stdout.split())


@pytest.mark.everything
@pytest.mark.parametrize(
    "statement",
    [
        "import rropt",
        "import rropt.checker",
        "from rropt.cli import main; main(['--version'])",
        "from rropt import Channel, LocalDP; LocalDP('ln(3)').satisfied_by(Channel.identity(2))",
    ],
)
def test_importing_is_light(statement: str) -> None:
    assert not loaded_by(statement) & HEAVY


@pytest.mark.everything
def test_a_heavy_import_would_be_seen() -> None:
    assert "sympy" in loaded_by("import rropt; rropt.strict_bound('1')")


def test_public_names_resolve_lazily() -> None:
    assert set(rropt.__all__) <= set(dir(rropt))
    with pytest.raises(AttributeError, match="module 'rropt' has no attribute 'nonsense'"):
        _ = rropt.nonsense
    assert [name for name in rropt.__all__ if getattr(rropt, name, None) is None] == []


# The README's two commands and the continuous integration


def fenced_commands() -> list[str]:
    blocks = re.findall(r"^```sh\n(.*?)^```", (ROOT / "README.md").read_text(), re.M | re.S)
    return [line for block in blocks for line in block.splitlines() if line.strip()]


def test_the_readme_has_two_commands_that_set_themselves_up() -> None:
    job, tests = fenced_commands()[:2]
    for command in (job, tests):
        assert command.startswith("python3 -m venv .venv && .venv/bin/python -m pip install")
    assert job.endswith("rropt design variance --epsilon 1/2 --delta 1/10 --prior 1/4")
    assert ".[test]" in tests and "pytest" in tests


def test_ci_takes_its_test_command_from_the_readme() -> None:
    script = (ROOT / ".ci" / "run").read_text()
    assert "README.md" in script and "pip install" not in script and "-m pytest" not in script
    fenced, found = False, []
    for line in (ROOT / "README.md").read_text().splitlines():
        if line.startswith("```"):
            fenced = not fenced
        elif fenced and "pytest" in line:
            found.append(line)
    assert found == [fenced_commands()[1]]


def test_ci_is_executable_and_checks_lint_types_and_verdicts() -> None:
    script = ROOT / ".ci" / "run"
    assert script.stat().st_mode & 0o111
    for part in ("ruff check", "ruff format --check", "mypy", "proofs --check"):
        assert part in script.read_text()
