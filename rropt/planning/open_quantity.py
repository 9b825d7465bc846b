"""The one quantity left open: found by the smallest whole number that reaches the goal."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any, TypedDict

from rropt.channel import Channel
from rropt.channel.implicit import ImplicitChannel
from rropt.estimating.identify import identified
from rropt.estimating.intervals import confidence_level, normal_quantile
from rropt.exact import InputError, exact, gamma_from_epsilon, probability, shown, whole
from rropt.planning.plan_rules import AGREE, Plan, PlanRules, WithFamily
from rropt.planning.questions import Question
from rropt.planning.reports_needed import reports_for_margin, reports_for_power
from rropt.planning.survey_power import Power

MAX_POWER = 1 - Fraction(1, 10**12)
EPSILON_STEP = Fraction(1, 10_000)
"""An epsilon that was left open is rounded up to this."""

MOST_CORRECTIONS = 50

MAX_EPSILON = 20
MAX_REPORTS = 10**15

Goal = Callable[[Channel], Callable[[int], bool]]


class PlanOptions(TypedDict, total=False):
    """What `plan` takes besides the question and the design, for those who hand it on."""

    n: Any
    margin: Any
    stderr: Any
    power: Any
    level: Any
    method: str
    sides: int
    simultaneous: bool


def plan(
    question: Question,
    *,
    channel: Channel | None = None,
    epsilon: Any = None,
    n: Any = None,
    margin: Any = None,
    stderr: Any = None,
    power: Any = None,
    level: Any = "0.95",
    method: str = "likelihood",
    sides: int = 2,
    simultaneous: bool = False,
    family: Callable[[Fraction], Channel] | None = None,
) -> Plan:
    """Complete a plan in which exactly one of design, n and goal is left open.

    The design is `channel` or `epsilon`, the goal `margin`, `stderr` or `power`; the test has size
    1 - level. With method="likelihood" the plan is about what `estimate` does: a margin is the
    half-width of its interval at the expected counts (the normal margin, where that is as wide),
    a power that of its likelihood-ratio test, enumerated or drawn. "normal" takes the limit of both
    for any number of reports, "chebyshev" Chebyshev's inequality (`holohan/eq-7b`). A margin holds
    for each of several numbers alone, or with `simultaneous` for all of them together. An epsilon
    stands for k-ary randomized response, or for `family(epsilon)`, which must not become less
    accurate as epsilon grows.

    >>> from rropt.planning import Proportion
    >>> plan(Proportion("1/5"), n=8740, margin="0.02").epsilon
    Fraction(5493, 5000)
    """
    if family is not None:
        question = WithFamily(question, family)
    rules = PlanRules(
        question, confidence_level(level), _method(method), _sides(sides), method, simultaneous
    )
    goals = _given(margin=margin, stderr=stderr, power=power)
    designs = _given(channel=channel, epsilon=epsilon)
    missing = _missing(designs, goals, n)
    if power is not None and probability(power, "power") > MAX_POWER:
        raise InputError("power must be below 1, by at least 1e-12: doubles hold no rarer error")
    if sides == 1 and not _takes_sides(question, power):
        raise InputError(
            "sides must be 2 (without --one-sided) where no proportion or difference is tested, "
            "got 1"
        )
    reached = _reached(rules, goals)
    if missing == "design":
        return _open_epsilon(rules, reached, _reports(n), goals)
    fixed = _channel(question, designs)
    if missing == "n":
        return _open_reports(rules, reached, fixed, goals, designs.get("epsilon"))
    goal = "power" if question.has_hypothesis else "margin"
    return rules.complete(goal, fixed, _reports(n), designs.get("epsilon"))


def _takes_sides(question: Question, power: Any) -> bool:
    """Whether a one-sided test is a part of this plan."""
    return question.has_sides and (power is not None or question.has_hypothesis)


def _reached(rules: PlanRules, goals: dict[str, Any]) -> Goal:
    """For a channel, whether n reports reach the goal."""
    if not goals:
        return lambda channel: lambda n: True
    (name, wanted), *_ = goals.items()
    bound = exact(wanted, name)
    if bound <= 0:
        raise InputError(f"{name} must be positive, got {wanted}")
    widest = rules.question.widest
    if name != "power" and widest is not None and bound >= widest:
        raise InputError(
            f"{name} must be below {widest}, half of what is to be estimated can vary, got {wanted}"
            " (3 points are 0.03)"
        )
    if name == "power":
        return lambda channel: lambda n: rules.power(channel, n) >= bound
    accuracy = rules.margin if name == "margin" else rules.stderr
    return lambda channel: _within(accuracy(channel), bound)


def _within(squared: Fraction, bound: Fraction) -> Callable[[int], bool]:
    return lambda n: squared <= bound**2 * n


def _least_reports(enough: Callable[[int], bool]) -> int:
    low, high = 0, 1
    while not enough(high):
        if high == MAX_REPORTS:
            raise InputError(f"the goal must be within reach, got none up to {MAX_REPORTS} reports")
        low, high = high, min(2 * high, MAX_REPORTS)
    return _least(enough, low, high)


def _open_reports(
    rules: PlanRules, reached: Goal, channel: Channel, goals: dict[str, Any], epsilon: Any
) -> Plan:
    """The number in the limit, corrected to what the interval and the test need."""
    guess, first = _least_reports(reached(channel)), None
    if "power" in goals and rules.test_power(channel, guess) is not None:
        risk = float(1 - rules.level) / rules.sides
        found = reports_for_power(
            lambda n: rules.test_power(channel, n) or Power(0.0, 0.0),
            float(exact(goals["power"], "power")),
            guess,
            risk,
        )
        guess, first = found.kept, found.first
    if "margin" in goals:
        guess = _reports_for_half_width(
            rules, channel, float(exact(goals["margin"], "margin")), guess
        )
    return rules.complete("n", channel, guess, epsilon, first)


def _reports_for_half_width(rules: PlanRules, channel: Channel, wanted: float, guess: int) -> int:
    half_width = rules.half_width(channel, guess)
    if half_width is None or abs(half_width - wanted) <= AGREE * wanted:
        return guess

    def margin(n: int, method: str) -> float:
        return rules.reported_margin(channel, n, rules.half_width(channel, n, method))

    n = reports_for_margin(lambda n: margin(n, "profile") <= wanted, guess)
    for _ in range(MOST_CORRECTIONS):
        if margin(n, "likelihood") <= wanted * (1 + AGREE):
            break
        n += max(1, n // 50)
    return n


def _open_epsilon(rules: PlanRules, reached: Goal, n: int, goals: dict[str, Any]) -> Plan:
    top = int(MAX_EPSILON / EPSILON_STEP)

    def enough(steps: int) -> bool:
        return reached(rules.question.family(steps * EPSILON_STEP))(n)

    if not enough(top):
        raise InputError(
            f"the goal must be within reach of {n} reports, got none even at epsilon {MAX_EPSILON}"
        )
    guess = _least(enough, 0, top)
    epsilon = _corrected_steps(rules, guess, n, goals, top) * EPSILON_STEP
    return rules.complete("epsilon", rules.question.family(epsilon), n, epsilon)


def _corrected_steps(rules: PlanRules, guess: int, n: int, goals: dict[str, Any], top: int) -> int:
    """The steps of epsilon at which the test or the interval holds, near those of the limit."""

    def holds(steps: int) -> bool:
        channel = rules.question.family(steps * EPSILON_STEP)
        if "power" in goals:
            tested = rules.test_power(channel, n)
            return tested is None or tested.value >= float(exact(goals["power"], "power"))
        half_width = rules.half_width(channel, n, "profile")
        wanted = float(exact(goals["margin"], "margin"))
        return rules.reported_margin(channel, n, half_width) <= wanted * (1 + AGREE)

    if "stderr" in goals or rules.method != "likelihood":
        return guess
    if "margin" in goals and holds(guess):
        return guess
    low, high = guess * 4 // 5, guess
    while not holds(high):
        low, high = high, min(top, high + max(1, high // 20))
        if low == top:
            raise InputError(
                f"the goal must be within reach of {n} reports, got none to epsilon {MAX_EPSILON}"
            )
    return _least(holds, low, high)


def _least(enough: Callable[[int], bool], low: int, high: int) -> int:
    """The smallest whole number in (low, high] that is enough; `high` is, and more always is."""
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if enough(middle) else (middle, high)
    return high


def _given(**values: Any) -> dict[str, Any]:
    return {name: value for name, value in values.items() if value is not None}


def _missing(designs: dict[str, Any], goals: dict[str, Any], n: Any) -> str:
    for choice in (designs, goals):
        if len(choice) > 1:
            raise InputError(f"only one of {' and '.join(choice)} must be given")
    parts = {"design": designs, "n": n is not None, "goal": goals}
    missing = [name for name, present in parts.items() if not present]
    if len(missing) != 1:
        raise InputError(
            "exactly one of design (channel or epsilon), n and goal (margin, stderr or power) "
            f"must be left open, got {' and '.join(missing) if missing else 'none'}"
        )
    return missing[0]


def _channel(question: Question, designs: dict[str, Any]) -> Channel:
    if "epsilon" in designs:
        gamma = gamma_from_epsilon(designs["epsilon"])
        if gamma.lo == 1:
            raise InputError("epsilon must be positive, got 0")
        return question.family(designs["epsilon"])
    channel = designs["channel"]
    if isinstance(channel, ImplicitChannel):
        return channel
    if not identified(channel).everything:
        raise InputError(f"channel must identify every proportion, but {_reason(channel)}")
    return channel


def _reason(channel: Channel) -> str:
    return identified(channel).statement()


def _reports(n: Any) -> int:
    reports = whole(n, "n", 1)
    if reports > MAX_REPORTS:
        raise InputError(f"n must be at most {MAX_REPORTS}, got {shown(reports)}")
    return reports


def _method(method: str) -> Callable[[Fraction], Fraction]:
    """The squared quantile of a margin; Chebyshev's, 1 / alpha, is exact."""
    methods: dict[str, Callable[[Fraction], Fraction]] = {
        "likelihood": lambda level: Fraction(normal_quantile(level)) ** 2,
        "normal": lambda level: Fraction(normal_quantile(level)) ** 2,
        "chebyshev": lambda level: 1 / (1 - level),
    }
    if method not in methods:
        raise InputError(f"method must be one of {', '.join(methods)}, got {method!r}")
    return methods[method]


def _sides(sides: int) -> int:
    if sides not in (1, 2):
        raise InputError(f"sides must be 1 or 2, got {sides!r}")
    return sides
