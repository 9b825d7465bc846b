"""The referee of answers from reports: small surveys, and what was found of them.

    python -m tests.contracts.survey_referee                    compare all with the recorded ones
    python -m tests.contracts.survey_referee regress clusters   only those that hold these words
    python -m tests.contracts.survey_referee --record FILE      answer all anew, into a file

A question is Python over the tables and data below; its answer is a list of numbers to twelve
digits with the processor time, or a refusal. The record was made before estimates, regressions and
plans had one likelihood (p-values that are drawn later): it is not written again, and no later
answer may differ but by the noise of drawn surveys. Only what was recorded wrong is mended as it is
read: regressions with clusters took the normal distribution where sixteen clusters give Student's,
and with weights the likelihood of as many people as these add up to, though weights have no unit.
"""

from __future__ import annotations

import json
import math
import sys
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
from scipy.stats import norm, t

import rropt as rr
from rropt import survey as estimating
from rropt.survey import planning

RECORD = Path(__file__).parent / "survey_answers.jsonl"

SAME = 2e-6
"""Relative: searches end where the likelihood no longer tells, at about the root of a double."""

NOTHING = 1e-8
"""Beside a number of size one; a gradient or a p-value of zero is as small as this."""

DRAWN, IN_DRAWN = ("survey(300, 8), WARNER", "survey(150, 9)", ".pvalues"), 0.1
"""Answers from drawn surveys, 199 when they were recorded and other ones now, and the part of the
spread of such an answer's numbers by which they may differ: with 3,000 draws they do by 0.05."""

CLUSTERS = 16
"""Of every survey below; they are nested in its two strata."""

SLOWER = 5
NOTICED = 0.1
"""No answer takes five times as long as it did, where that was more than so many seconds."""

WARNER = rr.Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]], ["no", "yes"], ["no", "yes"])
FORCED = rr.Channel.from_rows([["5/6", "1/6"], ["1/6", "5/6"]], ["no", "yes"], ["no", "yes"])
MANGAT = rr.Channel.from_rows([["2/3", "0"], ["1/3", "1"]], ["no", "yes"], ["no", "yes"])
WIDE = rr.Channel.from_rows(
    [["1/2", "1/6"], ["1/3", "1/3"], ["1/6", "1/2"]], ["a", "b", "c"], ["no", "yes"]
)
OTHER = rr.Channel.from_rows([["3/10", "7/10"], ["7/10", "3/10"]], ["no", "yes"], ["no", "yes"])
THREE = rr.Channel.from_rows(
    [["3/5", "1/5", "1/5"], ["1/5", "3/5", "1/5"], ["1/5", "1/5", "3/5"]],
    ["a", "b", "c"],
    ["a", "b", "c"],
)
FIVE = rr.Channel.from_rows(
    [["1/2" if i == j else "1/8" for j in range(5)] for i in range(5)], list("abcde"), list("abcde")
)
TABLES = {"WARNER": 2, "FORCED": 2, "MANGAT": 2, "WIDE": 3, "THREE": 3, "FIVE": 5}
PAIR = '{"A": WARNER, "B": FORCED}'


def counts(reports: int, people: int, seed: int) -> list[int]:
    """Counts without a pattern that add up to so many people."""
    random = np.random.default_rng(seed)
    shares = random.dirichlet(np.full(reports, 3.0))
    return [int(count) for count in random.multinomial(people, shares)]


def survey(people: int, seed: int, truths: int = 2, slope: float = 0.8) -> pd.DataFrame:
    """Records with covariates, arms, weights, strata and clusters; the truth is not among them."""
    random = np.random.default_rng(seed)
    x, z = random.normal(size=people), random.integers(0, 3, people)
    eta = np.column_stack([np.zeros(people)] + [slope * x / j - 0.3 for j in range(1, truths)])
    raised = np.exp(eta)
    below = (raised / raised.sum(axis=1, keepdims=True)).cumsum(axis=1)[:, :-1]
    truth = (below < random.random((people, 1))).sum(axis=1)
    arm = random.integers(0, 2, people)
    labels = ["no", "yes"] if truths == 2 else list("abcde")[:truths]
    kept = random.random(people) < np.where(arm == 0, 0.75, 5 / 6)
    if truths > 2:
        kept = random.random(people) < 0.5
    moved = (truth + random.integers(1, truths, people)) % truths
    report = np.where(kept, truth, moved)
    return pd.DataFrame(
        {
            "report": [labels[place] for place in report],
            "x": x,
            "z": [f"z{place}" for place in z],
            "wage": (10 + 2 * truth + x + random.normal(size=people)).round(6),
            "won": (random.random(people) < 0.3 + 0.3 * (truth > 0)).astype(int),
            "arm": np.where(arm == 0, "A", "B"),
            "weight": random.integers(1, 5, people),
            "stratum": [f"s{place}" for place in np.arange(people) % 2],
            "cluster": [f"c{place}" for place in np.arange(people) % CLUSTERS],
        }
    )


def shares(answer: Any) -> list[Any]:
    """An estimated distribution: values, errors, their covariance, the lack of likelihood."""
    return [answer.value, answer.stderr, answer.covariance]


def limits(contrast: Any, level: str = "0.95", *method: str) -> list[float]:
    """Of a linear estimate by the function, of all others by their own method."""
    if isinstance(contrast, estimating.Functional):
        found = estimating.interval(contrast, level, *method)
    else:
        found = contrast.interval(level, *method)
    return [found.low, found.high]


def found(test: Any) -> list[float]:
    return [test.statistic, test.p_value]


def fitted(fit: Any) -> list[Any]:
    """A regression: coefficients, errors, p-values by these alone, likelihood."""
    by_errors = [fit.test(name, method="wald").p_value for name in fit.names]
    return [fit.params, fit.bse, by_errors, fit.llf, fit.aic]


def promised(plan: planning.Plan) -> list[Any]:
    return [plan.n, plan.margin, plan.stderr, plan.power]


def of_counts() -> Iterator[str]:
    for table, reports in TABLES.items():
        for people, seed in ((40, 1), (300, 2), (5000, 3)):
            numbers = counts(reports, people, seed)
            yield f"shares(rr.estimate({table}, {numbers}))"
            yield f"limits(rr.estimate({table}, {numbers}).of(1))"
    for table, reports in list(TABLES.items())[:5]:
        numbers = counts(reports, 800, 4)
        yield f"shares(rr.estimate({table}, {numbers}, method='linear'))"
        yield f"limits(rr.estimate({table}, {numbers}).of(1), '0.9', 'profile')"
        yield f"limits(rr.estimate({table}, {numbers}, method='linear').of(1))"
        yield f"found(rr.test({table}, {numbers}, '1/4', truth=1))"
        yield f"found(rr.test({table}, {numbers}, '1/4', truth=1, alternative='greater'))"
        yield f"found(estimating.goodness_of_fit({table}, {numbers}))"
    for method in ("wilson", "wald", "clopper_pearson", "chebyshev", "guaranteed"):
        for table in ("WARNER", "MANGAT"):
            share = f"rr.estimate({table}, [70, 30], method='linear').of(1)"
            yield f"limits({share}, '0.95', {method!r})"
    for level in ("0.8", "0.99"):
        yield f"limits(rr.estimate(THREE, [50, 30, 20]).contrast([-1, 0, 1]), {level!r})"
        yield f"[limits(rr.estimate(FIVE, [40, 30, 20, 60, 50]).of(2), {level!r})]"
    yield "[(i.low, i.high) for i in rr.estimate(THREE, [90, 60, 50]).simultaneous()]"


def of_several() -> Iterator[str]:
    for pair in (([60, 40], [50, 50]), ([700, 300], [640, 360])):
        parts = f"*[rr.estimate(WARNER, c) for c in {pair}]"
        yield f"limits(estimating.difference({parts}, [0, 1]))"
        yield f"found(estimating.groups_test([{parts}]))"
        linear = f"*[rr.estimate(WARNER, c, method='linear') for c in {pair}]"
        yield f"limits(estimating.difference({linear}, [0, 1]))"
        yield f"found(estimating.difference({linear}, [0, 1]).test())"
        yield f"limits(estimating.stratified([{parts}], ['3/4', '1/4'], [0, 1]))"
    arms = "[WARNER, OTHER], [[680, 320], [440, 560]]"
    yield f"shares(rr.estimate(*estimating.pooled_design({arms})))"
    yield f"shares(estimating.cheating_estimate({arms}, ['no', 'no']))"
    yield f"limits(estimating.cheating_estimate({arms}, ['no', 'no']).of(2))"
    yield f"found(estimating.cheating_estimate({arms}, ['no', 'no']).of('cheater').test(0))"
    for columns in ("weights='weight'", "strata='stratum'", "weights='weight', clusters='cluster'",
                    "weights='weight', strata='stratum', clusters='cluster'",
                    "weights='weight', population='2000'", "by='z'",
                    "by='z', weights='weight', clusters='cluster'"):  # fmt: skip
        asked = f"rr.estimate(WARNER, survey(320, 5), column='report', {columns})"
        yield f"shares({asked})"
        yield f"limits({asked}.of(1))"
    for by in ("by='z'", "by='z', weights='weight'"):
        asked = f"rr.estimate(WARNER, survey(320, 6), column='report', {by})"
        yield f"[shares(part) for part in {asked}.groups.values()]"


def of_regressions() -> Iterator[str]:
    data = "survey(1500, 7)"
    for link in ("logit", "probit", "linear"):
        asked = f"rr.regress('report ~ x', {data}, WARNER, link={link!r})"
        yield f"fitted({asked})"
        yield f"[{asked}.interval('x', method=m) for m in ('profile', 'wald')]"
        yield f"[found({asked}.test('x', method=m)) for m in ('lr', 'wald', 'score')]"
    for errors in ("observed", "expected", "sandwich"):
        yield f"fitted(rr.regress('report ~ x + C(z)', {data}, WARNER, errors={errors!r}))"
    for columns in ("weights='weight'", "clusters='cluster'", "strata='stratum'",
                    "weights='weight', strata='stratum', clusters='cluster'"):  # fmt: skip
        asked = f"rr.regress('report ~ x + C(z)', {data}, WARNER, {columns})"
        yield f"fitted({asked})"
        yield f"{asked}.conf_int()"
    asked = f"rr.regress('report ~ x', {data}, {PAIR}, design_column='arm')"
    yield f"fitted({asked})"
    yield f"{asked}.conf_int(method='profile')"
    cheats = '{"A": WARNER, "B": OTHER}'
    yield f"fitted(rr.regress('report ~ x', {data}, {cheats}, design_column='arm', safe='no'))"
    for people in (200, 1200):
        three = f"rr.regress('report ~ x', survey({people}, 8, 3), THREE)"
        yield f"fitted({three})"
    yield f"{three}.conf_int(method='profile')"
    yield "rr.regress('report ~ x', survey(300, 8), WARNER).conf_int()"
    yield "rr.regress('report ~ x', survey(150, 9), WARNER).conf_int(method='calibrated')"
    yield f"rr.regress('report ~ x + C(z)', {data}, WARNER).effects()[['effect', 'stderr']]"
    new = "{'x': [0.0, 1.0]}"
    yield f"rr.regress('report ~ x', {data}, WARNER).predict({new}).drop(columns='truth')"
    for family, outcome in (("normal", "wage"), ("binary", "won")):
        asked = (
            f"rr.regress('{outcome} ~ report + x', {data}, WARNER, "
            f"randomized='report', family={family!r}"
        )
        yield f"fitted({asked}))"
        yield f"fitted({asked}, prevalence='1'))"
        yield f"fitted({asked}, clusters='cluster'))"
        yield f"{asked}, prevalence='1').interval('x')"


def of_plans() -> Iterator[str]:
    for goal in ("margin='0.05'", "stderr='0.02'", "n=1000"):
        for table in ("WARNER", "FORCED", "MANGAT"):
            yield f"promised(rr.plan({table}, '1/5', {goal}))"
        yield f"promised(rr.plan(THREE, ['1/2', '1/3', '1/6'], {goal}))"
    for goal in ("power='0.8'", "n=400"):
        yield f"promised(rr.plan(planning.Proportion('1/5', null='1/10'), design=WARNER, {goal}))"
    yield "promised(rr.plan(planning.TwoGroups('1/5', '1/10'), design=WARNER, n=300))"
    yield "promised(rr.plan(planning.Proportion('1/5'), epsilon='ln(3)', margin='0.04'))"
    for level in ("0.9", "0.99"):
        yield f"promised(rr.plan(WARNER, '1/5', margin='0.03', level={level!r}))"


def of_p_values() -> Iterator[str]:
    """Those that are printed, of drawn surveys where reports tell little: `fitted` has Wald's."""
    for table, people, seed in (("WARNER", 60, 11), ("FORCED", 100, 12), ("MANGAT", 150, 13)):
        yield f"rr.regress('report ~ x', survey({people}, {seed}), {table}).pvalues"
    yield "rr.regress('report ~ x', survey(301, 14), WARNER, link='probit').pvalues"
    yield "rr.regress('report ~ x', survey(120, 15, 3), THREE).pvalues"
    for family, outcome in (("normal", "wage"), ("binary", "won")):
        asked = f"rr.regress('{outcome} ~ report + x', survey(100, 16), WARNER"
        yield f"{asked}, randomized='report', family={family!r}).pvalues"


def questions() -> list[str]:
    """All questions, each once, in an order that stays."""
    every = [*of_counts(), *of_several(), *of_regressions(), *of_plans(), *of_p_values()]
    return list(dict.fromkeys(every))


def answer(question: str) -> dict[str, Any]:
    """What is recorded of a question asked now."""
    begun = time.process_time()
    try:
        numbers = list(flat(eval(question, globals())))
    except rr.InputError as refusal:
        return {"refused": str(refusal)[:160]}
    spent = time.process_time() - begun
    return {"numbers": [written(number) for number in numbers], "seconds": round(spent, 4)}


def flat(found: Any) -> Iterator[float]:
    """The numbers of an answer one after another; None is not a number."""
    if hasattr(found, "to_numpy"):
        found = found.to_numpy()
    if isinstance(found, Mapping):
        found = list(found.values())
    if isinstance(found, (list, tuple, np.ndarray, estimating.Interval)):
        for part in found:
            yield from flat(part)
    else:
        yield math.nan if found is None else float(found)


def written(number: float) -> str:
    """Twelve digits: "nan" and "inf" are words of JSON's strings only."""
    return f"{number:.12g}"


def differs(now: dict[str, Any], then: dict[str, Any]) -> str:
    """What of the numbers is not as it was; empty where all are."""
    if "numbers" not in then:
        return ""
    if "numbers" not in now:
        return str(now)
    if len(now["numbers"]) != len(then["numbers"]):
        return f"{len(now['numbers'])} numbers, were {len(then['numbers'])}"
    allowed = noise(then)
    for place, (new, old) in enumerate(zip(now["numbers"], then["numbers"], strict=True)):
        if not alike(float(new), float(old), allowed):
            return f"number {place} is {new}, was {old}"
    return ""


def noise(then: dict[str, Any]) -> float:
    """By how much the numbers of an answer may differ: those from drawn surveys."""
    if not any(words in then.get("question", "") for words in DRAWN):
        return NOTHING
    numbers = [float(number) for number in then["numbers"]]
    return IN_DRAWN * (max(numbers) - min(numbers))


def alike(new: float, old: float, allowed: float = NOTHING) -> bool:
    if math.isfinite(new) and math.isfinite(old):
        return abs(new - old) <= SAME * abs(old) + allowed
    return new == old or (math.isnan(new) and math.isnan(old))


def slower(now: dict[str, Any], then: dict[str, Any]) -> str:
    if "seconds" not in now or "seconds" not in then:
        return ""
    allowed = SLOWER * max(then["seconds"], NOTICED)
    return f"{now['seconds']} s, was {then['seconds']} s" if now["seconds"] > allowed else ""


def record(path: str) -> None:
    """Answer all questions into a file, a line each."""
    with Path(path).open("w", encoding="utf-8") as file:
        for question in questions():
            print(json.dumps({"question": question, **answer(question)}), file=file, flush=True)


def recorded() -> list[dict[str, Any]]:
    return [mended(json.loads(line)) for line in RECORD.read_text("utf-8").splitlines()]


def mended(then: dict[str, Any]) -> dict[str, Any]:
    """A regression with clusters by Student's distribution, with weights of as many people as were
    asked."""
    question = then["question"]
    if "rr.regress(" not in question:
        return then
    numbers = [float(number) for number in then["numbers"]]
    if "clusters=" in question:
        mend_quantiles(numbers, question)
    if "weights=" in question and question.startswith("fitted("):
        mend_likelihood(numbers)
    return then | {"numbers": [written(number) for number in numbers]}


def mend_quantiles(numbers: list[float], question: str) -> None:
    """The p-values and limits by Student's distribution."""
    freedom = CLUSTERS - (2 if "strata=" in question else 1)
    if question.endswith(".conf_int()"):
        wider = t.ppf(0.975, freedom) / norm.ppf(0.975)
        for place in range(0, len(numbers), 2):
            middle = (numbers[place] + numbers[place + 1]) / 2
            half = (numbers[place + 1] - numbers[place]) / 2
            numbers[place : place + 2] = [middle - wider * half, middle + wider * half]
    else:
        size = (len(numbers) - 2) // 3
        for place in range(size):
            statistic = abs(numbers[place] / numbers[size + place])
            numbers[2 * size + place] = 2 * t.sf(statistic, freedom)


def mend_likelihood(numbers: list[float]) -> None:
    """The log-likelihood and AIC where the weights of all surveys of 1,500 have a mean of one."""
    size = (len(numbers) - 2) // 3
    numbers[-2] /= survey(1500, 7)["weight"].mean()
    numbers[-1] = 2 * size - 2 * numbers[-2]


def compare(words: list[str]) -> int:
    """Ask again and print what differs; the number of faults."""
    faults = 0
    asked = [then for then in recorded() if all(word in then["question"] for word in words)]
    then_spent = now_spent = 0.0
    for then in asked:
        now = answer(then["question"])
        for fault in filter(None, (differs(now, then), slower(now, then))):
            faults += 1
            print(f"{then['question']}\n    {fault}", flush=True)
        then_spent += then.get("seconds", 0.0)
        now_spent += now.get("seconds", 0.0)
    print(f"{len(asked)} questions, {faults} faults, {now_spent:.1f} s, were {then_spent:.1f} s")
    return faults


if __name__ == "__main__":
    if sys.argv[1:2] == ["--record"]:
        record(sys.argv[2])
    else:
        sys.exit(min(1, compare(sys.argv[1:])))
