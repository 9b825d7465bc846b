"""The general lemmas about best tables: for every number of truths, of reports and every level.

best_guess(k, G, d, q, V), as the kernel defines it: no rule of guessing the truth j with the gain
q_j, after any number of reports of a table that keeps the levels G with the delta d for each pair,
gains more than V; and a table of k reports gains V. likeness_ab is 1 / g_ab, 1 for a = b, and 0
where the pair has no level.
"""

from __future__ import annotations

from .lemma import Lemma

OPTIMA = (
    Lemma(
        "guess-of-best-set",
        "For one number g > 1, gains q >= 0 that are not all 0 and 0 <= d <= 1: best_guess(k, g, "
        "d, q, d sum q + (1 - d) V) for V = g q(S) / (g + |S| - 1), S a set of truths of which no "
        "set has a larger V",
        {"k": "Nat", "g": "Real", "d": "Real", "q": "Vector(k)"},
    ),
    Lemma(
        "guess-of-number",
        "For one number g >= 1 and 0 <= d <= 1: best_guess(k, g, d, 1, k (g + (k - 1) d) / (g + k "
        "- 1))",
        {"k": "Nat", "g": "Real", "d": "Real"},
    ),
    Lemma(
        "guess-of-weighting",
        "For any levels that are shortest paths: if x, y >= 0, sum_i x_i likeness_ij = 1 for all j "
        "and sum_j likeness_ij y_j = q_i for all i then best_guess(k, G, d, q, d sum q + (1 - d) "
        "sum y), and sum_i q_i x_i = sum y",
        {"k": "Nat", "G": "Matrix(k, k)", "d": "Real", "x": "Vector(k)", "y": "Vector(k)"},
    ),
    Lemma(
        "guess-with-equal-rows",
        "For levels that are shortest paths, the rows and columns of whose likeness all add up to "
        "s: best_guess(k, G, d, 1, d k + (1 - d) k / s)",
        {"k": "Nat", "G": "Matrix(k, k)", "d": "Real", "s": "Real"},
    ),
    Lemma(
        "guess-on-product",
        "If x1, y1 balance G on n truths and x2, y2 balance H on p then for the levels g_ac h_bd "
        "on n p pairs of truths: best_guess(n p, G H, d, q1 q2, d sum q1 sum q2 + (1 - d) sum y1 "
        "sum y2)",
        {"n": "Nat", "p": "Nat", "G": "Matrix(n, n)", "H": "Matrix(p, p)", "d": "Real"},
    ),
    Lemma(
        "guess-on-tree",
        "For a tree on n + 1 truths with levels g_e >= 1 on its edges, and for other pairs their "
        "product on the way: if sum 1 / (g_e + 1) <= 1 over the edges at each truth then "
        "best_guess(n + 1, G, d, 1, d (n + 1) + (1 - d)(1 + sum_e (g_e - 1) / (g_e + 1)))",
        {"n": "Nat", "g": "Vector(n)", "d": "Real"},
    ),
    Lemma(
        "guess-on-scale",
        "For truths in a row with levels g_e >= 1 between neighbours: best_guess(n + 1, G, d, 1, d "
        "(n + 1) + (1 - d)(1 + sum_e (g_e - 1) / (g_e + 1)))",
        {"n": "Nat", "g": "Vector(n)", "d": "Real"},
    ),
    Lemma(
        "guess-on-near-star",
        "For a centre with n leaves, level g to each and g^2 from leaf to leaf, 1 <= g <= n - 1: "
        "best_guess(n + 1, G, 0, 1, g)",
        {"n": "Nat", "g": "Real"},
    ),
    Lemma(
        "guess-of-protected",
        "For s >= 1 protected truths, whose reports may be at most g times as likely as on any "
        "other, and n <= g others without a level: best_guess(s + n, G, d, 1, d (s + n) + (1 - d) "
        "(s g + n (g - 1)) / (g + s - 1))",
        {"s": "Nat", "n": "Nat", "g": "Real", "d": "Real"},
    ),
    Lemma(
        "guess-of-many-harmless",
        "The same with 1 <= g <= n: best_guess(s + n, G, d, 1, d (s + n) + (1 - d)(1 + n (1 - 1 / "
        "g)))",
        {"s": "Nat", "n": "Nat", "g": "Real", "d": "Real"},
    ),
    Lemma(
        "best-of-two-truths",
        "For levels g, h with g h > 1 and deltas d, e >= 0 with 1 - e <= h (1 - d) and 1 - d <= g "
        "(1 - e): the table of the rows (d, 0), w (g, 1), v (1, h), (0, e) is private, every "
        "private table is a garbling of it, and has no larger sum of any sublinear u over its rows",
        {"g": "Real", "h": "Real", "d": "Real", "e": "Real"},
    ),
    Lemma(
        "effective-delta",
        "For the same levels with g h > 1 the excess of truth 0 is at most 1 - (1 - e) / h in "
        "every private table",
        {"g": "Real", "h": "Real", "e": "Real"},
    ),
    Lemma(
        "mangat-is-best",
        "If only truth 1 is protected, at the level h >= 1 with the delta e, no private table has "
        "a larger sum of any sublinear u over its rows than the table of the rows (1 - (1 - e)/h, "
        "0), ((1 - e)/h, 1 - e), (0, e)",
        {"h": "Real", "e": "Real"},
    ),
    Lemma(
        "best-two-reports",
        "For one number g > 1 and k >= 1: a table of two reports has no larger sum of a sublinear "
        "f over its rows than the best of the questions whether the truth is in S, answered truly "
        "with probability g / (1 + g)",
        {"k": "Nat", "g": "Real"},
    ),
    Lemma(
        "group-variance",
        "For one number g > 1, shares q and a group S with 0 < q(S) < 1: unbiased estimates of the "
        "share of S from any private table have the second moment q(S) + g / (g - 1)^2 at least",
        {"k": "Nat", "g": "Real", "q": "Law(k)", "S": "set of truths"},
    ),
    Lemma(
        "question-variance",
        "The question whether the truth is in S, answered truly with probability g / (1 + g), has "
        "an unbiased estimate with the variance g / (g - 1)^2 for each truth",
        {"g": "Real", "S": "set of truths"},
    ),
    Lemma(
        "question-from-response",
        "For g > 1, h >= 1 and a set S of s of the k truths, neither none nor all: the question "
        "whether the truth is in S, at the level h, is a garbling of k-ary response at the level g "
        "exactly when (h - 1) s <= g - 1 and (h - 1)(k - s) <= g - 1",
        {"k": "Nat", "g": "Real", "h": "Real", "S": "set of truths"},
    ),
    Lemma(
        "response-is-best",
        "For one number g > 1 and shares q, w_j = 1 + (g - 1) q_j: if sum_j (c_j w_j)^2 <= (1 + (g "
        "- 1) q(S))^2 for every set S, c_j = [j in S] - (|S| - 1) / (g + k - 1), then unbiased "
        "estimates of all shares from any private table have a sum of second moments of at least "
        "((g + k - 2)^2 + k - 1) / (g - 1)^2",
        {"k": "Nat", "g": "Real", "q": "Law(k)"},
    ),
    Lemma(
        "response-attains",
        "K-ary response has unbiased estimates of all shares with this sum of second moments",
        {"k": "Nat", "g": "Real", "q": "Law(k)"},
    ),
    Lemma(
        "mean-prices",
        "For one number g >= 1, numbers x_j as truths and f_j(v) = q_j v^2 - 2 p_j v + y_j with "
        "shares q: if sum_j min(f_j(v), g f_j(v)) >= 0 for all v then no table whose reports are "
        "unbiased has a mean variance by q, or a worst one, below sum_j (2 x_j p_j - y_j - q_j "
        "x_j^2)",
        {"g": "Real", "x": "Vector(k)"},
    ),
    Lemma(
        "response-equivalence",
        "For one number g > 1 and shares q, with w and c as in response-is-best: if sum_j c_j^2 "
        "w_j <= (sum_j c_j)(1 + (g - 1) q(S)) for every set S then no private table has a larger "
        "trace of its information in the metric of k-ary response than k-ary response, k",
        {"k": "Nat", "g": "Real", "q": "Law(k)"},
    ),
    Lemma(
        "exchange-is-better",
        "Where the condition of response-is-best fails for a set S, a private table of k + 1 "
        "reports, k-ary response with a little of the row S, has unbiased estimates of all shares "
        "with a smaller sum of second moments",
        {"k": "Nat", "g": "Real", "q": "Law(k)", "S": "set of truths"},
    ),
)
