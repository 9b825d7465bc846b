"""python -m rropt.checker FILE [--json], or --zipapp PATH: the checker as one file of its own.

With --explain it prints, beside the verdict, the pages of the checker that FILE needed, in their
order, and how many lines of each are to be read to believe the verdict: those of the definitions
that ran and what stands beside them. With --source it prints these lines too.

Exit status: 0 verified, 1 refuted, 2 undecided, 3 malformed. FILE is a certificate, or a document
with one inside: then the certificate alone is checked, and nothing else that the document says.
The zipapp holds exactly the files of this package: python -I -S rropt-check.pyz FILE.
"""

import json
import os
import sys
import zipfile
from contextlib import AbstractContextManager, nullcontext
from dataclasses import asdict
from pathlib import Path

from . import certificate_in, check
from .explanation import Places, calls_noted, explanation
from .parse import MAX_DOCUMENT_BYTES
from .verdict import Malformed, Verdict

USAGE = "usage: python -m rropt.checker FILE [--json] [--explain] [--source] | --zipapp PATH"
ALONE = "(the certificate inside; nothing else in the file was checked)"
EXPLAINED = {"--explain", "--source"}
OPTIONS = EXPLAINED | {"--json"}
LAUNCHER = """import sys

from rropt_check.__main__ import main

sys.exit(main(sys.argv[1:]))
"""
EPOCH = (1980, 1, 1, 0, 0, 0)
"""The date of every file of a zipapp, so that equal files make equal archives."""


def verdict_on(source: bytes) -> tuple[Verdict, bool]:
    """The verdict on a certificate or on the one in a document, and whether it is in one."""
    try:
        inside = certificate_in(source)
    except Malformed as reason:
        return Verdict("malformed", reason=str(reason)), False
    return check(source if inside is None else inside), inside is not None


def build_zipapp(path: str) -> None:
    """One file that a bare Python runs: the pages of this package and a launcher of three lines."""
    folder = Path(__file__).parent
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(zipfile.ZipInfo("__main__.py", EPOCH), LAUNCHER)
        for page in sorted(folder.rglob("*.py")):
            place = page.relative_to(folder).as_posix()
            name = zipfile.ZipInfo(f"rropt_check/{place}", EPOCH)
            archive.writestr(name, page.read_text(encoding="utf-8"))


def main(arguments: list[str]) -> int:
    """The command line of the checker on its own."""
    if len(arguments) == 2 and arguments[0] == "--zipapp":
        build_zipapp(arguments[1])
        return 0
    if {"-h", "--help"} & set(arguments):
        print(USAGE)
        return 0
    paths = [word for word in arguments if word not in OPTIONS]
    explained = EXPLAINED & set(arguments)
    noting: AbstractContextManager[Places] = calls_noted() if explained else nullcontext(set())
    with noting as places:
        verdict, in_document = _verdict_on_file(paths)
    lines = [str(verdict), ALONE] if in_document else [str(verdict)]
    if explained:
        lines += explanation(places, "--source" in arguments)
    _print([json.dumps(asdict(verdict))] if "--json" in arguments else lines)
    return verdict.status


def _print(lines: list[str]) -> None:
    """Where nobody reads to the end, the exit status still says the verdict."""
    try:
        print(*lines, sep="\n", flush=True)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _verdict_on_file(paths: list[str]) -> tuple[Verdict, bool]:
    if len(paths) != 1:
        return Verdict("malformed", reason=USAGE), False
    try:
        with open(paths[0], "rb") as file:
            return verdict_on(file.read(MAX_DOCUMENT_BYTES + 1))  # one more: a longer file shows
    except (OSError, ValueError) as error:
        reason = f"FILE cannot be read: {str(error)!a}"
        return Verdict("malformed", reason=reason), False


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
