"""What is new in each found statement, and what a referee would ask: one sentence for each."""

from __future__ import annotations

NOVELTY: dict[str, tuple[str, str]] = {
    "guess/best-set": (
        "The exact value for every prior and every delta; for delta 0 the best sets are known.",
        "Whether the deltas of Ghazi et al. (2021) give the lottery already.",
    ),
    "guess/delta": (
        "The delta for k truths; delta 0 and two truths are known.",
        "Whether it is more than guess/best-set at a flat prior: it is not.",
    ),
    "guess/response": (
        "That no other table has the best chance at equal priors, up to reports that say the same.",
        "Whether it is not seen at once from the proof of the bound: it is.",
    ),
    "guess/weights": (
        "One-sided levels and a delta beside the known inverse of the likeness.",
        "What holds where a weight is negative: nothing is said there.",
    ),
    "guess/blocks": (
        "The exact value where constants were known.",
        "Whether it is more than guess/weights at equal row sums: it is not.",
    ),
    "guess/map": (
        "That optima multiply over coordinates.",
        "Whether products of geometric mechanisms were not known to be optimal on grids.",
    ),
    "guess/scale": (
        "Unequal gaps and a delta.",
        "Whether the proof for equal gaps of 2009 does not carry over.",
    ),
    "guess/tree": (
        "That the value depends on the levels only, for tables.",
        "How often the condition at the vertices holds: at high privacy it fails in a star.",
    ),
    "guess/star": (
        "The regime in which the centre is never reported.",
        "Other trees beyond the condition of guess/tree: open here.",
    ),
    "protected/apart": (
        "That utility-optimised response is exactly best up to n = e^epsilon.",
        "Whether a right guess is the utility that is wanted, and not the error of estimates.",
    ),
    "protected/together": (
        "That the protected share one report beyond it.",
        "The same question, and whether anybody would deploy a report that says so little.",
    ),
    "protected/switch": (
        "The exact place of the switch.",
        "Unequal priors: nothing is said of them.",
    ),
    "pair/universal": (
        "Two levels and two deltas at once.",
        "Whether it follows from the dominating pair of Kairouz, Oh and Viswanath for f-DP.",
    ),
    "pair/effective": (
        "That one of two deltas can be idle, and its effective value.",
        "Whether it is more than the symmetry of a trade-off function.",
    ),
    "pair/mangat": (
        "The delta; without it the device is known to be best.",
        "Whether a delta on one side has a use in surveys.",
    ),
    "pair/proportion": (
        "Any number of reports; two reports are known.",
        "Whether the census part is acceptable: it tells the truth of a share delta.",
    ),
    "pair/divergence": (
        "Unequal levels.",
        "Whether these are the known contraction coefficients of such channels.",
    ),
    "pair/regret": (
        "The largest factor over a range of prevalences; the tables are known.",
        "Who is held to two reports where a delta is allowed.",
    ),
    "pair/pilot": (
        "That no design in phases gains anything, with the bound for tables of two reports.",
        "Whether it is more than one best table and the chain rule of information: it is not.",
    ),
    "pair/renyi": (
        "That two reports are best under Renyi budgets of any orders from 1 on, also of different "
        "ones both ways, for all divergences of lower orders and for mutual information.",
        "Whether some table of two reports spends exactly any two budgets that are given: one "
        "budget may be idle then.",
    ),
    "pair/renyi/prevalence": (
        "The region, with its converse; it is all prevalences from the order 2 on.",
        "What is best outside: pair/renyi/budgets says it.",
    ),
    "pair/renyi/budgets": (
        "Which tables of two reports inform most about a prevalence, exactly, by three means.",
        "Whether every budget and prevalence has such a table: it is found by two equations in "
        "every problem that was tried, but not shown.",
    ),
    "pair/renyi/concentrated": (
        "That Warner's device is best under zCDP, and what is for a rare prevalence; its level is "
        "known.",
        "A formula for the order that decides: it is where its divergence is the largest for what "
        "zCDP allows.",
    ),
    "question/two-reports": (
        "Every convex utility at once, for tables of two reports.",
        "Whether binary mechanisms of Kairouz, Oh and Viswanath (2016) are not this.",
    ),
    "question/group": (
        "The bound for every table and all shares, not only for two truths.",
        "Whether it is an instance of known minimax bounds for one linear functional.",
    ),
    "question/from-response": (
        "The exact condition.",
        "What it is good for beside the estimates of k-ary response themselves.",
    ),
    "contrasts/condition": (
        "The exact condition at any shares for any contrasts, tried on pairs instead of 2^k sets.",
        "What is best where it fails: three truths of which two are alike are answered here.",
    ),
    "contrasts/never": (
        "A level below which k-ary response is best for no shares and no contrasts.",
        "The same for subset selection of sizes from 2 to k - 2: of four truths it has a region.",
    ),
    "contrasts/leaving-out": (
        "That it is worse in every contrast at all shares, with the difference in closed form.",
        "Sets of other sizes at unequal shares: of four truths shares/four/halves has a region.",
    ),
    "contrasts/largest": (
        "The exact condition for e-optimality at any shares where one contrast is the worst.",
        "The converse where several contrasts vary most: there the condition is sufficient only.",
    ),
    "contrasts/largest/three": (
        "The exact region for three truths, with one square root, ties included.",
        "What is best outside of it, where k-ary response is not: not told.",
    ),
    "shares/condition": (
        "The exact region, by one inequality.",
        "How much is gained beyond it: for three truths at most 7.2 %, by shares/three/factor.",
    ),
    "shares/three": (
        "The inequality in three weights.",
        "Whether it is more than shares/condition for three truths: it is not.",
    ),
    "shares/three/skewed": (
        "The curve (g + 3)/(g + 5).",
        "Whether shares so skewed are known before a survey.",
    ),
    "shares/three/beyond": (
        "The best table for three truths and its value in closed form, at all shares.",
        "Four truths: certified optima show other supports, and no formula is known.",
    ),
    "shares/three/factor": (
        "What k-ary response can cost at most, for three truths.",
        "Four truths and more: no bound is known to us.",
    ),
    "shares/equal": (
        "At most the condition in this form, with a proof in Coq.",
        "Whether the results on block designs do not give it at once: they do.",
    ),
    "shares/subset": (
        "A proof in Coq for every k and gamma; exactly which tables have it, at breakpoints too.",
        "When the best table is one only: shares/subset/one says it.",
    ),
    "shares/subset/one": (
        "For which sizes the best table is one only, and how another one is made where it is not.",
        "How many reports a best table of larger sets needs: for most k and d that is open.",
    ),
    "shares/four/halves": (
        "Exactly the shares at which this subset selection of size 2 is best, with its chances.",
        "Other numbers of truths: the three questions are those of four.",
    ),
    "shares/eigenvalue": (
        "That exactly the tables of the least sum of variances are e-optimal.",
        "Whether it does not follow at once from the symmetry of equal shares.",
    ),
    "shares/worst": (
        "That exactly the tables of the least sum of variances are minimax over all shares.",
        "Whether a table that is not symmetric could not be better: none is.",
    ),
    "shares/lottery": (
        "That the lottery is best for all shares at once, for every k, gamma and delta, in the "
        "worst direction, for the volume and at the worst shares too.",
        "Unequal shares: shares/lottery/unequal has some where its table is not the best one.",
    ),
    "shares/pairs": (
        "The breakpoints, which no divergence changes, and exactly which tables are best.",
        "Whether the closed forms under transitive symmetry (2026) contain it.",
    ),
    "shares/information": (
        "The exact breakpoints, which tables are best, and that more truths want larger sets.",
        "Whether Wang et al. (2016) do not have all but the order in k and the other tables.",
    ),
    "shares/information/levels": (
        "That each size is best on one range of levels, between those of two other criteria.",
        "A closed form of the level: it is a root of an equation with logarithms.",
    ),
    "shares/information/enclosed": (
        "Nine digits of each level up to eight truths.",
        "Nothing: they are numbers.",
    ),
    "determinant/condition": (
        "The exact region for tables, by one inequality in the two rarest shares.",
        "Whether it is more than the condition of Kiefer and Wolfowitz, looked at set by set.",
    ),
    "determinant/three": (
        "That k-ary response is d-optimal for three truths, always.",
        "Whether it is more than determinant/condition for three truths: it is not.",
    ),
    "determinant/equal": (
        "Nothing beside determinant/condition.",
        "The proof for block designs.",
    ),
    "determinant/subset": (
        "Which tables have the largest determinant, exactly, for every k and gamma in Coq.",
        "Whether it does not follow at once from the symmetry of equal shares.",
    ),
    "mean/two": (
        "Nothing: Duchi, Jordan and Wainwright (2018) have the mechanism.",
        "A reference for its exact optimality.",
    ),
    "mean/three/low": (
        "The closed form, and that a coin over two cuts has it.",
        "Whether the linear programs of Badanidiyuru et al. (2023) show it.",
    ),
    "mean/three/high": (
        "The closed form with five reports.",
        "Whether optimal piecewise mechanisms (2025) contain it as a discrete case.",
    ),
    "mean/uneven/low": (
        "The middle number anywhere.",
        "More numbers: the form is known to us for three only.",
    ),
    "mean/uneven/high": (
        "The five reports for an uneven middle.",
        "What happens beyond g s = 3 (1 + s): open here.",
    ),
    "mean/shares/coin": (
        "The exact range of shares in which a coin over two cuts is best.",
        "Other shares than (q, 1 - 2q, q).",
    ),
    "mean/shares/response": (
        "That response over the numbers is best in the other range.",
        "The same.",
    ),
    "mean/population": (
        "That the draw of the respondents makes two reports best for every set of numbers.",
        "Whether it is the known minimax rate of Duchi et al. made exact: it is.",
    ),
    "mean/five/middle": (
        "That the numbers at the half cost nothing in this range.",
        "A reason that explains the range.",
    ),
    "numbers/small": (
        "A closed form of the best mechanism on an interval up to epsilon 0.712.",
        "The step over measurable mechanisms, which is argued and not in Coq.",
    ),
    "numbers/middle": (
        "The next closed form, up to epsilon 1.393.",
        "The same; beyond comes numbers/gap.",
    ),
    "numbers/gap": (
        "The best mechanism from epsilon 1.393 to 2.0160326139, by one equation in one unknown.",
        "The step over measurable mechanisms, argued as before, and Coq: the signs are told in "
        "balls.",
    ),
    "numbers/beyond": (
        "The least worst variance to a millionth at six epsilons, and how far each published "
        "mechanism is from it.",
        "The shape of the best mechanism: we know no form of it beyond epsilon 2.016.",
    ),
    "numbers/every": (
        "Both ends at every epsilon, without a gap between the points, and one formula for all.",
        "Why the third root of e^epsilon: the formula is fitted, only its error is proved.",
    ),
    "numbers/rivals/ranges": (
        "Ratios to the best mechanism over ranges of epsilon, from below and from above.",
        "The best single window over ranges: its ratio is proved at six epsilons only.",
    ),
    "gaussian/sign": (
        "The end of the range to four digits, where half of it was known, and that it is one.",
        "What is best beyond at every epsilon: gaussian/answers has it at seven.",
    ),
    "gaussian/three": (
        "That three answers beat two from epsilon 2.0075 on.",
        "Whether randomized response over three intervals has not been tried for this before.",
    ),
    "gaussian/answers": (
        "The best of all mechanisms to a millionth at seven epsilons beyond the sign, with 3 to 6 "
        "answers.",
        "Whether randomized response over intervals is best at every epsilon, and where the number "
        "of answers changes: floats say 3.13 and 3.9.",
    ),
}
