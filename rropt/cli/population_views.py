"""`rropt measures --population`: what all reports, or a summary of them, say about one person."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rropt.cli.common import VerbResult, read_text, require_writable, wrapped
from rropt.cli.options import SEEN, given, refuse
from rropt.exact import (
    InputError,
    enclosure_text,
    exact_vector,
    gamma_from_epsilon,
    json_number,
    whole,
)

if TYPE_CHECKING:
    from rropt.channel import Channel
    from rropt.devices.deck import Deck
    from rropt.measures.populations_seen import View

MOST_LISTED = 100_000
"""Additions of a report to a histogram, over all truths of the others: a second. 45 people with two
reports, 13 with three of three truths."""

WIDEST = 100
"""Characters of a line."""

VIEWS = ("histogram", "sum", "list")


def is_asked(args: argparse.Namespace) -> bool:
    """Whether more than one person's reports are meant."""
    return bool(given(args, *SEEN))


def population_table(channel: Channel, args: argparse.Namespace) -> tuple[Channel, dict[str, Any]]:
    """From one person's truth to what is seen, and in words of JSON what that is."""
    from rropt.measures.populations_seen import all_reports_seen, seen_in_population

    _refuse_several(args)
    if channel.told_apart is not channel:
        raise InputError("--population needs a table that is written out")
    prior = None if args.prior is None or args.others is not None else args.prior.split(",")
    people = _people(args)
    if args.others is None and prior is None:
        raise InputError(
            "--population needs what is known of the others: --others, --prior, "
            "or --at-epsilon for the others among whom least is hidden"
        )
    others = args.others if prior is None else people - 1
    deck = _deck(args.files[0])
    if _view_of(args) == "list":
        table = all_reports_seen(channel, others, prior, deck)
    else:
        table = seen_in_population(channel, others, _view(channel, args), prior, deck)
    said = {"people": people, "others": args.others, "view": _view_of(args)}
    return table, {"population": said}


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
    deck = _deck(args.files[0])
    if _view_of(args) != "list" and deck is None and not _is_listed(channel, args):
        return _enclosed(channel, args)
    alone = "be left out for --view list, and for cards that are not put back"
    refuse(args, ("drawn_from", "certificate"), alone)
    if args.at_delta is not None:
        return _epsilon_listed(channel, args, deck)
    level = gamma_from_epsilon(args.at_epsilon)
    if args.others is None and args.prior is None:
        return _worst_others(channel, args)
    table, said = population_table(channel, args)
    ends = table.profile(level.hi), table.profile(level.lo)
    data = {**said, "epsilon": args.at_epsilon, "delta": json_number(ends)}
    return VerbResult(data, _sentence(_people(args), args, ends))


def _of_rounds(channels: Sequence[Channel], rounds: int, args: argparse.Namespace) -> VerbResult:
    """Several histograms of the same people, of fresh reports."""
    from rropt.measures.central_level import ASSUMED
    from rropt.measures.shuffled_rounds import shuffled_rounds

    alone = ("others", "prior", "scores", "certificate")
    refuse(args, alone, "be left out with several rounds or questions: it is of one histogram")
    if _view_of(args) != "histogram":
        raise InputError("--view of several rounds or questions must be histogram")
    asked = [(channel, args.population, rounds) for channel in channels]
    found = shuffled_rounds(asked, args.at_delta, args.at_epsilon, drawn_from=args.drawn_from)
    return VerbResult(found.to_json(), wrapped(f"{found}\n{ASSUMED}", WIDEST))


def _is_listed(channel: Channel, args: argparse.Namespace) -> bool:
    """Whether all histograms are soon listed, and no proof is asked for."""
    from rropt.measures.populations_seen import histograms_listed, number_of_crowds

    if args.certificate is not None or args.drawn_from is not None:
        return False
    people = _people(args)
    reports, truths = channel.shape
    known = args.others is not None or args.prior is not None
    cases = 1 if known else number_of_crowds(truths, people)
    return cases * histograms_listed(reports, people) <= MOST_LISTED


def _enclosed(channel: Channel, args: argparse.Namespace) -> VerbResult:
    """Both ends of epsilon or delta, proved."""
    from rropt.measures.central_level import ASSUMED
    from rropt.measures.shuffled import shuffled

    if args.certificate is not None:
        require_writable(args.certificate, "--certificate")
    found = shuffled(
        channel,
        _people(args),
        args.at_delta,
        args.at_epsilon,
        others=args.others,
        prior=None if args.prior is None or args.others is not None else args.prior.split(","),
        values=_numbers(channel, args) if _view_of(args) == "sum" else None,
        drawn_from=args.drawn_from,
    )
    _view(channel, args)
    if args.certificate is not None:
        found.certificate.save(args.certificate)
    worst = found.worst_others
    known = None if worst is None else ",".join(map(str, worst))
    others = args.others if args.prior is None else None
    seen = {"people": found.people, "others": others, "view": _view_of(args), "worst_others": known}
    level = {"epsilon": args.at_epsilon, "delta": args.at_delta}
    if args.at_delta is not None:
        level["epsilon"] = found.epsilon.to_json()
    else:
        level["delta"] = found.delta.to_json()
    data = {"population": seen, **level, "certificate": found.certificate.data}
    return VerbResult(data, wrapped(f"{found.said(_view_of(args))}\n{ASSUMED}", WIDEST))


def _epsilon_listed(channel: Channel, args: argparse.Namespace, deck: Deck | None) -> VerbResult:
    """The least epsilon, from all histograms."""
    from rropt.exact.bounds import log_bounds
    from rropt.measures.populations_seen import least_gamma, least_private_gamma

    if args.others is None and args.prior is None:
        gamma, others = least_private_gamma(
            channel, _people(args), args.at_delta, _view(channel, args), deck
        )
        known = ",".join(map(str, others))
        said = {"people": _people(args), "others": known, "view": _view_of(args)}
        end = f"\nwhoever the others are; least is hidden where {known} others hold the truths"
        data: dict[str, Any] = {"population": said}
    else:
        table, data = population_table(channel, args)
        gamma, end = least_gamma(table, args.at_delta), ""
    seen = f"the {_view_of(args)} of {_people(args)} reports"
    data |= {"delta": args.at_delta, "gamma": "oo" if gamma is None else json_number(gamma)}
    if gamma is None:
        data["epsilon"] = "oo"
        return VerbResult(data, f"{seen} is (epsilon, {args.at_delta})-private for no epsilon{end}")
    ends = enclosure_text(*log_bounds(gamma), 12)
    data["epsilon"] = list(ends)
    text = f"{seen} is (epsilon, {args.at_delta})-private for epsilon = {ends[1]}"
    return VerbResult(data, f"{text}{end}")


def _worst_others(channel: Channel, args: argparse.Namespace) -> VerbResult:
    from rropt.measures.populations_seen import least_private

    level, people = gamma_from_epsilon(args.at_epsilon), _people(args)
    deck = _deck(args.files[0])
    if _view_of(args) == "list":
        raise InputError("--view list needs --others or --prior")
    view = _view(channel, args)
    low, _ = least_private(channel, people, level.hi, view, deck)
    high, others = least_private(channel, people, level.lo, view, deck)
    known = ",".join(map(str, others))
    said = {"people": people, "others": known, "view": _view_of(args)}
    data = {"population": said, "epsilon": args.at_epsilon, "delta": json_number((low, high))}
    worst = f"\nwhoever the others are; least is hidden where {known} others hold the truths"
    return VerbResult(data, _sentence(people, args, (low, high)) + worst)


def _sentence(people: int, args: argparse.Namespace, ends: tuple[Any, Any]) -> str:
    shown = json_number(ends)
    delta = shown if isinstance(shown, str) else shown[1]
    seen = f"the {_view_of(args)} of {people} reports"
    return f"{seen} is ({args.at_epsilon}, delta)-private for delta = {delta}"


def _people(args: argparse.Namespace) -> int:
    if args.others is None:
        return whole(args.population, "--population", least=1)
    others = [whole(count, "--others") for count in args.others.split(",")]
    people = 1 + sum(others)
    if args.population is not None and whole(args.population, "--population") != people:
        raise InputError(f"--population must be --others and one: {people}, got {args.population}")
    return people


def _view_of(args: argparse.Namespace) -> str:
    view: str = args.view or VIEWS[0]
    if view not in VIEWS:
        raise InputError(f"--view must be one of {', '.join(VIEWS)}, got {view!r}")
    return view


def _view(channel: Channel, args: argparse.Namespace) -> View:
    from rropt.measures.populations_seen import histogram, sum_of

    if _view_of(args) != "sum":
        refuse(args, ("scores",), "be left out without --view sum")
        return histogram
    return sum_of(_numbers(channel, args))


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


def _refuse_several(args: argparse.Namespace) -> None:
    if len(args.files) > 1 or whole(args.rounds, "--rounds") != 1:
        raise InputError("--population takes one FILE and one report, or a level: --at-delta")
