"""All shares at once: what the page of found statements says beside each."""

from __future__ import annotations

from .theorem import BALANCED, UNKNOWN, UNKNOWN_IN_A_SENTENCE, FoundTheorem

SHARES = (
    FoundTheorem(
        "contrasts/condition",
        "Whatever you want to know of the shares, a difference, a trend or all of them: the usual "
        "device is best unless two answers deserve a report of their own.",
        "k-ary response determines the prices; a row S pays sum_j c_j w_j |e - E_j|^2, not "
        "negative exactly where the form of S is. Twice the form of S is the sum of those of its "
        "pairs and (s - 1)(s - 2) / n^2 times that of all squares. Where a pair's is negative, a "
        "little of its report beside k-ary response is better.",
        'rropt design c-optimal --contrast 1,0,-1 --gamma 5 --prior "3/10,2/5,3/10"',
        BALANCED,
    ),
    FoundTheorem(
        "contrasts/never",
        "With many answers and much privacy there are no shares and no question about them for "
        "which the usual device is best.",
        "The forms of all pairs add up to g^2 - (k - 1)(k - 2) / 2 times what is not negative; the "
        "same with 1 / g for reports that leave one truth out.",
        "rropt design a-optimal --gamma 2 --prior 1/2,1/8,1/8,1/8,1/8",
        BALANCED,
    ),
    FoundTheorem(
        "contrasts/leaving-out",
        "Asking for an answer that is not yours is worse than k-ary response for every comparison, "
        "whatever the shares are.",
        "Both vary by a sum over pairs of truths of w_i w_j (y_i - y_j)^2, with 1 / g in place of "
        "g for reports that leave one out; the difference of a pair has the factor 1 - q_i - q_j.",
        "rropt design a-optimal --gamma 2 --prior 1/2,1/3,1/6",
        BALANCED,
    ),
    FoundTheorem(
        "contrasts/largest",
        "Whoever fears the comparison that is estimated worst keeps the usual device exactly where "
        "it is best for that comparison alone; two answers that are about equally common and more "
        "so than the others, and a large gamma, are such a case.",
        "A table that is better for the worst contrast is drawn with a small chance t: of that "
        "contrast the variance falls by a multiple of t, of those across it it grows by at most "
        "another, which the gap of k-ary response leaves room for.",
        "rropt design e-optimal --gamma 9 --prior 2/5,2/5,1/5",
        BALANCED,
    ),
    FoundTheorem(
        "contrasts/largest/three",
        "Of three answers the commonest is hardest to compare with the others. Up to gamma 4 the "
        "usual device is best for that comparison at equal shares only; beyond, if two answers are "
        "about equally common and the third is rarer, but not too rare.",
        "Of the differences, weighed by u, v and t, the one of the two rare truths is the "
        "smallest, and what varies most is orthogonal to all else with the gap 2 rho: it decides. "
        "At unequal shares its square is at most half of the length, and the largest eigenvalue at "
        "least (g + 2) w_2.",
        "rropt design e-optimal --gamma 11 --prior 1/10,9/20,9/20",
        BALANCED,
    ),
    FoundTheorem(
        "shares/condition",
        "When the usual device is the best one for all shares at once: one inequality about the "
        "two rarest answers.",
        "All truths are equally far apart, so that the form of a pair grows with both its shares.",
        "rropt design a-optimal --gamma 3 --prior 1/2,1/4,1/4",
        BALANCED,
    ),
    FoundTheorem(
        "shares/three",
        "For three answers it is one inequality for each of them.",
        "The condition for two high entries, factored.",
        "rropt design a-optimal --gamma 2 --prior 1/2,1/3,1/6",
    ),
    FoundTheorem(
        "shares/three/skewed",
        "One answer must have more than two thirds before k-ary response can be improved.",
        "(g + 1) w - 2 w' = (g - 1)(g + 3 - (g + 5) q) / 2.",
        "rropt figure phases",
    ),
    FoundTheorem(
        "shares/three/beyond",
        "If two of three answers are rare, a fourth report that stands for both saves up to 7 % "
        "of the respondents; nothing else is ever needed for three answers.",
        "The weight of the fourth report and what all four say are those for which it is just "
        "worth what it costs: a quadratic equation. The two other pairs then cost more than they "
        "are worth, as what single truths say lies apart by distances within the factor g.",
        "rropt design a-optimal --gamma 3 --prior 9/10,3/40,1/40",
    ),
    FoundTheorem(
        "shares/three/factor",
        "With three answers the usual device never needs more than 7.2 % more respondents than the "
        "best table, and nearly so many only where one answer is all but certain.",
        "With m = w_b + w_c - 1 and the root R >= m of the fourth report the factor is (1 + m)(m + "
        "R^2) / (m (1 + R)^2). It grows with R, R^2 <= m^2 + m + 1, and there it falls with m >= 1 "
        "from 8 / (1 + sqrt 3)^2.",
        "python -m proofs.found.random_optima shares/three/factor --draws 20",
    ),
    FoundTheorem(
        "shares/equal",
        "If all answers are equally common, k-ary response is best once e^epsilon is about 0.7 k.",
        "The gap of the condition is (s - 1)(g^2 s - (k - 1)(k - s)) / (g + k - 1)^2.",
        "rropt design a-optimal --gamma 3 --prior 1/4,1/4,1/4,1/4",
        "Subset selection (Ye and Barg 2018) is optimal asymptotically, with ratio 1; Park, Nam "
        "and Lee (2023) and later papers prove that block designs, k-ary response among them, are "
        "exactly optimal at equal shares. New is at most the condition in this form and its "
        "theorem in Coq. A referee would ask whether theirs does not give it at once.",
    ),
    FoundTheorem(
        "shares/subset",
        "If all answers are equally common, let each report stand for a block of d answers: the "
        "formula says how large d should be, and what the survey then costs.",
        "A report with s high entries spreads by s (k - s) (g - 1)^2 / (s g + k - s)^2 of the "
        "square of its mean; two sizes differ by the sign of (s - d)(g^2 d s - (k - s)(k - d)). "
        "A sum of squares over a mean is convex, so patterns decide, and Cauchy and Schwarz turn "
        "the spread into variances. In a balanced table every step is an equality; and where all "
        "are, an entry between the two likelihoods could be moved both ways, to a larger spread, "
        "and unbiasedness says what every pair of truths shares, of one size or of two.",
        "rropt design a-optimal --gamma 6/5 --prior 1/5,1/5,1/5,1/5,1/5",
        "Ye and Barg (2018) introduce subset selection and its optimum to the leading order; Park, "
        "Nam and Lee (2023), Gentle (2025) and Pan (2026) prove exact optimality of block designs "
        "at equal shares. New is the theorem in Coq, with the breakpoints, for every k and gamma, "
        "and its converse, which tables have it, at the breakpoints too, which we have not seen.",
    ),
    FoundTheorem(
        "shares/subset/one",
        "As long as a report stands for one answer or for two there is nothing left to choose; "
        "reports for three answers or more can be chosen so that few of them are enough.",
        "In the best tables every truth and every pair of truths is in reports of a known weight: "
        "sets of one or two truths are told by them. The eight sets, four less the four others, "
        "have each truth and each pair of truths in the weight 0.",
        "rropt design a-optimal --gamma 6/5 --prior 1/4,1/4,1/4,1/4",
        "That balanced block designs of different numbers of blocks are optimal: Park, Nam and Lee "
        f"(2023), Gentle (2025, arXiv:2508.05110), Pan (2026). {UNKNOWN[:-1]} for when the best "
        "table is one only.",
    ),
    FoundTheorem(
        "shares/four/halves",
        "With four answers and much privacy ask each respondent one of three yes/no questions "
        "about two of the answers, drawn by lot, the more often the more even its halves are.",
        "A row with the sums z_t of its entries in two halves, one less the other, informs by sum "
        "V_t z_t^2 over its mass at most as much as it pays, sum r - sum theta_t z_t: with "
        "equality for two high entries, and for one where the condition says. Cauchy turns it "
        "into variances. Where the condition fails for a truth, a little of the report that it "
        "alone has high, taken from the others, makes the sum smaller.",
        "rropt design a-optimal --gamma 3/2 --prior 2/5,3/10,1/5,1/10",
        "With equal chances it is Hadamard response (Acharya, Sun and Zhang 2018) of four truths. "
        + BALANCED,
    ),
    FoundTheorem(
        "shares/eigenvalue",
        "The same blocks are best if what counts is the contrast that is known worst.",
        "Sum the variances of all differences of two estimates: they are those of the estimates "
        "whose sum is one, for which shares/subset has a bound and the tables that reach it. In "
        "balanced blocks what a contrast is worth follows from unbiasedness alone.",
        "rropt design e-optimal --gamma 6/5 --prior 1/5,1/5,1/5,1/5,1/5",
        "Park, Nam and Lee (2023), Gentle (2025) and Pan (2026) prove that block designs are "
        "exactly optimal at equal shares, for the sum of variances. We know no source for the "
        "largest eigenvalue.",
    ),
    FoundTheorem(
        "shares/worst",
        "Planning for equal shares is planning for the worst: with blocks of the best size nobody "
        "needs to guess the shares.",
        "The squared length of an estimate from a block is the same for every block, so that the "
        "second moment does not depend on the shares; the sum of their squares is least where "
        "they are equal.",
        "rropt design a-optimal --prior worst --categories 5 --gamma 6/5",
        "Ye and Barg (2018) bound the worst case of subset selection to the leading order; block "
        "designs are exactly optimal by Park, Nam and Lee (2023). We know no source for the exact "
        "worst case in this form.",
    ),
    FoundTheorem(
        "shares/lottery",
        "With equally common answers a delta is best spent on a lottery in which the truth is "
        "told, beside the blocks that are best without it.",
        "Rows that are joined by tight pairs are enough: with n entries g, p entries 1 and others "
        "of at most 1 / g what a row is charged less its spread, at the price of size n, is a "
        "polynomial in n - 1, p, g - 1 and the sums of the others, without a negative coefficient. "
        "Cauchy and Schwarz turn the trace into variances; those of all differences of two "
        "estimates add up to the sum for the estimates whose sum is one.",
        "rropt design a-optimal --gamma 3 --delta 1/10 --prior 1/4,1/4,1/4,1/4",
        f"Two truths: Kairouz, Oh and Viswanath (2015). {UNKNOWN[:-1]} for more.",
    ),
    FoundTheorem(
        "shares/pairs",
        "If every two answers shall be told apart as well as possible, by any divergence, the size "
        "of the sets does not depend on the divergence, and nothing needs to be balanced.",
        "A convex utility is decided by patterns, and one with s high entries tells s (k - s) "
        "pairs apart both ways; two sizes differ by the sign of (s - d)(g d s - (k - s)(k - d)). "
        "An entry between the two likelihoods could be moved both ways, and half-way between a "
        "strict divergence is smaller.",
        "python -m proofs.found.random_optima shares/pairs",
        "Kairouz, Oh and Viswanath (2016) have the patterns; Nam, Park and Lee (2026, "
        "arXiv:2605.02319) closed forms under transitive symmetry. We know no source for this one.",
    ),
    FoundTheorem(
        "shares/information",
        "With equally common answers this is how many answers a report should stand for if it "
        "shall say as much as possible; the more answers there are, the more.",
        "In x = k / A_d the information is (1 - x) g ln g / (g - 1) + ln x, concave, so that "
        "neighbours decide; ln x <= x - 1 orders the breakpoints, in d and in k. An entry between "
        "the two likelihoods could be moved both ways, and half-way between less is said.",
        "rropt design mutual-information --gamma 6/5 --prior 1/5,1/5,1/5,1/5,1/5",
        "Wang et al. (2016, arXiv:1607.08025) derive subset selection as the optimum of mutual "
        "information at equal shares. New is the theorem in Coq with the exact breakpoints, their "
        "order in k and which tables are best. A referee would ask whether theirs is not this.",
    ),
    FoundTheorem(
        "shares/information/levels",
        "The more privacy, the more answers a report should stand for, each number of them on one "
        "range of levels: at least as many as for the least variance, at most as many as for "
        "telling all pairs apart.",
        "With A_s = s g + k - s, F(g) = A_d A_(d+1) ln(A_(d+1) / A_d) / g - k ln g is positive "
        "where sets of d say more. Its slope is d (d + 1)(1 - G / g^2) ln(A_(d+1) / A_d), the "
        "other terms cancel, and F(1) = 0: it falls up to the square root of G and rises beyond. "
        "F(g) - F(G / g) rises from there to F(G), as the logarithm does.",
        "rropt design mutual-information --gamma 9/5 --prior 1/6,1/6,1/6,1/6,1/6,1/6",
        "Wang et al. (2016, arXiv:1607.08025) compute the best size at a level; "
        f"{UNKNOWN_IN_A_SENTENCE} for how it changes with the level.",
    ),
    FoundTheorem(
        "shares/information/enclosed",
        "Up to eight answers: the levels at which the best number of answers a report changes.",
        "F of shares/information/levels is negative at the digits and positive one unit of the "
        "last of them further, in ball arithmetic.",
        "rropt design mutual-information --gamma 9/4 --prior 1/4,1/4,1/4,1/4",
    ),
    FoundTheorem(
        "determinant/condition",
        "The same question when the volume of the confidence region counts: the two rarest answers "
        "must not be too rare together.",
        "In the metric of k-ary response a row is worth sum_u w_u c_u^2 / q.r, a maximum of "
        "linear functions, so that patterns decide; k-ary response itself is worth k. What a set "
        "of s truths lacks is (s - 1)((g^2 - 1) q(S) - (k - 1 - s)) / n. That tr X J - k bounds "
        "ln det J - ln det J_0, X J_0 = 1, and is its slope towards J, goes by elimination of one "
        "truth after another: where it is positive, a little of J beside J_0 has more.",
        "rropt design d-optimal --gamma 3 --prior 1/2,1/4,1/8,1/8",
        f"The equivalence is that of Kiefer and Wolfowitz (1960), in Coq here. {UNKNOWN[:-1]} for "
        "tables.",
    ),
    FoundTheorem(
        "determinant/three",
        "With three answers there is nothing to choose if the volume counts, however skewed they "
        "are.",
        "The condition of determinant/condition, as k - 3 = 0.",
        "rropt design d-optimal --gamma 2 --prior 9/10,1/20,1/20",
    ),
    FoundTheorem(
        "determinant/equal",
        "With equally common answers both criteria leave k-ary response at the same level.",
        "(g^2 - 1) 2 / k >= k - 3.",
        "rropt design d-optimal --gamma 3 --prior 1/4,1/4,1/4,1/4",
    ),
    FoundTheorem(
        "determinant/subset",
        "The same blocks again if the volume of the confidence region counts.",
        "A report adds its spread over its mean to the trace of the information about contrasts, "
        "which is so at most the best spread; balanced blocks have it alike in all directions. The "
        "logarithm of a determinant lies below its tangents and meets each once.",
        "rropt design d-optimal --gamma 6/5 --prior 1/5,1/5,1/5,1/5,1/5",
        "The tangent is that of Kiefer and Wolfowitz (1960), in Coq here; Park, Nam and Lee (2023) "
        "have the sum of variances. We know no source for the volume.",
    ),
)
