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
from rropt.exact import (
    InputError,
    gamma_from_epsilon,
    one_of,
    positive,
    probability,
    several,
    share,
    text,
    whole,
)
from rropt.exact.renamed import renamed
from rropt.survey.identification import identified
from rropt.survey.line_search import least_near, least_whole
from rropt.survey.planning.plan_rules import AGREE, METHODS, Plan, PlanRules
from rropt.survey.planning.questions import Question
from rropt.survey.planning.survey_power import Power
from rropt.survey.quantiles import confidence_level

MAX_POWER = 1 - Fraction(1, 10**12)
EPSILON_STEP = Fraction(1, 10_000)
"""An epsilon that was left open is rounded up to this."""

MAX_EPSILON = 20
MAX_REPORTS = 10**15
MOST_SAID = f"{MAX_REPORTS} reports"


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
    if simultaneous and not question.has_shares:
        raise InputError(
            "simultaneous must be left out for one number: it is for the shares of all truths, "
            "whose margins may hold together"
        )
    question = question if power is None else question.tested
    rules = PlanRules(
        question,
        question.family if family is None else family,
        confidence_level(level),
        sides_of(alternative),
        one_of(method, METHODS, "method"),
        simultaneous,
    )
    goals = _given(margin=margin, stderr=stderr, power=power)
    of_design: dict[str, Any] = {"channel": None} if question.is_of_design else {}
    designs = of_design | _given(channel=channel, epsilon=epsilon)
    missing = _missing(designs, goals, n, question.is_of_design)
    if power is not None and probability(power, "power") > MAX_POWER:
        raise InputError("power must be below 1, by at least 1e-12: doubles hold no rarer error")
    tested = power is not None or question.has_hypothesis
    if rules.sides == 1 and not (question.has_sides and tested):
        raise InputError(
            "alternative must be two-sided where no proportion or difference is tested, got "
            "one-sided"
        )
    if missing == "design":
        people = _reports(n)
        said = f"epsilon {MAX_EPSILON} with {several(people, 'report')}"
        top = int(MAX_EPSILON / EPSILON_STEP)
        steps = OpenNumber(rules, lambda at: (rules.family(at * EPSILON_STEP), people), top, said)
        found, _ = steps.reach(*_goal(rules, goals))
        return rules.complete("epsilon", *steps.survey(found), found * EPSILON_STEP)
    fixed = _channel(rules, designs)
    if missing == "n":
        numbers = OpenNumber(rules, lambda at: (fixed, at), MAX_REPORTS, MOST_SAID, True)
        kept, first = numbers.reach(*_goal(rules, goals))
        return rules.complete("n", fixed, kept, designs.get("epsilon"), first)
    goal = "power" if question.has_hypothesis else "margin"
    return rules.complete(goal, fixed, _reports(n), designs.get("epsilon"))


def _goal(rules: PlanRules, goals: dict[str, Any]) -> tuple[str, Fraction]:
    """The goal's name, and what is to be reached."""
    ((name, wanted),) = goals.items()
    bound = positive(share(wanted, name), name)
    widest = rules.question.widest
    if name != "power" and widest is not None and bound >= widest:
        points = " (3 points are 3% or 0.03)" if widest <= 1 else ""
        raise InputError(
            f"{name} must be below {text(widest)}, half of what is to be estimated can vary, got "
            f"{wanted}{points}"
        )
    return name, bound


@dataclass(frozen=True)
class OpenNumber:
    """The quantity left open as a whole number of steps.

    `survey` is the table and the number of reports at a step; `said` is what the most of them are.
    """

    rules: PlanRules
    survey: Callable[[int], tuple[Channel, int]]
    most: int
    said: str
    of_reports: bool = False
    """Whether a step is one more report: as a power goes up and down with them it is to be kept."""

    def reach(self, name: str, bound: Fraction) -> tuple[int, int | None]:
        """The least step at which the goal is reached, and of a power the first that reaches it."""
        enough = self._in_the_limit(name, bound)
        within = enough(self.most)
        is_limit = name == "stderr" or self.rules.method != "likelihood"
        if is_limit and not within:
            raise self._beyond_reach()
        guess = least_whole(enough, 0, self.most) if within else self.most
        if is_limit:
            return guess, None
        if name == "margin":
            return self._least_of_margin(float(bound), guess), None
        return self._least_of_power(float(bound), guess)

    def _in_the_limit(self, name: str, bound: Fraction) -> Callable[[int], bool]:
        if name == "power":
            return lambda at: self.rules.power(*self.survey(at)) >= bound
        # All numbers of reports have one table.
        squared = cache(self.rules.margin if name == "margin" else self.rules.stderr)

        def within(at: int) -> bool:
            channel, n = self.survey(at)
            return squared(channel) <= bound**2 * n

        return within

    def _least_of_margin(self, wanted: float, guess: int) -> int:
        """Near that of the limit, where the reported margin is reached."""

        def margin(at: int, method: str) -> float:
            channel, n = self.survey(at)
            half_width = self.rules.half_width(channel, n, method)
            return self.rules.reported_margin(channel, n, half_width)

        if (1 - AGREE) * wanted <= margin(guess, "likelihood") <= wanted:
            return guess
        # Profile limits change smoothly; calibrated ones jump, and are sought from there.
        found = self._least_near(lambda at: margin(at, "profile") <= wanted, guess)
        failing = found - 1
        while margin(found, "likelihood") > wanted:
            if found == self.most:
                raise self._beyond_reach()
            failing, found = found, min(self.most, found + max(1, found // 50))
        return least_whole(lambda at: margin(at, "likelihood") <= wanted, failing, found)

    def _least_of_power(self, wanted: float, guess: int) -> tuple[int, int | None]:
        """Near that of the limit, where the power of the test is reached."""

        def tested(at: int) -> Power | None:
            return self.rules.test_power(*self.survey(at))

        if self.of_reports and tested(guess) is not None:
            risk = float(1 - self.rules.level) / self.rules.sides
            return reports_for_power(lambda n: tested(n) or Power(0.0, 0.0), wanted, guess, risk)

        def enough(at: int) -> bool:
            return self.rules.known_power(*self.survey(at))[0] >= wanted

        return self._least_near(enough, guess), None

    def _least_near(self, enough: Callable[[int], bool], guess: int) -> int:
        """By steps of a quarter up, or of a twentieth where a table is another at each."""
        return least_near(enough, guess, 4 if self.of_reports else 20, self.most, self.said)

    def _beyond_reach(self) -> InputError:
        return InputError(f"the goal must be within reach, got none up to {self.said}")


def _given(**values: Any) -> dict[str, Any]:
    return {name: value for name, value in values.items() if value is not None}


def _missing(designs: dict[str, Any], goals: dict[str, Any], n: Any, of_design: bool) -> str:
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
        open_ones = "n" if of_design else "the design, n"
        raise InputError(
            f"nothing is left to compute: leave out {open_ones} or {next(iter(goals))}"
        )
    if len(missing) > 1:
        more = "one" if len(missing) == 2 else "two"
        raise InputError(
            f"{more} more of these must be given, and the one left open is computed: "
            f"{'; '.join(parts[part][0] for part in missing)}"
        )
    return missing[0]


def _channel(rules: PlanRules, designs: dict[str, Any]) -> Any:
    if "epsilon" in designs:
        gamma = gamma_from_epsilon(designs["epsilon"])
        if gamma.lo == 1:
            raise InputError("epsilon must be positive, got 0")
        return rules.family(designs["epsilon"])
    channel = designs["channel"]
    if channel is None or isinstance(channel, ImplicitChannel):
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


def reports_for_power(
    power: Callable[[int], Power], goal: float, guess: int, risk: float
) -> tuple[int, int]:
    """The number of reports from which a power is kept, and the first that reaches it, near a
    guess."""
    found = cache(power)
    start = _stepped(found, goal, guess, risk)
    jumps = found(start).jumps
    if jumps and start <= MOST_ENUMERATED:
        reach = ceil(jumps * sqrt(start)) + LEAST_REACH
        return _searched(lambda n: found(n).value >= goal, start, reach)
    # One that reaches it as drawn, and one that does by more than the error of the draw.
    surely = _stepped(found, goal + found(start).error, start, risk)
    return max(start, surely), min(start, surely)


def _searched(holds: Callable[[int], bool], guess: int, reach: int) -> tuple[int, int]:
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
    return failing + 1, min(n for n, held in found.items() if held)


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
