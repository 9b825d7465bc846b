"""Means and locations of numbers: what the page of found statements says beside each."""

from __future__ import annotations

from .theorem import UNBIASED, UNKNOWN, UNKNOWN_IN_A_SENTENCE, FoundTheorem

NUMBERS = (
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
        "numbers/gap",
        "With still less privacy, up to epsilon 2.016, the reports that say little begin to tell "
        "large scores from small ones; the best mechanism is one equation in one unknown.",
        "Prices with two densities, none in a gap between them, and weights at both ends charge "
        "each report at least 0; windows of numbers whose edges move apart, some of which close in "
        "the gap, have their value. Where the weights have the signs that this needs, and that "
        "all densities of reports are positive, is shown in ball arithmetic on 1,558 pieces.",
        "rropt design mean --epsilon 2 --low=-1 --high=1",
        "Zheng, Mishra and Hu (2025) optimise the width of one window; "
        f"{UNKNOWN_IN_A_SENTENCE} for this form.",
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
    FoundTheorem(
        "gaussian/answers",
        "For the mean of a bell-shaped quantity ask, by randomized response, in which of three "
        "ranges it is up to epsilon 3, of four at 3.5, of five at 4 and of six at 5: no private "
        "report tells a millionth more there.",
        "Prices of straight pieces pay for every likelihood on the line. That they do for every v "
        "is shown in ball arithmetic at numbers that are near enough, as the charge of a report is "
        "a parabola in v that opens by at most gamma; the masses of the intervals are enclosed.",
        "python -m proofs.found.random_optima gaussian/answers --draws 20",
        "Kalinin and Steinberger (2024, arXiv:2402.04840) compute programs on cells for epsilon up "
        f"to some 1; {UNKNOWN_IN_A_SENTENCE} for the best mechanism beyond the sign.",
    ),
)
