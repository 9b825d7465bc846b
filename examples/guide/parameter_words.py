"""Parameters that no docstring and no option of the command line explains, each once."""

from __future__ import annotations

from rropt.data.entry_rules import ReadingOptions
from rropt.measures.shuffled import KnownOfOthers
from rropt.survey.planning.open_quantity import PlanOptions
from rropt.survey.survey_groups import SurveyOptions

GIVEN_ON = {
    kind.__name__: {name: ref.__forward_arg__ for name, ref in kind.__annotations__.items()}
    for kind in (ReadingOptions, SurveyOptions, PlanOptions, KnownOfOthers)
}
"""Parameters that several functions hand on, by the name of their type."""

MEANINGS = {
    "about": "what is cited: a design, a device or an entry of the bibliography",
    "alpha": "the model's intercept, or one for each truth but the first",
    "alternative": "two-sided, greater or less; of a plan two-sided or one-sided",
    "answers": "the true answers, by their labels: a list, an array, a series",
    "asked": "for each question its mechanism, its people and its rounds",
    "at": "where the bound is attained",
    "blocks": "the block design of a mechanism that is not written out",
    "bound": "what no mechanism of this privacy can beat",
    "channel": "the mechanism",
    "claim": "a statement of the papers by its id, or a relation of sympy",
    "codes": "what the data have for a label: {'0': 'no'} or '0=no,1=yes'",
    "coefficients": "which coefficients of the model count; all if none is named",
    "contrast": "the combination of shares that counts, a number for each truth",
    "criterion": "a privacy of one number",
    "data": "a data frame, or the record of a certificate",
    "evidence": "a design, a certificate, its record or a file",
    "first": "the first group's prevalence",
    "fitted": "the likelihood at its largest value",
    "frames": "the library of the data frames that came in, and go out",
    "function": "a function of a pattern, or an expression of sympy",
    "garbling": "how the reports of the other one are randomized again",
    "given": "what is assumed: relations of sympy",
    "goal": "the objective whose coefficient is planned for",
    "h_upper": "the largest posterior as an expression in the prior p",
    "hi": "the upper end",
    "high": "the largest value",
    "known": "what else is known of the others: `others`, `prior`, `values`, `drawn_from`",
    "label": "what the objective is called in reports and files",
    "lo": "the lower end",
    "low": "the smallest value",
    "matrix": "its rows: one for each truth, or one for each action of a gain or loss",
    "mechanism": "a design, a device, a mechanism or its rows",
    "mechanisms": "several by name, or in a list",
    "message": "what is wrong, in one sentence",
    "method": "the estimator or the interval by its name",
    "minimisers": "all mechanisms that are best, where they are known",
    "named": "ranges or values of named parameters: a=(0, 1)",
    "numerators": "its entries as whole numbers over one denominator",
    "offsets": "what is subtracted from the variance at each prior",
    "optimum": "how the mechanism was found",
    "options": "what else a plan takes: see `plan`",
    "orbits": "rows that permutations of the truths turn into each other",
    "order": "of the Renyi divergence, above 1",
    "parameters": "by name or in order",
    "partition": "the blocks: labels or places of their truths",
    "path": "a file",
    "people": "how many report",
    "predictor": "how the randomized predictor is modelled, if one is",
    "problem": "privacy, objective and number of reports",
    "ranges": "of parameters in the entries: gamma=(1, 'oo')",
    "reading": "how entries are read: `missing`, `na`, `codes`",
    "remarks": "what a reader should know",
    "revealing": "False refuses mechanisms with a report that reveals a truth for certain",
    "respondents": "population, if their truths are drawn at random, or group",
    "rho1": "beliefs below this ...",
    "rho2": "... do not rise above this",
    "rows": "a list, an array, a frame or a file",
    "routes": "which other routes are run, or what they gave",
    "seed": "the same seed draws the same reports: for made-up people alone",
    "seen": "the prevalences at which it was optimised",
    "source": "what it is made of: a file's bytes, a mechanism, a criterion",
    "store": "the file that keeps the cells that are done",
    "table": "the mechanism, where it is written out",
    "target": "which coefficients count: variance, sum or determinant",
    "second": "the second group's prevalence",
    "truth": "the truth whose share is meant; the second of two if none is named",
    "value": "what the mechanism reaches; in a test the share under the hypothesis",
    "words": "how the fit is described",
}
