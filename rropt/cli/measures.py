"""What a table reveals about a respondent, in every currency of the field.

The profile and the trade-off function, divergences, Renyi and zCDP levels, contraction, leakage;
with --prior also what a report tells about somebody of whom no more than the prior is known.
FILE holds a channel or a saved design, or is the name of a device with its example parameters.
Several FILEs are reports of one person through several tables, one after the other.
With --population, what the reports of so many people say about one of them: an honest shuffler
passes on how often each report was given, the others answer as designed. A coalition of m others
who tell their reports leaves a population smaller by m. Few people are enumerated; of many, up to
a million and more, --at-delta and --at-epsilon give both ends of epsilon or delta with a proof.
With --rounds N or several FILEs the histograms of all rounds and questions are seen together.

examples:
  rropt measures warner --prior 3/4,1/4
  rropt measures A.json --rounds 5 --at-epsilon 2
  rropt measures warner kuk --at-epsilon 2
  rropt measures warner --others 10,10
  rropt measures christofides --population 10 --view sum --at-epsilon 1
  rropt measures warner --population 1000000 --at-delta 1e-6
  rropt measures warner --population 10000 --rounds 12 --at-delta 1e-6
  rropt measures --catalogue
  rropt measures --formulas
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rropt.cli.common import VerbResult, listed, shown, wrapped
from rropt.cli.design_file import read_channel, read_record
from rropt.cli.options import given, refuse
from rropt.cli.table import SEEN
from rropt.exact import InputError, whole
from rropt.exact.near import near
from rropt.whole_files import save_text

if TYPE_CHECKING:
    from rropt.channel import Channel
    from rropt.devices.deck import Deck
    from rropt.measures.seen_level import Seen

    Shown = tuple[VerbResult, Callable[[], str]]
    """What is found, and the page that shows it."""

WIDEST = 100
"""Characters of a line about many people."""

OPTIONS = (
    "files", "prior", "gain", "rounds", "at_epsilon", "population", "others", "view", "scores",
    "at_delta", "drawn_from", "certificate", "html", "catalogue", "formulas",
)  # fmt: skip


def run(args: argparse.Namespace) -> VerbResult:
    """Everything, one level of many reports, the whole catalogue, or what the measures are."""
    answer, page = _asked(args)
    if args.html is not None:
        save_text(args.html, page(), "--html")
    return answer


def _asked(args: argparse.Namespace) -> Shown:
    if args.formulas:
        return _formulas()
    if args.catalogue:
        return _catalogue()
    if not args.files:
        raise InputError("FILE must be given: a channel, a saved design, or a device's name")
    channels = [_channel(name) for name in args.files]
    if args.at_epsilon is None and args.at_delta is None:
        return _all_measures(channels, args)
    from rropt.measures import composed_level
    from rropt.report.measures_page import level_page

    alone = "be left out with --at-epsilon and --at-delta, which ask for a level alone"
    if given(args, *SEEN):
        refuse(args, ("gain",), alone)
        asked = _level_seen(channels, args)
    else:
        refuse(args, ("prior", "gain"), alone)
        asked = shown(composed_level(channels, args.at_epsilon, args.rounds))
    return asked, partial(level_page, channels, asked.text, ", ".join(args.files))


def _formulas() -> Shown:
    from rropt.measures.named_measures import described, every_measure
    from rropt.report.measures_page import formulas_page

    listed = {m.name: {"formula": m.formula, "source": m.source} for m in every_measure()}
    return VerbResult({"measures": listed}, wrapped(described())), formulas_page


def _catalogue() -> Shown:
    from rropt.report.measures_page import catalogue_measures, catalogue_page, written_measures

    found = catalogue_measures()
    answer = VerbResult({"devices": found}, written_measures(found))
    return answer, partial(catalogue_page, found)


def _all_measures(channels: Sequence[Channel], args: argparse.Namespace) -> Shown:
    """Of all reports together."""
    from rropt.measures import measures, repeated, together
    from rropt.report.measures_page import measures_page

    names = ", ".join(args.files)
    rounds = whole(args.rounds, "--rounds", least=1)
    known = args.prior, _gain(args.gain)
    refuse(args, ("drawn_from", "certificate"), "be given with --at-epsilon or --at-delta")
    if given(args, *SEEN):
        if len(channels) > 1 or rounds > 1:
            raise InputError("--population takes one FILE and one report, or a level: --at-delta")
        if not given(args, "others", "prior"):
            raise InputError(
                "--population needs what is known of the others: --others, --prior, "
                "or --at-epsilon for the others among whom least is hidden"
            )
        seen = _seen(channels[0], args).measures(*known)
        page = partial(measures_page, seen.found, names, seen.heading)
        return VerbResult(seen.to_json(), str(seen)), page
    if len(channels) > 1:
        table = together([repeated(channel, rounds) for channel in channels])
        found = measures(table, *known)
    else:
        found = measures(channels[0], *known, rounds)
    return VerbResult(found.to_json(), str(found)), partial(measures_page, found, names)


def _seen(channel: Channel, args: argparse.Namespace) -> Seen:
    """What is seen of whose reports, and what is known of the others."""
    from rropt.measures.seen_level import Seen

    return Seen.of(
        channel,
        args.population,
        others=args.others,
        prior=listed(args.prior),
        view=args.view,
        scores=listed(args.scores),
        deck=_deck(args.files[0]),
    )


def _level_seen(channels: Sequence[Channel], args: argparse.Namespace) -> VerbResult:
    """delta at one epsilon or epsilon at one delta, of one histogram or of several rounds."""
    from rropt.measures.seen_level import ProvedLevel

    rounds = whole(args.rounds, "--rounds", least=1)
    if len(channels) > 1 or rounds > 1:
        return _of_rounds(channels, rounds, args)
    proved = args.certificate is not None
    seen = _seen(channels[0], args)
    found = seen.level(args.at_epsilon, args.at_delta, args.drawn_from, proved)
    if isinstance(found, ProvedLevel) and proved:
        found.found.certificate.save(args.certificate)
    return shown(found, width=WIDEST)


def _of_rounds(channels: Sequence[Channel], rounds: int, args: argparse.Namespace) -> VerbResult:
    """Several histograms of the same people, of fresh reports."""
    from rropt.measures.shuffled_rounds import shuffled_rounds

    alone = ("others", "prior", "scores", "certificate")
    refuse(args, alone, "be left out with several rounds or questions: it is of one histogram")
    if args.view not in (None, "histogram"):
        raise InputError("--view of several rounds or questions must be histogram")
    asked = [(channel, args.population, rounds) for channel in channels]
    found = shuffled_rounds(asked, args.at_delta, args.at_epsilon, drawn_from=args.drawn_from)
    return shown(found, width=WIDEST)


def _channel(name: str) -> Channel:
    """A file, or else a device of the catalogue at the parameters of its example."""
    from rropt.devices.catalogue import at_example, canonical, catalogue

    # A name with an extension is meant as a file, also where there is none.
    if name == "-" or Path(name).exists() or Path(name).suffix:
        return read_channel(name, "FILE")
    makers = catalogue()
    if canonical(name) not in makers:
        hint = near(canonical(name), makers)
        raise InputError(
            f"FILE must be a file or the name of a device, got {name}{hint or ','} "
            "rropt device --list names them"
        )
    device = at_example(canonical(name))
    if not hasattr(device, "channel"):
        raise InputError(f"FILE must be a table, and {name} is noise on a number")
    return device.channel


def _deck(name: str) -> Deck | None:
    """Of a device whose cards are not put back, by its name or from `rropt device --json`."""
    from rropt.devices.catalogue import at_example, canonical, catalogue, make

    if not Path(name).exists():
        known = canonical(name) in catalogue()
        return getattr(at_example(canonical(name)), "deck", None) if known else None
    document = read_record(name, "FILE")
    if not isinstance(document, dict) or not document.get("joint"):
        return None
    return getattr(make(document["name"], document["parameters"]), "deck", None)


def _gain(path: str | None) -> Any:
    rows = 'rows: [["1","0"],["0","1"]]'
    return None if path is None else read_record(path, "--gain", rows)
