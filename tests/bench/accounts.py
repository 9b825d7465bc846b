"""Why a bar is not met, and what was tried: an account for each row that is short."""

from __future__ import annotations

from typing import Any

OF_PYTHON = (
    "The rest is spread over many small steps; run one after the "
    "other they take a third more than each in a loop of its own, as they leave the processor's "
    "caches to each other."
)

OF_VARIANCES = (
    "Both sides take a path of interior points; ours has 60 steps of 0.5 ms over the patterns in "
    "use, theirs 19 over all 1,022, in compiled code. Two fifths of our time are the path, two "
    "fifths Newton's method in rationals, a table and prices to 15 digits (they stop at 8), a "
    "sixth the certificate and its check. Their program is posed on entries 0 and 1 in place of 1 "
    "and gamma, of which half are none: as it is printed it takes twice as long. Tried: sums of "
    "products and rounding in whole numbers and flint (a twentieth less); other stages, aims, "
    "steps to the boundary and thresholds of new patterns (none takes fewer steps at 6 to 14 "
    "truths)."
)

ACCOUNTS = {
    "gain of 6 actions, k = 32": (
        "The exact optimum alone is ahead of the bar (its row below): certificate and independent "
        "check, which the other side lacks, are more than half of our time. The check alone takes "
        "a third: 4 kB of text with 500 numbers are parsed in 0.1 ms, and 36 products of an action "
        "and a report in whole numbers and the cover take as long. Tried: HiGHS for the 7 rows and "
        "30 columns of the dual (0.31 ms to begin, where 18 pivots of our own take 0.1); entering "
        "variables by the largest gain (about as many pivots, each longer); all variables "
        "that may turn turned at once before the first pivot (17 % slower over 69 programs); "
        "reports ordered by their first columns alone (gains 4 us here, loses 14 at k = 16). "
        + OF_PYTHON
    ),
    "gain of 6 actions, k = 32: design and checked certificate": (
        "The same question: see the account of its row beside HiGHS."
    ),
    "mutual information, k = 8": (
        "The exact optimum alone is ahead (its row below); certificate and check, which the other "
        "side lacks, take the rest. Of the check half is the cover of 256 patterns by tangents, "
        "of the search half are 12 pivots of which 7 are the least. Tried: tangents that are kept "
        "between levels (nothing at k = 8 and 12, where each question has levels of its own); "
        "fewer patterns at the start (three a truth for four: 10 % more time at k = 16); a tree "
        "with every pattern for a proof, which is shorter to check up to 6 truths only. "
        + OF_PYTHON
    ),
    "guess, k = 4": (
        "Recorded where qif is installed. A closed form finds the exact optimum in a tenth of "
        "our time, 14 us; the independent check takes 57 us, the text of the certificate 13, the "
        "table and the answer around it the rest."
    ),
    "guess, k = 4: design and checked certificate": (
        "200 to 270 us from run to run, in a process of its own 200: see the account of its row "
        "beside qif."
    ),
    "logistic regression, 20,000 true answers": (
        "At a million rows the bar is met. Here half of the time is no fit: a formula and a frame "
        "are read, missing entries and unknown answers are looked for, and columns are tested for "
        "dependence, where the other side is given arrays; from the same formula (smf.logit) it "
        "takes 1.3 times as long. Newton's method takes 6 evaluations here; one more "
        "shows that the maximum is not at infinity, which statsmodels does not tell."
    ),
    **{
        f"A-optimal, skewed prior, k = 10, gamma = {gamma}": OF_VARIANCES
        for gamma in ("3/2", "3", "10")
    },
}
"""By what was measured; its row says how much is missing."""


def account(row: dict[str, Any]) -> str:
    """Of a row that is short; empty where its bar is met.

    >>> account({"verdict": "pass", "what": "guess, k = 4"})
    ''
    """
    return ACCOUNTS[row["what"]] if row["verdict"] == "short" else ""
