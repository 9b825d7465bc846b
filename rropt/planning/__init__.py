"""Planning: sample size, margin of error, power or epsilon, whichever one is left open.

Three things determine each other: the design (a channel, or an epsilon that stands for k-ary
randomized response), the number of reports n, and the goal (a margin of error, a standard error or
a power). Give two of them and the third is computed: the smallest n, the smallest epsilon, or the
accuracy that is reached.

>>> from rropt.channel import Channel
>>> warner = Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]])
>>> plan(Proportion("1/5"), channel=warner, margin="0.02").n
8740
>>> round(plan(Proportion("1/5"), channel=warner, n=8740).margin, 4)
0.02
"""

from rropt.planning.cell_questions import Bits, Categories
from rropt.planning.coefficient_question import Coefficient
from rropt.planning.mean_plan import MeanPlan, plan_mean
from rropt.planning.open_quantity import plan
from rropt.planning.plan_rules import Plan
from rropt.planning.questions import Proportion, TwoGroups
from rropt.planning.simulated_surveys import SimulatedSurveys, simulated_surveys
from rropt.planning.strata_question import Strata

__all__ = [
    "Bits",
    "Categories",
    "Coefficient",
    "MeanPlan",
    "Plan",
    "Proportion",
    "SimulatedSurveys",
    "Strata",
    "TwoGroups",
    "plan",
    "plan_mean",
    "simulated_surveys",
]
