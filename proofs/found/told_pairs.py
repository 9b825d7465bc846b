"""Two truths or two answers: what the page of found statements says beside each."""

from __future__ import annotations

from .theorem import UNKNOWN, FoundTheorem

PAIRS = (
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
)
