"""Guesses, of protected truths too: what the page of found statements says beside each."""

from __future__ import annotations

from .theorem import APART, UNKNOWN, FoundTheorem

GUESSES = (
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
        "guess/response",
        "If all answers are equally common and only a right guess counts, there is one device: any "
        "report that does not name one truth alone is a loss.",
        "A report adds up to (g + k - 1) / g times its guessed entry at least, with equality where "
        "every other entry is the g-th part of it; columns say how much names each truth.",
        "rropt design guess --gamma 3 --prior 1/3,1/3,1/3",
        "That k-ary response is optimal: Kairouz, Oh and Viswanath (2016), Chai and Nayak (2018, "
        "Theorem 4.4). " + UNKNOWN[:-1] + " for its being the only one.",
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
)
