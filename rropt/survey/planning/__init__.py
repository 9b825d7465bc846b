"""Planning: sample size, margin of error, power or epsilon, whichever one is left open.

Three things determine each other: the design (a channel, or an epsilon that stands for k-ary
randomized response), the number of reports n, and the goal (a margin of error, a standard error or
a power). Give two of them and the third is computed: the smallest n, the smallest epsilon, or the
accuracy that is reached.

>>> from rropt.channel import Channel
>>> from rropt.survey.planning import Proportion, plan
>>> warner = Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]])
>>> plan(Proportion("1/5"), channel=warner, margin="0.02").n
8740
>>> round(plan(Proportion("1/5"), channel=warner, n=8740).margin, 4)
0.02
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rropt.first_use import keep_names, names_of

if TYPE_CHECKING:
    from rropt.survey.planning.cell_questions import Bits, Categories
    from rropt.survey.planning.coefficient_question import Coefficient
    from rropt.survey.planning.mean_plan import MeanOfNumbers
    from rropt.survey.planning.open_quantity import plan
    from rropt.survey.planning.plan_rules import Plan
    from rropt.survey.planning.questions import Proportion, Strata, TwoGroups
    from rropt.survey.planning.shuffled_plan import ShuffledPlan, plan_shuffled
    from rropt.survey.planning.simulated_surveys import SimulatedSurveys, simulated_surveys

_HOME = {
    "Bits": "cell_questions",
    "Categories": "cell_questions",
    "Coefficient": "coefficient_question",
    "MeanOfNumbers": "mean_plan",
    "plan": "open_quantity",
    "Plan": "plan_rules",
    "Proportion": "questions",
    "TwoGroups": "questions",
    "ShuffledPlan": "shuffled_plan",
    "plan_shuffled": "shuffled_plan",
    "SimulatedSurveys": "simulated_surveys",
    "simulated_surveys": "simulated_surveys",
    "Strata": "questions",
}

__all__ = [
    "Bits",
    "Categories",
    "Coefficient",
    "MeanOfNumbers",
    "Plan",
    "Proportion",
    "ShuffledPlan",
    "SimulatedSurveys",
    "Strata",
    "TwoGroups",
    "plan",
    "plan_shuffled",
    "simulated_surveys",
]

if not TYPE_CHECKING:
    __getattr__ = names_of(__name__, {name: f"{__name__}.{home}" for name, home in _HOME.items()})
    keep_names(__name__)
