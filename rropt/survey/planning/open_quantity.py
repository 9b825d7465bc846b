"""The one quantity left open: the smallest whole number that reaches the goal, and keeps it.

The power of a test goes up and down as its critical counts jump, so the first number that reaches a
power need not be followed by numbers that do. Where the power is enumerated, a window around the
number that steps by the normal approximation lead to is searched completely; it is widened until
its first quarter fails and its last quarter holds throughout. Where it is drawn, the same steps
lead to the first number that reaches it as drawn and to one that reaches it by more than its error.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import ceil, inf, sqrt
from statistics import NormalDist
from typing import Any, TypedDict

from rropt.channel import Channel
from rropt.channel.implicit import ImplicitChannel
from rropt.exact import InputError, gamma_from_epsilon, probability, several, share, whole
from rropt.exact.renamed import renamed
from rropt.survey.identification import identified
from rropt.survey.line_search import least_near, least_whole
from rropt.survey.planning.plan_rules import AGREE, Plan, PlanRules
from rropt.survey.planning.questions import Question
from rropt.survey.planning.survey_power import Power
from rropt.survey.quantiles import confidence_level

MAX_POWER = 1 - Fraction(1, 10**12)
EPSILON_STEP = Fraction(1, 10_000)
"""An epsilon that was left open is rounded up to this."""

MAX_EPSILON = 20
MAX_REPORTS = 10**15
MOST_SAID = f"{MAX_REPORTS} reports"

Goal = Callable[[Channel], Callable[[int], bool]]


class PlanOptions(TypedDict, total=False):
    """What `plan` takes besides the question and the design, for those who hand it on."""

    n: Any
    margin: Any
    stderr: Any
    power: Any
    level: Any
    method: str
    alternative: str
    simultaneous: bool


@renamed(sides="alternative")
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
    alternative: str = "two-sided",
    simultaneous: bool = False,
    family: Callable[[Fraction], Channel] | None = None,
) -> Plan:
    """Complete a plan in which exactly one of design, n and goal is left open.

    The design is `channel` or `epsilon`, the goal `margin`, `stderr` or `power`; the test has size
    1 - level, on both sides or, with `alternative="one-sided"`, on that of what is planned for.
    With method="likelihood" the plan is about what `estimate` does: a margin is the half-width of
    its interval at the expected counts (the normal margin, where that is as wide), a power that of
    its likelihood-ratio test, enumerated or drawn. "normal" takes the limit of both for any number
    of reports, "chebyshev" Chebyshev's inequality (`holohan/eq-7b`). A margin holds for each of
    several numbers alone, or with `simultaneous` for all of them together. An epsilon stands for
    k-ary randomized response, or for `family(epsilon)`, which must not become less accurate as
    epsilon grows.

    >>> from rropt.survey.planning import Proportion
    >>> plan(Proportion("1/5"), n=8740, margin="0.02").epsilon
    Fraction(5493, 5000)
    """
    question = question if power is None else question.tested
    rules = PlanRules(
        question,
        question.family if family is None else family,
        confidence_level(level),
        sides_of(alternative),
        method,
        simultaneous,
    )
    goals = _given(margin=margin, stderr=stderr, power=power)
    designs = _given(channel=channel, epsilon=epsilon)
    missing = _missing(designs, goals, n)
    if power is not None and probability(power, "power") > MAX_POWER:
        raise InputError("power must be below 1, by at least 1e-12: doubles hold no rarer error")
    tested = power is not None or question.has_hypothesis
    if rules.sides == 1 and not (question.has_sides and tested):
        raise InputError(
            "alternative must be two-sided where no proportion or difference is tested, got "
            "one-sided"
        )
    reached = _reached(rules, goals)
    if missing == "design":
        return _open_epsilon(rules, reached, _reports(n), goals)
    fixed = _channel(rules, designs)
    if missing == "n":
        return _open_reports(rules, reached, fixed, goals, designs.get("epsilon"))
    goal = "power" if question.has_hypothesis else "margin"
    return rules.complete(goal, fixed, _reports(n), designs.get("epsilon"))


def _reached(rules: PlanRules, goals: dict[str, Any]) -> Goal:
    """For a channel, whether n reports reach the goal."""
    if not goals:
        return lambda channel: lambda n: True
    (name, wanted), *_ = goals.items()
    bound = share(wanted, name)
    if bound <= 0:
        raise InputError(f"{name} must be positive, got {wanted}")
    widest = rules.question.widest
    if name != "power" and widest is not None and bound >= widest:
        raise InputError(
            f"{name} must be below {widest}, half of what is to be estimated can vary, got {wanted}"
            " (3 points are 3% or 0.03)"
        )
    if name == "power":
        return lambda channel: lambda n: rules.power(channel, n) >= bound
    accuracy = rules.margin if name == "margin" else rules.stderr
    return lambda channel: _within(accuracy(channel), bound)


def _within(squared: Fraction, bound: Fraction) -> Callable[[int], bool]:
    return lambda n: squared <= bound**2 * n


def _open_reports(
    rules: PlanRules, reached: Goal, channel: Channel, goals: dict[str, Any], epsilon: Any
) -> Plan:
    """The number in the limit, corrected to what the interval and the test need."""
    guess = least_near(reached(channel), 1, 1, MAX_REPORTS, MOST_SAID)
    first = None
    if "power" in goals and rules.test_power(channel, guess) is not None:
        risk = float(1 - rules.level) / rules.sides
        found = reports_for_power(
            lambda n: rules.test_power(channel, n) or Power(0.0, 0.0),
            float(share(goals["power"], "power")),
            guess,
            risk,
        )
        guess = found.kept
        first = found.first
    if "margin" in goals:
        guess = _reports_for_half_width(
            rules, channel, float(share(goals["margin"], "margin")), guess
        )
    return rules.complete("n", channel, guess, epsilon, first)


def _reports_for_half_width(rules: PlanRules, channel: Channel, wanted: float, guess: int) -> int:
    if rules.half_width(channel, guess) is None and not rules.held_margin(channel, guess):
        return guess

    def margin(n: int, method: str) -> float:
        return rules.reported_margin(channel, n, rules.half_width(channel, n, method))

    return _least_of_margin(margin, wanted, guess, 4, MAX_REPORTS, MOST_SAID)


def _least_of_margin(
    margin: Callable[[int, str], float],
    wanted: float,
    guess: int,
    part: int,
    most: int,
    unreached: str,
) -> int:
    """The least whole number, near that of the limit, at which the reported margin is reached."""
    if (1 - AGREE) * wanted <= margin(guess, "likelihood") <= wanted:
        return guess
    # Profile limits change smoothly; calibrated ones jump, and are sought from there.
    found = least_near(lambda at: margin(at, "profile") <= wanted, guess, part, most, unreached)
    failing = found - 1
    while margin(found, "likelihood") > wanted:
        if found == most:
            raise InputError(f"the goal must be within reach, got none up to {unreached}")
        failing, found = found, min(most, found + max(1, found // 50))
    return least_whole(lambda at: margin(at, "likelihood") <= wanted, failing, found)


def _open_epsilon(rules: PlanRules, reached: Goal, n: int, goals: dict[str, Any]) -> Plan:
    top = int(MAX_EPSILON / EPSILON_STEP)
    unreached = f"epsilon {MAX_EPSILON} with {several(n, 'report')}"

    def enough(steps: int) -> bool:
        return reached(rules.family(steps * EPSILON_STEP))(n)

    is_limit = "stderr" in goals or rules.method != "likelihood"
    within = enough(top)
    if is_limit and not within:
        raise InputError(f"the goal must be within reach, got none up to {unreached}")
    steps = least_whole(enough, 0, top) if within else top
    if not is_limit:
        steps = _corrected_steps(rules, steps, n, goals, top, unreached)
    epsilon = steps * EPSILON_STEP
    return rules.complete("epsilon", rules.family(epsilon), n, epsilon)


def _corrected_steps(
    rules: PlanRules, guess: int, n: int, goals: dict[str, Any], top: int, unreached: str
) -> int:
    """The steps of epsilon at which the test or the interval holds, near those of the limit."""

    def power(steps: int) -> float:
        return rules.known_power(rules.family(steps * EPSILON_STEP), n)[0]

    def margin(steps: int, method: str) -> float:
        channel = rules.family(steps * EPSILON_STEP)
        return rules.reported_margin(channel, n, rules.half_width(channel, n, method))

    if "power" in goals:
        wanted = float(share(goals["power"], "power"))
        return least_near(lambda steps: power(steps) >= wanted, guess, 20, top, unreached)
    wanted = float(share(goals["margin"], "margin"))
    return _least_of_margin(margin, wanted, guess, 20, top, unreached)


def _given(**values: Any) -> dict[str, Any]:
    return {name: value for name, value in values.items() if value is not None}


def _missing(designs: dict[str, Any], goals: dict[str, Any], n: Any) -> str:
    for choice in (designs, goals):
        if len(choice) > 1:
            names = " and ".join(choice).replace("channel", "design")
            raise InputError(f"only one of {names} must be given")
    parts = {
        "design": ("design or epsilon", bool(designs)),
        "n": ("n", n is not None),
        "goal": ("margin, stderr or power", bool(goals)),
    }
    missing = [part for part, (_, given) in parts.items() if not given]
    if not missing:
        raise InputError(
            f"nothing is left to compute: leave out the design, n or {next(iter(goals))}"
        )
    if len(missing) > 1:
        more = "one" if len(missing) == 2 else "two"
        raise InputError(
            f"{more} more of these must be given, and the one left open is computed: "
            f"{'; '.join(parts[part][0] for part in missing)}"
        )
    return missing[0]


def _channel(rules: PlanRules, designs: dict[str, Any]) -> Channel:
    if "epsilon" in designs:
        gamma = gamma_from_epsilon(designs["epsilon"])
        if gamma.lo == 1:
            raise InputError("epsilon must be positive, got 0")
        return rules.family(designs["epsilon"])
    channel = designs["channel"]
    if isinstance(channel, ImplicitChannel):
        return channel
    known = identified(channel)
    if not known.everything:
        raise InputError(f"channel must identify every proportion, but {known.statement()}")
    return channel


def _reports(n: Any) -> int:
    return whole(n, "n", 1, MAX_REPORTS)


def sides_of(alternative: Any) -> int:
    """How many sides a test has; 1 and 2 are how version 2 said it.

    >>> sides_of("one-sided")
    1
    """
    known = {"two-sided": 2, "one-sided": 1, 2: 2, 1: 1}
    if not isinstance(alternative, (str, int)) or alternative not in known:
        raise InputError(f"alternative must be two-sided or one-sided, got {alternative!r}")
    return known[alternative]


MOST_ENUMERATED = 40_000
"""Reports up to which every number of a window is tried: a window of 40,000 takes 10 s."""

LEAST_REACH = 10
"""Numbers searched on either side at least."""

MOST_STEPS = 20


@dataclass(frozen=True)
class ReportsNeeded:
    """`kept` is the number from which the promise holds, `first` the first that reaches it."""

    first: int
    kept: int


def reports_for_power(
    power: Callable[[int], Power], goal: float, guess: int, risk: float
) -> ReportsNeeded:
    """The numbers of reports that reach a power, near a first guess."""
    found = cache(power)
    start = _stepped(found, goal, guess, risk)
    jumps = found(start).jumps
    if jumps and start <= MOST_ENUMERATED:
        reach = ceil(jumps * sqrt(start)) + LEAST_REACH
        return _searched(lambda n: found(n).value >= goal, start, reach)
    # One that reaches it as drawn, and one that does by more than the error of the draw.
    surely = _stepped(found, goal + found(start).error, start, risk)
    return ReportsNeeded(min(start, surely), max(start, surely))


def _searched(holds: Callable[[int], bool], guess: int, reach: int) -> ReportsNeeded:
    first, last = max(1, guess - reach), guess + reach
    found = {n: holds(n) for n in range(first, last + 1)}
    while first > 1 and any(found[n] for n in range(first, first + (last - first) // 4)):
        lower = max(1, first - reach)
        found |= {n: holds(n) for n in range(lower, first)}
        first = lower
    while not all(found[n] for n in range(last - (last - first) // 4, last + 1)):
        found |= {n: holds(n) for n in range(last + 1, last + reach + 1)}
        last += reach
        if last > 2 * MOST_ENUMERATED:
            raise InputError(f"the goal must be within reach, got none up to {last} reports")
    # All that were tried behind the last failure hold.
    failing = max((n for n, held in found.items() if not held), default=0)
    return ReportsNeeded(min(n for n, held in found.items() if held), failing + 1)


def _stepped(power: Callable[[int], Power], goal: float, guess: int, risk: float) -> int:
    """Steps in which the normal distance of the power becomes that of the goal.

    A step beyond numbers that were seen to fail and to hold goes to their middle.
    """
    normal = NormalDist()
    # How many standard errors apart: the power's quantile less that of the risk.
    wanted = normal.inv_cdf(min(goal, 1 - 1e-12)) - normal.inv_cdf(risk)
    failing, holding = 0, inf
    n = max(guess, 1)
    for _ in range(MOST_STEPS):
        reached = power(n)
        if 0 <= reached.value - goal <= reached.error:
            return n
        if reached.value < goal:
            failing = max(failing, n)
        else:
            holding = min(holding, n)
        if holding - failing <= 1:
            break
        inside = min(max(reached.value, 1e-6), 1 - 1e-6)
        distance = max(normal.inv_cdf(inside) - normal.inv_cdf(risk), wanted / 4)
        # The normal distance grows with the root of n.
        n = ceil(n * (wanted / distance) ** 2)
        if not failing < n < holding:
            n = (failing + int(holding)) // 2 if holding < inf else failing + 1
    return n if holding == inf else int(holding)
