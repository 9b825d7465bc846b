"""`rropt measures --population`: what all reports, or a summary of them, say about one person."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rropt.cli.common import VerbResult, read_text, require_writable, wrapped
from rropt.cli.options import given, refuse
from rropt.cli.table import SEEN
from rropt.exact import InputError, exact_vector, whole

if TYPE_CHECKING:
    from rropt.channel import Channel
    from rropt.devices.deck import Deck
    from rropt.measures.seen_level import Seen

MOST_LISTED = 100_000
"""Additions of a report to a histogram, over all truths of the others: a second. 45 people with two
reports, 13 with three of three truths."""

WIDEST = 100
"""Characters of a line."""


def is_asked(args: argparse.Namespace) -> bool:
    """Whether more than one person's reports are meant."""
    return bool(given(args, *SEEN))


def population_table(channel: Channel, args: argparse.Namespace) -> tuple[Channel, dict[str, Any]]:
    """From one person's truth to what is seen, and in words of JSON what that is."""
    if len(args.files) > 1 or whole(args.rounds, "--rounds") != 1:
        raise InputError("--population takes one FILE and one report, or a level: --at-delta")
    if channel.told_apart is not channel:
        raise InputError("--population needs a table that is written out")
    seen = _seen(channel, args)
    if seen.others is None and seen.prior is None:
        raise InputError(
            "--population needs what is known of the others: --others, --prior, "
            "or --at-epsilon for the others among whom least is hidden"
        )
    said = {"people": seen.people, "others": seen.others, "view": seen.view}
    return seen.table, {"population": said}


def population_level(channels: Sequence[Channel], args: argparse.Namespace) -> VerbResult:
    """delta at one epsilon or epsilon at one delta, for the others as stated or the worst of all.

    All histograms of few people are listed; of more both sides are enclosed and proved. Of several
    rounds or questions both sides are enclosed.
    """
    if args.at_epsilon is not None and args.at_delta is not None:
        raise InputError("--at-epsilon or --at-delta must be given, one of them")
    rounds = whole(args.rounds, "--rounds", least=1)
    if len(channels) > 1 or rounds > 1:
        return _of_rounds(channels, rounds, args)
    channel = channels[0]
    seen = _seen(channel, args)
    if seen.view != "list" and seen.deck is None and not _is_listed(seen, args):
        return _enclosed(seen, args)
    alone = "be left out for --view list, and for cards that are not put back"
    refuse(args, ("drawn_from", "certificate"), alone)
    found = seen.level(args.at_epsilon, args.at_delta)
    return VerbResult(found.to_json(), str(found))


def _seen(channel: Channel, args: argparse.Namespace) -> Seen:
    """What is seen of whose reports, and what is known of the others."""
    from rropt.measures.seen_level import VIEWS, Seen

    view = args.view or next(iter(VIEWS))
    if view not in VIEWS:
        raise InputError(f"--view must be one of {', '.join(VIEWS)}, got {view!r}")
    if view != "sum":
        refuse(args, ("scores",), "be left out without --view sum")
    scores = _numbers(channel, args) if view == "sum" else None
    prior = None if args.prior is None or args.others is not None else args.prior.split(",")
    deck = _deck(args.files[0])
    return Seen(channel, _people(args), view, scores, args.others, prior, deck)


def _of_rounds(channels: Sequence[Channel], rounds: int, args: argparse.Namespace) -> VerbResult:
    """Several histograms of the same people, of fresh reports."""
    from rropt.measures.shuffled import ASSUMED
    from rropt.measures.shuffled_rounds import shuffled_rounds

    alone = ("others", "prior", "scores", "certificate")
    refuse(args, alone, "be left out with several rounds or questions: it is of one histogram")
    if args.view not in (None, "histogram"):
        raise InputError("--view of several rounds or questions must be histogram")
    asked = [(channel, args.population, rounds) for channel in channels]
    found = shuffled_rounds(asked, args.at_delta, args.at_epsilon, drawn_from=args.drawn_from)
    return VerbResult(found.to_json(), wrapped(f"{found}\n{ASSUMED}", WIDEST))


def _is_listed(seen: Seen, args: argparse.Namespace) -> bool:
    """Whether all histograms are soon listed, and no proof is asked for."""
    from rropt.measures.populations_seen import histograms_listed, number_of_crowds

    if args.certificate is not None or args.drawn_from is not None:
        return False
    reports, truths = seen.channel.shape
    known = seen.others is not None or seen.prior is not None
    cases = 1 if known else number_of_crowds(truths, seen.people)
    return cases * histograms_listed(reports, seen.people) <= MOST_LISTED


def _enclosed(seen: Seen, args: argparse.Namespace) -> VerbResult:
    """Both ends of epsilon or delta, proved."""
    from rropt.measures.shuffled import ASSUMED, shuffled

    if args.certificate is not None:
        require_writable(args.certificate, "--certificate")
    found = shuffled(
        seen.channel,
        seen.people,
        args.at_delta,
        args.at_epsilon,
        others=seen.others,
        prior=seen.prior,
        values=seen.scores,
        drawn_from=args.drawn_from,
    )
    if args.certificate is not None:
        found.certificate.save(args.certificate)
    worst = found.worst_others
    known = None if worst is None else ",".join(map(str, worst))
    others = seen.others if seen.prior is None else None
    said = {"people": found.people, "others": others, "view": seen.view, "worst_others": known}
    level = {"epsilon": args.at_epsilon, "delta": args.at_delta}
    if args.at_delta is not None:
        level["epsilon"] = found.epsilon.to_json()
    else:
        level["delta"] = found.delta.to_json()
    data = {"population": said, **level, "certificate": found.certificate.data}
    return VerbResult(data, wrapped(f"{found.said(seen.view)}\n{ASSUMED}", WIDEST))


def _people(args: argparse.Namespace) -> int:
    if args.others is None:
        return whole(args.population, "--population", least=1)
    others = [whole(count, "--others") for count in args.others.split(",")]
    people = 1 + sum(others)
    if args.population is not None and whole(args.population, "--population") != people:
        raise InputError(f"--population must be --others and one: {people}, got {args.population}")
    return people


def _numbers(channel: Channel, args: argparse.Namespace) -> tuple[Fraction, ...]:
    """What each report stands for: --scores, or its label."""
    values = channel.reports if args.scores is None else args.scores.split(",")
    if len(values) != channel.shape[0]:
        raise InputError(f"--scores must be {channel.shape[0]} numbers, one a report")
    try:
        return exact_vector([str(value) for value in values], "scores")
    except InputError:
        reports = ", ".join(map(str, channel.reports))
        raise InputError(f"--scores must be a number for each report: {reports}") from None


def _deck(name: str) -> Deck | None:
    """Of a device whose cards are not put back, by its name or from `rropt device --json`."""
    from rropt.cli.channel_files import read_json
    from rropt.devices.catalogue import at_example, canonical, catalogue, make

    if not Path(name).exists():
        known = canonical(name) in catalogue()
        return getattr(at_example(canonical(name)), "deck", None) if known else None
    document = read_json(read_text(name))
    if not isinstance(document, dict) or not document.get("joint"):
        return None
    return getattr(make(document["name"], document["parameters"]), "deck", None)
