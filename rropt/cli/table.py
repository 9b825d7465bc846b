"""The one table of options: what each is called, what it takes, what it means, what it needs.

An option has the name of the parameter that it becomes, and one meaning in every verb; a row `of` a
verb takes the place of the shared one there, where the verb has more to say. A verb lists the names
that it takes as `OPTIONS`: its parser, its help and its completions are made of these rows.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Mapping
from itertools import chain
from types import ModuleType

from rropt.cli.options import Option, Rows, given, written
from rropt.exact import InputError

SEEN = ("population", "others")
"""What makes `rropt measures` look at the reports of many people."""

FILES = ".csv, .tsv, .txt, .parquet or .xlsx; - is a pipe"
"""What a file of data may be; its separator, decimal comma and encoding are seen in it."""

SLIDER = "1/10,1/4,1/2,1,3/2,2,3,4"
"""Where the slider goes unless it is told."""


OBJECTIVE = (
    Option("objective", "OBJECTIVE", "see the list of objectives", place=True),
    Option("prior", "P,...", "a prevalence, a share for each truth, uniform, worst; 1/20..1/5"),
    Option("prior", "P,...", "a prevalence, a share for each truth, or uniform", of=("device",)),
    Option("prior", "P,...", "shares, a range of one 0..1, or in parameters", of=("derive",)),
    Option("prior", "P,...", "the prevalence planned for; or of the design", of=("plan",)),
    Option("prior", "P,...", "what is known before, a share for each truth", of=("measures",)),
    Option("prior", "P,...", "where it is efficient; or of the design", of=("estimate",)),
    Option("prior", "P,...", "figures at these shares, or uniform", of=("compare",)),
    Option("priors", "P,...;...", "robust: several priors separated by semicolons"),
    Option(
        "weights",
        "W,...",
        "of --priors: their average instead of the worst",
        needs=("priors",),
        of=("design", "derive"),
    ),
    Option("categories", "K", "number of truths; of --low and --high: numbers"),
    Option("categories", "K", "number of truths; any: one formula for all", of=("derive",)),
    Option("gain", "ROWS", 'one row for each action: "1,0;0,1"'),
    Option("loss", "ROWS", 'instead of --gain, minimised: "0,1;1,0"'),
    Option("divergence", "NAME", "total-variation, chi-square, ..."),
    Option("pair", "A,B", "the two truths; 0,1 if not said"),
    Option("values", "X,...", "the numbers of the truths, for a mean"),
    Option("low", "A", "a mean of all numbers from A on", needs=("high",)),
    Option("high", "B", "the largest of these numbers", needs=("low",)),
    Option("worst", "WHOM", "the worst case is over every group or population"),
    Option("contrast", "C,...", "of c-optimal: a combination of the shares"),
    Option("model", "FILE", "JSON of the model: for-model"),
    Option("model", "FILE", "a coefficient of the model in this JSON", of=("plan",)),
    Option("regret", "", "of --priors: the loss against the best design for each"),
    Option("equal_shares", "", "what the mechanism for equal shares loses", needs=("prior",)),
)

PRIVACY = (
    Option("epsilon", "E", 'local differential privacy: 1, 0.5, 1/2 or "ln(3)"'),
    Option("epsilon", "E", "k-ary response at this epsilon, without a design", of=("plan",)),
    Option("gamma", "G", "e^epsilon as an exact number, such as 3"),
    Option("gamma", "G|LO..HI", "e^epsilon, or a range of it", "1..oo", of=("derive",)),
    Option("gamma", "G", "every Bayes factor at most G", of=("bound",)),
    Option("delta", "D", "chance of an exception; 0 if not said", "0"),
    Option("delta", "D|LO..HI", "the same, or a range of it", "0", of=("derive",)),
    Option("privacy", "P", 'rows "1,3;oo,1", FILE, zcdp:R, renyi:A,E, rho:R1,R2, ...'),
    Option("privacy", "ROWS", 'in place of --gamma: "1,g;h,1"', of=("derive",)),
    Option("protect", "LABELS", "one-sided: --epsilon for these truths only"),
    Option("metric", "M", "--epsilon times distance: FILE, path or grid:NxM"),
    Option("sensitive", "LABELS", "utility-optimised: other truths may be told alone"),
    Option("leakage_prior", "P,...", "of pml and lip, if it is not --prior"),
    Option("shuffled", "N", "--epsilon is of the histogram of N reports", needs=("at_delta",)),
    Option("shuffled", "", "--epsilon is of the histogram", needs=("at_delta",), of=("plan",)),
    Option("at_delta", "D", "of --shuffled: the delta of the promise", needs=("shuffled",)),
    Option("theta", "A,...", "the model's own coefficients in parameters: a,b"),
    Option(
        "range", "NAME=LO..HI", "of a named parameter", more={"action": "append", "default": []}
    ),
    Option("range", "NAME=LO..HI", "of a parameter in the entries: gamma=1..oo", of=("compare",)),
    Option(
        "rho",
        "R1 R2",
        "no event moves from below R1 to above R2",
        more={"nargs": 2, "metavar": ("R1", "R2")},
    ),
    Option("beta", "B", "posterior / prior between 1/B and B"),
    Option("h", "EXPR", "posterior at most h(p); p is the prior"),
    Option("h_lower", "EXPR", "with --h: posterior at least this", needs=("h",)),
)

MECHANISM = (
    Option("A", "A", "the mechanism that may be a garbling", place=True),
    Option("A", "A", "the mechanism", place=True, of=("admissible",)),
    Option("P", "P", "the mechanism that may be at least as good", place=True),
    Option("design", "D", "mechanism, design, certificate or page", required=True),
    Option("design", "D", "mechanism, design, certificate or page", of=("plan", "regress")),
    Option("truths", "A,B,...", "labels of the truths, in order: no,yes"),
    Option("reports", "A,B,...", "labels of the reports, in order"),
    Option("outputs", "M", "at most so many different reports, or any", "any"),
    Option("outputs", "M", "at most so many different reports: 2", of=("derive",)),
    Option("denominator", "N", "chances over 1/N: 52, 2^32, ..."),
    Option("revealing", "YES", "no: no report may reveal a truth for certain", "yes"),
    Option("question", "TEXT", "what people are asked, kept in the design"),
)

DATA = (
    Option("file", "FILE", f"each row a respondent: {FILES}", place=True),
    Option("file", "FILE", FILES, place=True, of=("estimate",), more={"nargs": "?"}),
    Option(
        "file", "FILE", "certificate, design, page or store; - is a pipe", place=True, of=("check",)
    ),
    Option("files", "FILE", "a mechanism, a design, a device", place=True, more={"nargs": "*"}),
    Option("column", "C", "the column of the reports; several: joint shares", needs=("file",)),
    Option("column", "C", "the column of the answers", required=True, of=("randomize",)),
    Option("counts", "N,...", "counts of the reports, instead of FILE"),
    Option("missing", "M", "rows without an answer: refuse (if not said) or drop", "refuse"),
    Option("missing", "M", "the same, or keep (without a report)", "refuse", of=("randomize",)),
    Option("na", "W,...", "words for a missing answer (blanks, NA, NaN, null, #N/A)"),
    Option("codes", "C=L,...", "what the file has for a label: 0=no,1=yes"),
    Option("weights", "W", "the column of sampling weights"),
    Option("strata", "S", "the column of strata"),
    Option("clusters", "C", "the column of clusters"),
    Option("population", "N", "finite population: clusters or people, or A=N,... strata"),
    Option("population", "N", "sampled without replacement from N people", of=("device",)),
    Option("population", "N", "the reports of N people are seen, or a summary", of=("measures",)),
    Option("design_column", "C", "who answered by which design: --design A=D,B=E"),
    Option("correlations", "C,...", "columns: the correlations of their truths", needs=("file",)),
    Option("repeated", "C,...", "columns of one question's reports"),
    Option("memoised", "", "reports drawn once, and given again", needs=("repeated",)),
)

REGRESSION = (
    Option("formula", "F", '"report ~ age + C(region)"', required=True),
    Option("link", "L", "logit (if not said), probit or linear", "logit"),
    Option("randomized", "C,...", "predictors that are randomized"),
    Option("family", "F", "of its outcome: normal (if not said) or binary", needs=("randomized",)),
    Option("prevalence", "T", "terms that its distribution depends on", needs=("randomized",)),
    Option("groups", "C", "a column of groups with random intercepts"),
    Option("groups", "P,P", "the prevalences of two groups; P: of the second", of=("plan",)),
    Option("errors", "E", "observed, expected or sandwich"),
    Option("effects", "", "also average marginal effects"),
    Option("liars", "T,...", "truths whose holders do not comply; or ceiling,floor"),
    Option("counted", "J", "item counts of J items: J, or J,CONTROL,TREATMENT"),
    Option("count_model", "M", "binomial, beta-binomial or any", needs=("counted",)),
    Option("lying", "T", "terms that the share of liars depends on"),
)

ANSWER = (
    Option("level", "L", "confidence level; 0.95 if not said", "0.95"),
    Option("method", "M", "see above", "likelihood"),
    Option("simultaneous", "", "intervals and margins that hold for all shares at once"),
    Option("top", "N", "of very many shares the N largest are shown; 10 if not said"),
    Option(
        "contrast", "C,...", "a combination of the shares, as --contrast=-1,1", of=("estimate",)
    ),
    Option("null", "V", "test whether the contrast equals V", needs=("contrast",)),
    Option("null", "P,...", "the hypothesis that a power is against", of=("plan",)),
    Option("by", "G", "columns whose values are groups", needs=("file",)),
    Option("odds", "", "also the ratio of the odds of two groups", needs=("by",)),
    Option("shares", "A=W,...", "the groups' shares of the population", needs=("by",)),
    Option("shares", "W,...", "strata: their shares of the population", of=("plan",)),
    Option("noncompliance", "LABEL", "the report that some people give whatever is asked"),
    Option(
        "noncompliance",
        "LABEL[=S]",
        "the report that some give whatever is asked: unknown how many, or S",
        of=("estimate",),
    ),
    Option("allocation", "S", "the first group's share of n: 1/2; of strata"),
    Option("bits", "K", "a marginal of K bits; --prior by cell"),
    Option("n", "N", "number of reports (of both groups together)"),
    Option("n", "N", "number of respondents", "1", of=("device",)),
    Option("margin", "M", "margin of error at --level"),
    Option("stderr", "S", "standard error"),
    Option("power", "P", "power of the test of size 1 - level"),
    Option("alternative", "A", "two-sided (if not said) or one-sided test", "two-sided"),
    Option("simulate", "N", "keep the plan to N drawn surveys"),
    Option("optimal", "", "the least epsilon of any mechanism"),
    Option("for_variance", "V", "also the least n for this variance"),
    Option("for_margin", "M", "also the least n for a 95% margin (1.96)"),
    Option("at_epsilon", "E", "the least delta there, for any number of --rounds"),
    Option("at_delta", "D", "the least epsilon at this delta", needs=SEEN, of=("measures",)),
    Option("rounds", "N", "fresh reports of each person by each mechanism", "1"),
    Option(
        "gain", "FILE", "JSON rows: gain of guess x at truth a", needs=("prior",), of=("measures",)
    ),
    Option("others", "N,...", "how many others hold each truth; else they are drawn from --prior"),
    Option("view", "V", "what is seen: histogram (if not said), sum, list", needs=SEEN),
    Option("scores", "X,...", "of --view sum: the number that each report counts", needs=SEEN),
    Option("drawn_from", "N", "the people are drawn at random among so many", needs=SEEN),
)

WORK = (
    Option("name", "NAME", "which one", place=True, more={"nargs": "?"}),
    Option("list", "", "all names"),
    Option("list", "", "what matches, with its stored verdict", of=("prove",)),
    Option("why", "", "part by part, what shows it"),
    Option("new", "FILE", "write a file of claims to begin with"),
    Option("catalogue", "", "every device by every measure"),
    Option("formulas", "", "what each measure is, its source"),
    Option("explain", "", "also why it is best, the closed form and where it holds"),
    Option("crosscheck", "", "the same by other routes too (cvxpy, sympy, scipy)"),
    Option("budget", "S", "processor seconds, then show what is left"),
    Option("coq", "", "let Coq decide too (needs coqc)"),
    Option(
        "pattern",
        "PATTERN",
        "shell pattern on statement ids, or a Python file",
        "*",
        place=True,
        more={"nargs": "?"},
    ),
    Option("seconds", "S", "work on each claim of a file; 60 if not said", "60"),
    Option("recheck", "", "replay stored evidence only"),
    Option("write", "", "store verdicts, write VERDICTS.md"),
    Option("check", "", "is VERDICTS.md what is stored?"),
    Option("spec", "SPEC", "a TOML file", place=True, more={"nargs": "?"}),
    Option("jobs", "N", "worker processes; one a processor if not said"),
    Option(
        "jobs", "N", "worker processes; one a processor if not said", needs=("spec",), of=("sweep",)
    ),
    Option("dask", "ADDRESS", "a running scheduler, tcp://host:port", needs=("spec",)),
    Option("retry_failed", "", "try failed cells again", needs=("spec",)),
    Option("dry_run", "", "validate SPEC and count its cells", needs=("spec",)),
)

OUTPUT = (
    Option("save", "FILE", "write the whole design to FILE, for every other verb"),
    Option("certificate", "FILE", "write the certificate alone to FILE"),
    Option("certificate", "FILE", "write the proof of the level", needs=SEEN, of=("measures",)),
    Option("html", "FILE", "write a page to FILE"),
    Option("html", "DIR", "write pages: errata, verdicts, each claim", of=("prove",)),
    Option(
        "slider",
        "E,...",
        "the page also has the designs at these epsilon, on a slider",
        needs=("html",),
        more={"nargs": "?", "const": SLIDER},
    ),
    Option("export", "FORMAT", "csv, parquet, or a file name"),
    Option("export", "FORMAT", "the proof as coq, smt2, lean or latex", of=("prove",)),
    Option(
        "plot",
        "KEY=COLUMN",
        "x=, y=, and if wanted hue=, log=, file=; PARAMETER=VALUE",
        more={"nargs": "+"},
    ),
    Option("output", "FILE", "write the answer to FILE"),
    Option("output", "OUT", "where the reports go", of=("randomize",)),
    Option("output", "FILE", "draw into FILE.png, .svg, .pdf", of=("figure",)),
    Option("output", "STORE", "the store, one SQLite file", of=("sweep",)),
    Option("overwrite", "", "replace OUT, and spend the privacy budget again"),
    Option("json", "", "print one JSON object"),
)

TABLE: Mapping[str, tuple[Option, ...]] = {
    "objective": OBJECTIVE,
    "privacy": PRIVACY,
    "mechanism": MECHANISM,
    "data": DATA,
    "regression": REGRESSION,
    "what is found": ANSWER,
    "how": WORK,
    "output": OUTPUT,
}
"""By the heading that they have in help."""

LEVELS = ("epsilon", "gamma", "privacy")
"""The options that name what privacy demands; just one is given."""

OF_PRIVACY = (*LEVELS, "leakage_prior", "delta", "protect", "metric", "sensitive")
OF_OBJECTIVE = (
    "objective", "prior", "priors", "weights", "categories", "gain", "loss", "divergence", "pair",
    "values", "low", "high", "worst", "contrast", "model",
)  # fmt: skip
OF_DESIGN = ("design", "reports", "truths")
OF_READING = ("missing", "na", "codes")


def rows_of(verb: str, module: ModuleType) -> Rows:
    """The rows of a verb by heading: its own names, and the two that every verb shares.

    Parameters that are of no other verb stand under a heading of their own.
    """
    rows = [row_of(verb, name) for name in (*module.OPTIONS, "output", "json")]
    found = {}
    for title, every in TABLE.items():
        found[title] = [row for row in every if row in rows]
    found["parameters"] = module.own_options() if hasattr(module, "own_options") else []
    return {title: some for title, some in found.items() if some}


def row_of(verb: str, name: str) -> Option:
    """What a name means to a verb: its own row, or the shared one.

    >>> row_of("plan", "prior").help, row_of("check", "coq").takes
    ('the prevalence planned for; or of the design', '')
    """
    rows = [row for row in chain.from_iterable(TABLE.values()) if row.name == name]
    own = [row for row in rows if verb in row.of]
    shared = [row for row in rows if not row.of]
    # What a verb says itself takes the place of the shared row.
    return [*own, *shared][0]


def refuse_unmet(verb: str, rows: Iterable[Option], args: argparse.Namespace) -> None:
    """Refuse an option without one of those that it needs, which is said in its own words."""
    for row in rows:
        if row.needs and given(args, row.name) and not given(args, *row.needs):
            needed = [row_of(verb, name) for name in row.needs]
            names = " or ".join(each.takes if each.place else written(each.name) for each in needed)
            raise InputError(f"{written(row.name)} needs {names}: {needed[0].help}")
