"""The command line: one verb a job, one file a verb.

Exit status: 0 done or verified, 1 refuted or false, 2 undecided, 3 bad input (one line on standard
error), 70 a defect of rropt (one line too). `--json` prints one JSON object on standard output and
nothing else. A verb file holds `OPTIONS`, names of `rropt.cli.options`, and `run(args)`, which
returns a VerbResult; one that writes what -o names itself says `OWN_OUTPUT = True`.
"""

from __future__ import annotations

import argparse
import errno
import json
import os
import re
import sys
from collections.abc import Sequence
from contextlib import nullcontext
from importlib import import_module
from itertools import chain
from types import ModuleType
from typing import NoReturn

from rropt import __version__
from rropt.cli.common import (
    BAD_INPUT,
    INTERNAL_ERROR,
    VerbResult,
    examples_apart,
    paragraphs,
)
from rropt.cli.options import Rows, in_options, refuse_one_file_for_two, require_writable
from rropt.cli.process import for_a_reader, no_library_warnings, orderly_end, tell
from rropt.cli.renamed_options import with_todays_names
from rropt.cli.table import refuse_unmet, rows_of
from rropt.elapsed import elapsed, is_watched
from rropt.exact import InputError
from rropt.exact.near import near
from rropt.one_thread import one_thread
from rropt.whole_files import save_text

VERBS = {
    "design": "the certified optimal mechanism for a privacy and an objective",
    "check": "verify a certificate with the independent checker",
    "compare": "Blackwell's order of two mechanisms, or their figures side by side",
    "admissible": "is a mechanism admissible, and if not, what dominates it",
    "measures": "what a mechanism reveals: f-DP, Renyi, leakage, shuffled reports",
    "bound": "the privacy demand B(h) of a criterion, and its equivalent epsilon",
    "device": "a classical device as an exact mechanism, beside the optimum",
    "randomize": "draw exact, secure randomized reports for a column of data",
    "estimate": "estimates with honest uncertainty from a column of reports",
    "regress": "regression with a randomized answer, as outcome or as predictor",
    "plan": "sample size, margin, power or epsilon: computes the one you omit",
    "derive": "the optimum as proved formulas over ranges of gamma, delta, prior",
    "prove": "decide the statements of the papers by machine",
    "figure": "a figure or table of the papers, recomputed",
    "sweep": "many designs, resumable, on any executor",
    "doctor": "what is installed, and whether a design can be certified here",
}

SEE_ALSO = {
    "design": "rropt check, plan, randomize, sweep",
    "check": "rropt design, prove",
    "compare": "rropt admissible, measures",
    "admissible": "rropt compare, design",
    "measures": "rropt bound, device, compare",
    "bound": "rropt measures, design",
    "device": "rropt design, measures",
    "randomize": "rropt design, estimate",
    "estimate": "rropt randomize, regress, plan",
    "regress": "rropt estimate, design for-model",
    "plan": "rropt design, estimate",
    "derive": "rropt design, figure",
    "prove": "rropt check, derive",
    "figure": "rropt sweep, derive",
    "sweep": "rropt design, check",
    "doctor": "rropt --version, rropt --help",
}
"""The verbs that come before or after one, or answer what it does not."""

INTERRUPTED = 130

SILENT = frozenset({"randomize", "sweep", "estimate"})
"""Verbs that show how many rows or cells are done themselves."""

NEGATIVE = re.compile(r"-\.?\d")

MISSING = "the following arguments are required: "
"""How argparse begins what it says of arguments that are not given."""

NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)


class _Parser(argparse.ArgumentParser):
    """An argument parser that answers bad input with one line and status 3."""

    def error(self, message: str) -> NoReturn:
        names = message.removeprefix(MISSING)
        if names != message:
            raise InputError(self._must_be_given(names.split(", ")))
        # argparse says `argument --level: expected one argument`.
        option, without_value, many = message.removeprefix("argument ").partition(": expected ")
        if without_value:
            needed = many.replace("one argument", "a value").replace("argument", "value")
            raise InputError(f"{option} needs {needed}: {self._helps()[option]}")
        raise InputError(f"{message}; {self.prog} --help has examples")

    def _must_be_given(self, names: Sequence[str]) -> str:
        """Each missing argument with what its help says, and the verb's first example."""
        said = self._helps()
        missing = " and ".join(f"{name} ({said[name]})" for name in names)
        lines = (self.description or "").splitlines()
        examples = [line.strip() for line in lines if line.startswith(f"  {self.prog} ")]
        # Python -OO keeps no docstring, which is the description.
        shown = examples[0] if examples else f"{self.prog} ..."
        return f"{missing} must be given, as in {shown}"

    def _helps(self) -> dict[str, str]:
        """What the help says of each argument, by its name in a message."""
        named = {"".join(each.option_strings) or each.metavar: each.help for each in self._actions}
        return {str(name): (said or "").replace("%%", "%") for name, said in named.items()}


def entry() -> int:
    """The command as a process: after an interrupt it ends at once.

    Threads of a library that still write would stop in the middle of Python's own end, and say so.
    """
    one_thread()
    status = main()
    if status == INTERRUPTED:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(status)
    return status


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; returns its exit status."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    _have_streams()
    _print_any_label()
    try:
        status = 0  # of help that nobody reads to its end
        with for_a_reader(), orderly_end(), no_library_warnings():
            status = _run(words)
        return status
    except InputError as error:
        tell(f"rropt: {_shown(' '.join(str(error).split()))}")
        return BAD_INPUT
    except KeyboardInterrupt:
        tell("rropt: interrupted")
        return INTERRUPTED
    except Exception as error:
        # A full disk is nobody's defect: it is said like bad input.
        if isinstance(error, OSError) and error.errno in NO_ROOM:
            tell(f"rropt: the answer could not be written: {error.strerror}")
            return BAD_INPUT
        if isinstance(error, MemoryError):
            tell("rropt: this takes more memory than there is")
            return BAD_INPUT
        return _internal_error(error)


def _have_streams() -> None:
    """A stream that the caller has closed is empty, or takes what is printed and drops it."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, os.fdopen(os.open(os.devnull, os.O_RDWR), mode))


def _print_any_label() -> None:
    """Labels that the terminal's encoding lacks are escaped, never an error."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")


def _internal_error(error: Exception) -> int:
    """A defect of rropt in one line; RROPT_TRACEBACK=1 shows where it is."""
    if os.environ.get("RROPT_TRACEBACK"):
        raise error
    kind = type(error).__name__
    message = " ".join(str(error).split())
    hint = "RROPT_TRACEBACK=1 shows where; please report it"
    tell(f"rropt: internal error, {kind}: {message} ({hint})")
    return INTERNAL_ERROR


def _run(words: list[str]) -> int:
    if not words or words[0] in ("-h", "--help"):
        print(_overview())
        return 0
    if words[0] == "help":
        return _run([*words[1:2], "--help"])
    if words[0] in ("--version", "-V"):
        print(f"rropt {__version__}")
        return 0
    if words[0] == "--completion":
        from rropt.cli.completion import completion

        print(completion(" ".join(words[1:]), VERBS), end="")
        return 0
    if words[0] not in VERBS:
        meant = near(words[0], VERBS)
        hint = f"{meant} The verbs are" if meant else "; the verbs are"
        raise InputError(f"unknown verb {words[0]!r}{hint}: {', '.join(VERBS)}")
    module = import_module(f"rropt.cli.{words[0]}")
    rows = rows_of(words[0], module)
    parser = _parser(words[0], module, rows)
    # Old names are replaced first: what is unknown then never was an option.
    options = with_todays_names(words[0], words[1:], parser._option_string_actions)
    _refuse_unknown(options, parser)
    args = parser.parse_args(_with_negative_values(options, parser))
    for some in rows.values():
        refuse_unmet(words[0], some, args)
    refuse_one_file_for_two(args)
    output = None if hasattr(module, "OWN_OUTPUT") else args.output
    require_writable(args, rows)
    try:
        with nullcontext() if words[0] in SILENT else elapsed(f"rropt {words[0]}"):
            answer = module.run(args)
    except InputError as error:
        raise InputError(in_options(str(error), rows, args)) from None
    with for_a_reader():
        _print(answer, args.json, output)
    return answer.status


def _refuse_unknown(words: Sequence[str], parser: argparse.ArgumentParser) -> None:
    """A mistyped option is named before what is then missing."""
    known = parser._option_string_actions
    ends = words.index("--") if "--" in words else len(words)
    for word in words[:ends]:
        option = word.partition("=")[0]
        if option == "--output":
            number = "--outputs M is the number of reports, " if "--outputs" in known else ""
            raise InputError(f"unknown option --output: {number}-o FILE says where to write")
        if option == "--design" and option not in known and parser._get_positional_actions():
            raise InputError(
                f"unknown option --design: the file stands alone, as in {parser.prog} D.json"
            )
        if option.startswith("--") and option not in known:
            hint = near(option, known) or ";"
            raise InputError(f"unknown option {option}{hint} {parser.prog} --help names them")


def _with_negative_values(words: Sequence[str], parser: argparse.ArgumentParser) -> list[str]:
    """`--values -1,0,1` as `--values=-1,0,1`: what begins with - is an option to argparse."""
    known = parser._option_string_actions
    joined: list[str] = []
    for word in words:
        before = known.get(joined[-1]) if joined else None
        # An option that takes one value takes the next word, whatever it begins with.
        takes_one = before is not None and before.nargs is None
        if takes_one and joined[-1].startswith("--") and NEGATIVE.match(word):
            joined[-1] += f"={word}"
        else:
            joined.append(word)
    return joined


def _parser(verb: str, module: ModuleType, rows: Rows) -> argparse.ArgumentParser:
    """The parser of one verb, its options under the headings of the table."""
    said, more = examples_apart(module.__doc__ or "")
    also = f"see also: {SEE_ALSO[verb]}" if verb in SEE_ALSO else ""
    parser = _Parser(
        prog=f"rropt {verb}",
        usage=" ".join([f"rropt {verb}", *_in_usage(rows), "[options]"]),
        description=paragraphs(said),
        epilog="\n\n".join(part for part in (more, also) if part),
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    for title, some in rows.items():
        group = parser.add_argument_group(title)
        for row in some:
            row.added_to(group)
    return parser


def _in_usage(rows: Rows) -> list[str]:
    """The places and what must be given; the other options have a line each below."""
    every = list(chain.from_iterable(rows.values()))
    places = [row.in_usage for row in every if row.place]
    return [*places, *(row.in_usage for row in every if row.required and not row.place)]


def _print(answer: VerbResult, as_json: bool, output: str | None) -> None:
    body = json.dumps(answer.data) if as_json else answer.text
    if output is not None:
        save_text(output, body + "\n", "-o")
    elif is_watched(sys.stdout):
        print(_shown(body))
    elif answer.octets and not as_json and hasattr(sys.stdout, "buffer"):
        sys.stdout.buffer.write(answer.octets)
    else:
        print(body)


def _shown(text: str) -> str:
    r"""Labels of a file may hold what a terminal takes for commands: those are spelt as in Python.

    What goes to a file or to another program is never altered.

    >>> print(_shown("yes\x1b[2J"))
    yes\x1b[2J
    """
    return re.sub(
        r"(?!\r\n)[\x00-\x08\x0b-\x1f\x7f-\x9f]", lambda found: repr(found[0])[1:-1], text
    )


def _overview() -> str:
    lines = [f"  {verb:<11} {help_line}" for verb, help_line in VERBS.items()]
    return "\n".join(
        [
            "usage: rropt VERB [options]      (rropt VERB --help explains one verb)",
            "",
            "Certified optimal randomized-response designs. Four ways in:",
            "",
            "choose a device and its size for a sensitive question, and deploy it",
            "  rropt design variance --epsilon 1 --prior 1/10 --truths no,yes --save S.json",
            "  rropt plan --design S.json --margin 0.03",
            "  rropt randomize answers.csv --column smokes --design S.json -o R.csv",
            "find the best mechanism for any purpose, and have it proved",
            "  rropt design trace --categories 5 --gamma 3",
            "believe nothing",
            "  rropt check S.json",
            "decide a theorem",
            "  rropt prove holohan/eq-24/sign",
            "",
            *lines,
            "",
            "Every verb takes --json. Exit status: 0 done, 1 refuted, 2 open, 3 bad input.",
            "rropt --version prints the version, rropt --completion bash (zsh, fish) a script",
            "for tab completion. The output is plain text without colours.",
        ]
    )
