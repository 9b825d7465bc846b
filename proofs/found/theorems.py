"""What the page of found statements says beside each: its meaning, its proof, where it was seen.

The statement itself is in `statements.json`, its region in the scope of the stored verdict, and
the theorems of the kernel are those of the lemmas that its claim cites.
"""

from __future__ import annotations

from dataclasses import dataclass

UNKNOWN = "We know no source."
UNKNOWN_IN_A_SENTENCE = "we know no source"
UNBIASED = (
    "Badanidiyuru et al. (2023) compute the best unbiased reports of numbers with known shares by "
    "linear programs; new is this formula. A referee would ask whether their solutions show it."
)
APART = (
    "Yoon et al. (2025, arXiv:2509.24173) settle the asymptotic error of estimated shares under "
    "this privacy, with block designs; new is the exact best chance of a right answer. A referee "
    "would ask for their question, which is not answered here."
)
BALANCED = (
    "At equal shares Park, Nam and Lee (2023) and Gentle (2025, arXiv:2508.05110) know which "
    "tables are optimal, k-ary response among them. We know no source for other shares."
)


@dataclass(frozen=True)
class FoundTheorem:
    """A statement as its authors would explain it."""

    id: str
    meaning: str
    proof: str
    command: str
    literature: str = UNKNOWN


THEOREMS = (
    FoundTheorem(
        "guess/best-set",
        "When some answers are rare, let people choose among the common ones only; a delta is best "
        "spent on a lottery in which the truth is told.",
        "Let y_j = (g q_j - V) / (g - 1) on S and 0 outside, and charge the pair (a, b) y_b / g "
        "for a in S, q_a y_b / V for others. Then what truth a is charged is at least q_a r_a, "
        "and all charges add up to the value; the table is the lottery.",
        "rropt design guess --gamma 3 --delta 1/10 --prior 1/2,1/4,1/8,1/8",
        "Randomized response over a subset of the truths is in the staircase family of Kairouz, Oh "
        "and Viswanath (2016); for delta = 0 Kalantari, Sankar and Sarwate (2018) and Ghazi et al. "
        "(2021) have unequal priors. New is delta > 0: we know no source. A referee would ask "
        "whether a delta a pair follows from theirs by a mixture.",
    ),
    FoundTheorem(
        "guess/delta",
        "The chance of a right answer that (epsilon, delta) allows, for any number of categories.",
        "Add P_aa - g P_ab <= delta over all pairs and use that columns add up to one.",
        "rropt design trace --gamma 3 --delta 1/10 --categories 6",
        "delta = 0: Kairouz, Oh and Viswanath (2016), Chai and Nayak (2018, Theorem 4.4). Two "
        "truths with delta: Holohan, Leith and Mason (2016). " + UNKNOWN[:-1] + " for k truths.",
    ),
    FoundTheorem(
        "guess/weights",
        "If some answers are closer than others, invert the matrix of likenesses: if the weights "
        "are not negative they are the best table, its certificate and its value.",
        "Prices y of truths and y_b / g_ab of pairs charge a row y.r + sum_b y_b (r_a / g_ab - "
        "r_b) = q_a r_a at least; the table x_i / g_ij is private by the triangle inequality.",
        'rropt design guess --privacy "1,2,3;3,1,2;2,3,1" --prior 1/3,1/3,1/3',
        "For delta = 0 ElSalamouny, Chatzikokolakis and Palamidessi (2014) have the region of "
        "priors and the table; the magnitude of a metric space is Leinster's (2013). We know no "
        "source that joins them, none for one-sided levels, and none with delta.",
    ),
    FoundTheorem(
        "guess/blocks",
        "Answers in blocks, such as brands of the same kind: how much a weaker protection inside "
        "the blocks is worth.",
        "All rows of the likeness have the same sum, so that equal weights balance it.",
        'rropt design trace --privacy "1,3,2,2;3,1,2,2;2,2,1,3;2,2,3,1" --categories 4',
        "Blocks are from Acharya, Bonawitz, Kairouz, Ramage and Sun (2020), who bound estimation "
        "error up to constants.",
    ),
    FoundTheorem(
        "guess/map",
        "Places on a map under geo-indistinguishability with the city-block distance: report both "
        "coordinates independently.",
        "Likeness, weights and sums over pairs of truths are products.",
        'rropt design trace --privacy "1,2,3,6;2,1,6,3;3,6,1,2;6,3,2,1" --categories 4',
    ),
    FoundTheorem(
        "guess/scale",
        "For ordered answers (never, seldom, often, always) with any distances: every gap adds its "
        "own share to the chances of a right answer.",
        "Weight of a truth: one less 1 / (g_e + 1) for each gap beside it, at least zero as g_e "
        ">= 1. A truth that is added at an end keeps the balance.",
        "rropt design trace --metric path --epsilon 1 --categories 5",
        "Equal gaps and delta = 0: the geometric mechanism is optimal for every monotone loss "
        "(Ghosh, Roughgarden and Sundararajan 2009). " + UNKNOWN[:-1] + " for any gaps and delta.",
    ),
    FoundTheorem(
        "guess/tree",
        "For answers in a tree of topics only the levels of its edges count, not its shape.",
        "Induction over leaves: a leaf at the level g takes 1 / (g + 1) from its parent.",
        'rropt design trace --privacy "1,2,3,4;2,1,6,8;3,6,1,12;4,8,12,1" --categories 4',
        "The magnitude of a tree is known (Leinster 2013). " + UNKNOWN[:-1] + " for tables.",
    ),
    FoundTheorem(
        "guess/star",
        "One neutral answer next to all others: with much privacy it is best never reported.",
        "Below g = n - 1 the price g of the centre covers all: r_leaf <= g r_centre.",
        'rropt design trace --privacy "1,4,4,2;4,1,4,2;4,4,1,2;2,2,2,1" --categories 4',
    ),
    FoundTheorem(
        "protected/apart",
        "A few answers are sensitive, the others are not: where to stop protecting.",
        "The weights of guess/weights: (g - n) / (g + s - 1) for a protected truth, 1 for others.",
        "rropt design trace --epsilon 2 --protect 0,1 --categories 4",
        "The table is utility-optimised randomized response (Murakami and Kawamoto 2019), who do "
        "not claim that it is optimal. " + APART,
    ),
    FoundTheorem(
        "protected/together",
        "With many harmless answers it is best not to tell the sensitive ones apart at all.",
        "Prices -t, t = (n - g) / (g s), of protected truths, 1 of others, (1 + t) / n of the "
        "pairs of both kinds; for each guess some of what pairs pay is enough.",
        "rropt design trace --epsilon 1/2 --protect 0,1 --categories 6",
        APART,
    ),
    FoundTheorem(
        "protected/switch",
        "Count the harmless answers: with more of them than e^epsilon the known table can be "
        "improved.",
        "The difference of both values has the factor g - n.",
        "rropt figure phases",
        APART,
    ),
    FoundTheorem(
        "pair/universal",
        "For a yes/no question under any levels and deltas there is nothing to choose: one table "
        "is the best for every use.",
        "Split each report into its excesses, w (g, 1) and v (1, h). Where a table leaves some "
        "delta, one of the middle reports can pay for more of the ends, row by row.",
        'rropt design gain --privacy "1,3;2,1" --delta 1/10 --gain "1,0;0,1" --prior 1/2,1/2',
        "One level and one delta: Kairouz, Oh and Viswanath (composition theorem, 2015). Two "
        "levels without delta: Acharya et al. (2020). " + UNKNOWN[:-1] + " for both.",
    ),
    FoundTheorem(
        "pair/effective",
        "Which of two deltas is not worth its promise.",
        "The share of the report (g, 1) is not negative in any private table.",
        'rropt design variance --privacy "1,3;2,1" --delta 1/10 --prior 1/4',
    ),
    FoundTheorem(
        "pair/mangat",
        "If only a yes is stigmatising, use Mangat's device, whatever the prevalence and the "
        "analysis.",
        "The limit of pair/universal: (q / h) (1, h) and the rest of a row is (1, 0).",
        "rropt design variance --epsilon 1 --protect yes --truths no,yes --prior 1/4",
        "Without delta: Acharya et al. (2020) find Mangat's response for one-sided protection. We "
        "know no source with delta.",
    ),
    FoundTheorem(
        "pair/proportion",
        "The sample size of a yes/no survey under (epsilon, delta) is that of two independent "
        "surveys: a census of a share delta, and Warner's of the rest.",
        "Sum (p_1 - p_0)^2 / mean over the four reports of pair/universal.",
        "rropt design variance --gamma 3 --delta 1/10 --prior 1/4",
        "For two reports: Holohan, Leith and Mason (2016). " + UNKNOWN[:-1] + " for any number.",
    ),
    FoundTheorem(
        "pair/divergence",
        "How well any two answers of anybody can be told apart, when they are protected unequally.",
        "Divergences are convex and homogeneous in a report: those of pair/universal.",
        'rropt design f-divergence --divergence chi-square --privacy "1,3;2,1"',
        "Equal levels: Kairouz, Oh and Viswanath (2016).",
    ),
    FoundTheorem(
        "pair/regret",
        "With two reports and a delta the best table depends on the prevalence; this is what not "
        "knowing it can cost, and from which prevalence on it costs nothing.",
        "L (1 - L) - V J^2, L the share of a yes and J the difference of both chances of it, is "
        "concave in the table: corners decide. The factor falls in the prevalence.",
        "rropt design variance --gamma 3 --delta 1/10 --prior 1/20 --outputs 2",
        "The two tables and the prevalence at which they change are of Holohan, Leith and Mason "
        "(2016, Theorem 3). " + UNKNOWN[:-1] + " for the factor over a range of prevalences.",
    ),
    FoundTheorem(
        "pair/pilot",
        "For a yes/no question under one level and one delta do not bother with a pilot: all that "
        "a design in phases can gain is what more than two reports would give at once.",
        "The information of two phases is that of the first and the mean of that of the second; "
        "none is above that of the table that is best at every prevalence.",
        "rropt design variance --gamma 3 --delta 1/10 --prior 1/20",
        "Two phases are usual where the best design depends on what is estimated (Kalinin and "
        "Steinberger 2024). " + UNKNOWN[:-1] + " for what they gain about a prevalence.",
    ),
    FoundTheorem(
        "pair/renyi",
        "If privacy is a Renyi budget, two reports are enough for nearly every use, and if the "
        "budget is the same both ways the usual card has them; order 2 says how to deal it.",
        "A report is paid with a price for each of its likelihoods and for each budget, so that "
        "nothing is left over at the two of the table: their ratios have a mean, growth by rise, "
        "above the geometric one. What is left bends as a convex function times a positive one: "
        "by Rolle it bends twice between them, and nowhere else, so that it is never below zero; "
        "prices below zero would bend once.",
        "rropt design mutual-information --privacy renyi:3/2,1 --prior 1/5,4/5",
        "Mironov (2017) has the budget of Warner's device; that it is extremal under pure privacy "
        "is Kairouz, Oh and Viswanath's (2016). " + UNKNOWN[:-1] + " for Renyi budgets.",
    ),
    FoundTheorem(
        "pair/renyi/prevalence",
        "A rare answer and a budget of an order below 2 ask for another card, with unequal "
        "chances of a false report for yes and for no; from order 2 on the usual card is best.",
        "The mean M_p of the device is (1 - z) / (1 + z), z = (1 - 2 p) s^2: pair/renyi/budgets "
        "says the rest.",
        "rropt design variance --privacy renyi:3/2,1 --prior 2/5",
        "Fisher information under pure privacy: Holohan, Leith and Mason (2016), Hayashi and Yung "
        "(2018, arXiv:1805.06278). " + UNKNOWN[:-1] + " for Renyi budgets.",
    ),
    FoundTheorem(
        "pair/renyi/budgets",
        "Beyond the edge two equations give the best card: its budget one way, and a mean of the "
        "two ratios of its likelihoods; so they do if the budgets differ both ways.",
        "The prices of pair/renyi are not below zero exactly between the two bounds. Outside both "
        "likelihoods can be moved so that both budgets spend less and the information grows.",
        "rropt design variance --privacy renyi:3/2,1 --prior 1/20",
        "Stolarsky's means are of 1975. " + UNKNOWN[:-1] + " for tables under Renyi budgets.",
    ),
    FoundTheorem(
        "pair/renyi/concentrated",
        "Under zCDP one number decides how to deal the usual card: its Kullback-Leibler "
        "divergence, which is rho. For a rare answer one order between 1 and 2 does.",
        "tanh(n t) <= n tanh t: the divergences of the device grow less than the budget allows. "
        "The order 1 is the limit of the others. What keeps every order keeps the one that "
        "decides.",
        "rropt design f-divergence --privacy zcdp:1/2 --divergence hellinger",
        "The level of the device, epsilon tanh(epsilon / 2), is in Harrison and Manurangsi (2025, "
        "arXiv:2510.25746), with k-ary response up to k = 6. "
        + UNKNOWN[:-1]
        + " for its optimality.",
    ),
    FoundTheorem(
        "question/two-reports",
        "If the answer must be yes or no, only the set to ask for is to be chosen.",
        "A row with least entry l and largest u is b (1, ..., 1) and a row between a / (1 + g) and "
        "a g / (1 + g); a convex function on that cube is largest at a vertex: a question.",
        "rropt design guess --gamma 3 --prior 1/2,1/4,1/4 --outputs 2",
    ),
    FoundTheorem(
        "question/group",
        "To estimate the size of one group out of many answers, ask everybody only whether they "
        "are in it: no cleverer table does better, whatever is known of the other answers.",
        "Average each row over the group and over the rest; two squares, (e - g/(g-1))^2 and (e + "
        "1/(g-1))^2, pay for every report.",
        "rropt design c-optimal --gamma 3 --prior 1/2,1/4,1/4 --contrast 1,0,0",
        "Two truths: Warner (1965), optimal by Kairouz, Oh and Viswanath (2016).",
    ),
    FoundTheorem(
        "question/from-response",
        "One survey with k-ary response answers weaker yes/no questions about any set as if they "
        "had been asked: how much weaker.",
        "The chances of a yes after each report are determined; both must be probabilities.",
        "python -m proofs.found.random_optima question/from-response",
    ),
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
        "and its converse, which tables have it, at the breakpoints too, which we have not seen. A "
        "referee would ask when the best table is one only, which is not told.",
    ),
    FoundTheorem(
        "shares/four/halves",
        "With four answers and much privacy ask each respondent one of three yes/no questions "
        "about two of the answers, drawn by lot, the more often the more even its halves are.",
        "A row with the sums z_t of its entries in two halves, one less the other, informs by sum "
        "V_t z_t^2 over its mass at most as much as it pays, sum r - sum theta_t z_t: with "
        "equality for two high entries, and for one where the condition says. Cauchy turns it "
        "into variances.",
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
        "Cauchy and Schwarz turn the trace into variances.",
        "rropt design a-optimal --gamma 3 --delta 1/10 --prior 1/4,1/4,1/4,1/4",
        f"Two truths: Kairouz, Oh and Viswanath (2015). {UNKNOWN[:-1]} for more.",
    ),
    FoundTheorem(
        "shares/pairs",
        "If every two answers shall be told apart as well as possible, by any divergence, the size "
        "of the sets does not depend on the divergence, and nothing needs to be balanced.",
        "A convex utility is decided by patterns, and one with s high entries tells s (k - s) "
        "pairs apart both ways; two sizes differ by the sign of (s - d)(g d s - (k - s)(k - d)).",
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
        "ln det J - ln det J_0, X J_0 = 1, goes by elimination of one truth after another.",
        "rropt design d-optimal --gamma 3 --prior 1/2,1/4,1/8,1/8",
        "The equivalence is that of Kiefer and Wolfowitz (1960); that the condition is enough is "
        f"in Coq here, that it is necessary is theirs. {UNKNOWN[:-1]} for tables.",
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
    FoundTheorem(
        "mean/two",
        "Numbers that are one of two values: Warner's card, with numbers on it.",
        "Two squares pay for every report.",
        "rropt design mean --gamma 3 --values=-1,1",
        "Duchi, Jordan and Wainwright (2018) have the device. " + UNBIASED,
    ),
    FoundTheorem(
        "mean/three/low",
        "Scores -1, 0, 1 with much privacy: toss a coin between two yes/no questions.",
        "Shares 1/4, 1/2, 1/4 and prices that are squares at the four reports.",
        "rropt design mean --gamma 2 --values=-1,0,1",
        UNBIASED,
    ),
    FoundTheorem(
        "mean/three/high",
        "With less privacy a third answer, near the middle, joins.",
        "Shares (g - 2) / (2 g - 2) at the ends; the report 0 is paid for exactly.",
        "rropt design mean --gamma 5 --values=-1,0,1",
        UNBIASED,
    ),
    FoundTheorem(
        "mean/uneven/low",
        "Three scores with unequal gaps and much privacy: ask whether the score is above the one "
        "or the other half-way point, each as often as its gap is wide.",
        "Shares 1/4, 1/2, 1/4, prices that are squares at the four reports and (3 - g), (3 g - 1) "
        "or 2 times (g + 3)(3 g + 1) / (8 (g - 1)^2) more at other rows.",
        "rropt derive mean --values=-1,1/3,1 --gamma 1,3",
        UNBIASED,
    ),
    FoundTheorem(
        "mean/uneven/high",
        "With less privacy a fifth report, near the middle score, joins; how far this goes depends "
        "on the gaps.",
        "The prices are those of mean/three/high, moved: squares at the five reports.",
        "rropt derive mean --values=-1,1/3,1 --gamma 3,12",
        UNBIASED,
    ),
    FoundTheorem(
        "mean/shares/coin",
        "When most scores are at the two ends, ask one of two yes/no questions by a coin.",
        "Prices p = 2 Q1 Q2 / (g - 1)^2 at the ends, Q1 = 1 + (g - 1) q, Q2 = g - (g - 1) q: the "
        "row of the middle alone pays 4 Q1 Q2 (2 (g - 1) q - g + 2) / (g - 1)^2 too much.",
        "rropt derive mean --values=-1,0,1 --prior 2/5,1/5,2/5",
        UNBIASED,
    ),
    FoundTheorem(
        "mean/shares/response",
        "When most scores are in the middle, ask for the score itself by randomized response.",
        "Prices p = (g + 2)(1 + (g - 1) q) / (g - 1)^2 at the ends: the rows of two scores pay a "
        "multiple of g - 2 - 2 (g - 1) q too much.",
        'rropt derive c-optimal --contrast 0,1,-1 --open-prior "1-2*q,q,q" --range q=0,1/2',
        UNBIASED,
    ),
    FoundTheorem(
        "mean/population",
        "If nothing is known of the population, one bit of each respondent is all that can be "
        "used, whatever the numbers are.",
        "Half at each end has the mean 0: its variance is that of two numbers and 1. The reports "
        "+-B have the second moment B^2 on every number.",
        "rropt derive mean --values=-1,0,1/2,1 --worst population",
        "Duchi, Jordan and Wainwright (2018) have the device, optimal up to constants; of the "
        "constant we know no source. A referee would ask for unbounded reports.",
    ),
    FoundTheorem(
        "mean/five/middle",
        "Between epsilon 1.61 and 1.95 five scores are as cheap as three.",
        "The prices of mean/three/high, none for +-1/2, which answer with likelihoods between 1 "
        "and g.",
        "rropt derive mean --values=-1,-1/2,0,1/2,1 --gamma 5,7",
        UNBIASED,
    ),
    FoundTheorem(
        "numbers/small",
        "Scores anywhere between -1 and 1: the best mechanism needs no grid.",
        "Prices with a density q dx = 2 B lo hi w / (w^2 + a^2)^2 dw and weights at both ends pay "
        "for every report; the random cut has their value.",
        "rropt design mean --epsilon 1/2 --low=-1 --high=1",
        "Zheng et al. (optimal piecewise mechanisms, 2025) optimise within a family.",
    ),
    FoundTheorem(
        "numbers/middle",
        "The same with less privacy, when a middle answer joins.",
        "The same prices with lo = g c, hi = (g + 2) c.",
        "rropt design mean --epsilon 1 --low=-1 --high=1",
        "Zheng et al. (optimal piecewise mechanisms, 2025) optimise within a family.",
    ),
    FoundTheorem(
        "numbers/beyond",
        "What the best mechanism for numbers in an interval costs is known to a millionth at six "
        "epsilons from 1.5 to 6; the best published ones cost 1.11 to 1.28 times as much.",
        "Up to 3,841 equally spaced numbers: windows of them in which a report is gamma times as "
        "likely, with a random shift, are a mechanism on the interval; prices of the numbers pay "
        "for each row that is the cheapest for some v. Both were found by a program over cones "
        "and are decided in whole numbers.",
        "rropt design mean --epsilon 3 --low=-1 --high=1",
        "Zheng, Mishra and Hu (2025) optimise the width of one window; "
        f"{UNKNOWN_IN_A_SENTENCE} for what the best of all mechanisms has.",
    ),
    FoundTheorem(
        "numbers/every",
        "A pocket formula for planning: what the best mechanism for numbers in an interval costs "
        "at any epsilon from 0.7 to 6, to 1 %.",
        "Windows and prices of some 321 numbers are decided at 107 levels. Between two levels "
        "windows have neighbours of every level, of which a lottery is drawn, and prices have "
        "mixtures that cover; both ends are quotients of polynomials, so that coefficients decide "
        "how far apart they are. The formula was fitted and is enclosed in balls on 26,500 "
        "pieces.",
        "rropt design mean --epsilon 3 --low=-1 --high=1",
        "Zheng, Mishra and Hu (2025) optimise the width of one window; "
        f"{UNKNOWN_IN_A_SENTENCE} for the least variance of all mechanisms at every epsilon.",
    ),
    FoundTheorem(
        "numbers/rivals/ranges",
        "At every epsilon from 0.7 to 6 the usual mechanisms for numbers in an interval are told "
        "how much they lose, at least and at most: the hybrid 6 to 8 % up to epsilon 1, more than "
        "twice the variance beyond epsilon 5.",
        "The least variance lies between the ends of numbers/every; the formulas of the others are "
        "enclosed in balls on 5,300 pieces.",
        "rropt design mean --epsilon 3 --low=-1 --high=1",
        "Wang et al. (2019) and Li et al. (2020) have the variances of their mechanisms; "
        f"{UNKNOWN_IN_A_SENTENCE} for how far they are from the best of all.",
    ),
    FoundTheorem(
        "gaussian/sign",
        "For the mean of a bell-shaped quantity one bit of each respondent is all that can be used "
        "up to epsilon 2: whether it is above the guess.",
        "Prices of three straight pieces; that they cover is one inequality in u, shown in ball "
        "arithmetic up to u = 7.5 and by hand next to u = 1, where both sides vanish. Scaled they "
        "cover below. Three answers beat the sign where a quadratic form in gamma is positive.",
        "python -m proofs.found.random_optima gaussian/sign --draws 20",
        "Kalinin and Steinberger (2024, arXiv:2402.04840) prove it up to epsilon 1.04, by linear "
        "programs on cells; " + UNKNOWN[0].lower() + UNKNOWN[1:-1] + " for where it ends.",
    ),
    FoundTheorem(
        "gaussian/three",
        "With less privacy than epsilon 2 let people also say that they are in the middle.",
        "Each of the two outer reports informs by ((gamma - 1) phi(a))^2 / (1 + (gamma - 1) Q). "
        "That K (gamma + 1)^2 - (gamma + 2)(1 + (gamma - 1) Q), K = exp(-a^2)/2, is positive "
        "once says that it is so for every larger gamma, as K > Q.",
        "python -m proofs.found.random_optima gaussian/sign --draws 20",
    ),
)

OVER_A_REGION = (
    "pair/universal",
    "pair/effective",
    "pair/mangat",
    "pair/proportion",
    "pair/divergence",
    "pair/regret",
    "pair/pilot",
    "contrasts/largest/three",
    "shares/three",
    "pair/renyi",
    "pair/renyi/prevalence",
    "pair/renyi/budgets",
    "pair/renyi/concentrated",
    "shares/three/skewed",
    "shares/three/beyond",
    "shares/three/factor",
    "shares/four/halves",
    "determinant/three",
    "mean/uneven/low",
    "mean/uneven/high",
    "mean/shares/coin",
    "mean/shares/response",
)
"""Statements of a fixed number of truths over a region of two parameters or more."""
