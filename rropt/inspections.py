"""What one asks of a mechanism: how many reports it takes, what it reveals, and what is like it.

Every question takes a Design, a Device, a Channel or its rows, and refuses anything else in one
sentence.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Unpack, overload

from rropt.channel import Channel
from rropt.design.answer import Answer
from rropt.elapsed import shows_elapsed
from rropt.exact import (
    InputError,
    Number,
    NumberOrNumbers,
    Numbers,
    NumberTable,
    iterates,
    listed,
)
from rropt.exact.labelled import shares_of_each
from rropt.verbs import channel_of

if TYPE_CHECKING:
    from rropt.devices.bounded_numbers import NumberMechanism
    from rropt.devices.model import Device
    from rropt.devices.noise import Noise
    from rropt.measures import Measures
    from rropt.measures.shuffled import KnownOfOthers, Shuffled
    from rropt.measures.shuffled_rounds import ShuffledRounds
    from rropt.survey.planning import Plan
    from rropt.survey.planning.open_quantity import PlanOptions
    from rropt.survey.planning.questions import Question
    from rropt.verbs import Mechanism


@shows_elapsed
def plan(
    about: Mechanism | Question,
    prior: NumberOrNumbers | None = None,
    *,
    design: Mechanism | None = None,
    epsilon: Number | None = None,
    **options: Unpack[PlanOptions],
) -> Plan:
    """Complete a plan in which one of design, number of reports and goal is left open.

    `about` is a design, whose prior is planned for unless `prior` is another one, or a question
    such as Proportion("1/5"), with a `design`, an `epsilon`, or neither. `options` are `n` and the
    goal (`margin`, `stderr` or `power`), one of them open, and `level`, `method`, `alternative`,
    `simultaneous`.

    >>> from rropt.survey.planning import Proportion
    >>> warner = Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]])
    >>> plan(warner, "1/5", margin="0.02").n, plan(Proportion("1/5"), epsilon="ln(3)", n=8740).open
    (8740, 'margin')
    """
    from rropt.survey.estimated_mean import mean_of
    from rropt.survey.planning import MeanOfNumbers
    from rropt.survey.planning import plan as completed
    from rropt.survey.planning.questions import Question

    if isinstance(about, Answer) and mean_of(about) is not None:
        if any(given is not None for given in (prior, design, epsilon)):
            raise InputError(
                "prior, design and epsilon must be left out for a mean: its design "
                "says whose numbers they are"
            )
        return completed(MeanOfNumbers(about), **options)

    if isinstance(about, Question):
        question = about
        table = design
    else:
        question = _question(about, prior)
        table = about
    channel = None if table is None else channel_of(table)
    return completed(question, channel=channel, epsilon=epsilon, **options)


def measures(
    design: Mechanism,
    prior: Numbers | None = None,
    gain: NumberTable | None = None,
    reports: Number = 1,
) -> Measures:
    """What a report reveals, in every currency of the field; at a prior if one is given.

    >>> measures(Channel.identity(2)).tradeoff.delta(1)
    Fraction(1, 1)
    """
    from rropt.measures import measures as measured

    channel = channel_of(design)
    return measured(channel, prior, gain, reports)


def shuffled(
    design: Mechanism,
    people: Number,
    delta: Number | None = None,
    epsilon: Number | None = None,
    **known: Unpack[KnownOfOthers],
) -> Shuffled:
    """What the histogram of so many reports reveals about one person, certified from both sides.

    Give a delta, for epsilon, or an epsilon. `others` says how many others hold each truth; the
    worst ones where it is left out. With a `prior` their truths are drawn from it. With `values`
    the sum of a number for each report is seen. `drawn_from` is the number of people from whom
    those who report are drawn, nobody knows whom. `tolerance` is the relative width of epsilon that
    is aimed at.

    >>> found = shuffled([["3/4", "1/4"], ["1/4", "3/4"]], 1000, delta="1e-6")
    >>> print(found)                                                # doctest: +ELLIPSIS
    the histogram of 1000 reports is (0.14..., 1e-06)-private for each person, ...
    """
    from rropt.measures.shuffled import shuffled as enclosed

    return enclosed(channel_of(design), people, delta, epsilon, **known)


def shuffled_rounds(
    asked: Sequence[tuple[Mechanism, Number, Number]],
    delta: Number | None = None,
    epsilon: Number | None = None,
    drawn_from: Number | None = None,
) -> ShuffledRounds:
    """What the histograms of several rounds or questions reveal together about one person.

    A question is a design, how many people answer it, and how many times, with fresh reports each
    time. With `drawn_from` the people of each round are drawn anew, and nobody knows who.

    >>> warner = [["3/4", "1/4"], ["1/4", "3/4"]]
    >>> print(shuffled_rounds([(warner, 60, 2)], delta="1e-3"))     # doctest: +ELLIPSIS
    all 2 histograms together of 60 reports are (0..., 0.001)-private for each person, ...
    """
    from rropt.measures.shuffled_rounds import shuffled_rounds as enclosed

    given = listed(asked, "rounds", "triples (design, people, times)")
    for question in given:
        if not isinstance(question, list | tuple) or len(question) != 3:
            raise InputError("rounds must be triples such as (design, 1000, 12)")
    questions = [(channel_of(design), people, times) for design, people, times in given]
    return enclosed(questions, delta, epsilon, drawn_from=drawn_from)


def device(
    name: str | Mechanism, prior: Numbers | None = None, **parameters: Any
) -> Device | Noise | NumberMechanism:
    """A device of the catalogue by its name, built with these parameters; or any table as one.

    A table has the unbiased estimate that is best at the `prior`, or at equal shares.

    >>> device("warner", p="3/4").parity
    Fraction(3, 1)
    >>> device([["3/4", "1/4"], ["1/4", "3/4"]]).variance("1/4", n=100)
    Fraction(3, 320)
    """
    from rropt.devices.catalogue import make
    from rropt.devices.linear_estimates import table_device

    if isinstance(name, str):
        return make(name, parameters if prior is None else parameters | {"prior": prior})
    channel_of(name)
    if parameters:
        raise InputError(f"{next(iter(parameters))} must be left out where a table is given")
    return table_device(name, prior)


@overload
def devices() -> dict[str, str]: ...
@overload
def devices(design: Mechanism) -> dict[str, Channel]: ...
def devices(design: Mechanism | None = None) -> dict[str, str] | dict[str, Channel]:
    """The devices of the catalogue, each with one line about it; or, tuned to the privacy of a
    design, of a device or of a table, the tables of those that can be.

    >>> "warner" in devices()
    True
    >>> devices([["2/3", "1/3"], ["1/3", "2/3"]])["warner"].parity()
    Fraction(2, 1)
    """
    from rropt.devices.catalogue import catalogue, summary

    if design is None:
        return {name: summary(maker) for name, maker in catalogue().items()}
    from rropt.devices.linear_estimates import table_device
    from rropt.privacy import LocalDP
    from rropt.report.compared_devices import tuned

    if isinstance(design, Answer):
        return tuned(design.problem.privacy, design.problem.truths)
    channel = channel_of(design)
    parity = channel.parity()
    level = (parity, 0) if parity < math.inf else table_device(channel).privacy
    return tuned(LocalDP.from_gamma(*level), channel.shape[1])


def _question(design: Mechanism, prior: Any) -> Question:
    """The question at a prior: a proportion for two truths, else all categories."""
    from rropt.survey.planning import Categories, Proportion

    channel = channel_of(design)
    if prior is None and isinstance(design, Answer):
        prior = design.certificate.prior
    if prior is None:
        raise InputError("prior must be given: this design does not say one")
    prior = shares_of_each(channel.truths, prior, "prior")
    several = "," in prior if isinstance(prior, str) else iterates(prior)
    if several:
        entries = prior.split(",") if isinstance(prior, str) else list(prior)
        return Proportion(entries[1]) if len(entries) == 2 else Categories(entries)
    if channel.shape[1] != 2:
        raise InputError(f"prior must have {channel.shape[1]} entries, got {repr(prior)[:60]}")
    return Proportion(prior)
