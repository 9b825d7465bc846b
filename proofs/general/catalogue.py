"""The general lemmas, for every size: name, statement, typed parameters.

A claim that holds for every k or n cites a lemma by its name (`goals.by`) and gives a value to
each parameter. The proof of a lemma is in `proofs/kernel`: `kernel/lemmas.json` maps the name to
`{"coq": NAME, "file": FILE}`. A lemma that is not listed there has no proof yet, and a claim that
cites it is argued, not proved.

Types: Nat, Real, Vector(k), Law(k) (entries >= 0 that add up to one), Matrix(m, k),
Stochastic(m, k) (columns are laws), Variable(k) (a real random variable with k equally or
unequally likely values), Function, Term (an expression), Relation, and lists of these.
"""

from __future__ import annotations

from .lemma import Lemma
from .optima import OPTIMA

SUMS = (
    Lemma(
        "fold",
        "For a start s0, a step F and sets I of states and H of inputs: if s0 is in I, and F(s, u) "
        "is in I for all s in I and u in H, then I contains the state that any finite list of "
        "inputs in H leads to",
        {
            "start": "Term per state",
            "step": "Term per state",
            "given": "Relations",
            "invariant": "Relation",
        },
    ),
    Lemma(
        "sum-of-sums",
        "sum_i sum_j x_ij = sum_j sum_i x_ij, for i < m and j < n",
        {"x": "Matrix(m, n)"},
    ),
    Lemma(
        "product-of-sums",
        "(sum_i x_i) (sum_j y_j) = sum_i sum_j x_i y_j, for i < m and j < n",
        {"x": "Vector(m)", "y": "Vector(n)"},
    ),
    Lemma(
        "sum-linear",
        "sum_i (a x_i + b y_i) = a sum_i x_i + b sum_i y_i; so two vectors that differ in one "
        "entry have sums that differ as that entry does",
        {"x": "Vector(n)", "y": "Vector(n)", "a": "Real", "b": "Real"},
    ),
    Lemma(
        "one-high-entry",
        "sum_i (g if i = j else 1) = g + k - 1, for j < k",
        {"g": "Real", "k": "Nat"},
    ),
    Lemma(
        "maximum",
        "x_j <= max_i x_i for every j, and the maximum is one of the x_i",
        {"x": "Vector(n)"},
    ),
    Lemma(
        "descent",
        "If a natural number falls at each step then the steps end",
        {"measure": "Function"},
    ),
    Lemma(
        "sum-of-nonnegative-terms",
        "If every x_i >= 0 and sum_i x_i = 0 then every x_i = 0",
        {"x": "Vector(n)"},
    ),
    Lemma(
        "sum-keeps-bound",
        "If x_i <= y_i for all i then sum_i x_i <= sum_i y_i; strictly if one of them is strict",
        {"x": "Vector(n)", "y": "Vector(n)"},
    ),
    Lemma(
        "sum-keeps-ratio",
        "If w_i >= 0 and x_i <= g y_i for all i then sum_i w_i x_i <= g sum_i w_i y_i",
        {"w": "Vector(n)", "x": "Vector(n)", "y": "Vector(n)", "g": "Real"},
    ),
    Lemma(
        "product-keeps-ratio",
        "If 0 <= x_i <= g_i y_i and g_i >= 0 for all i then prod x_i <= (prod g_i) (prod y_i)",
        {"x": "Vector(n)", "y": "Vector(n)", "g": "Vector(n)"},
    ),
    Lemma(
        "sum-over-permutation",
        "sum_i x_p(i) = sum_i x_i for every permutation p; every permutation is a product of "
        "exchanges of two neighbours",
        {"x": "Vector(n)", "p": "Permutation(n)"},
    ),
    Lemma(
        "cauchy-schwarz",
        "(sum_i x_i y_i)^2 <= (sum_i x_i^2) (sum_i y_i^2)",
        {"x": "Vector(n)", "y": "Vector(n)"},
    ),
    Lemma(
        "square-over-linear",
        "(sum_i x_i)^2 / sum_i y_i <= sum_i x_i^2 / y_i for y_i > 0, with equality only where all "
        "x_i / y_i are equal",
        {"x": "Vector(n)", "y": "Vector(n)"},
    ),
    Lemma(
        "simpson-index",
        "For a law p on K points 1/K <= sum_i p_i^2 <= 1; the left is an equality only for p_i = "
        "1/K, the right only for p_i in {0, 1}",
        {"p": "Law(K)"},
    ),
    Lemma("power-rises", "If q > 1 then q^(n+1) > q^n >= 1", {"q": "Real", "n": "Nat"}, ("q > 1",)),
    Lemma(
        "power-order",
        "If x >= y >= 0 then x^n >= y^n; for n >= 1, x, y >= 0 and x^n <= y^n also x <= y",
        {"x": "Real", "y": "Real", "n": "Nat"},
        ("x >= 0", "y >= 0"),
    ),
    Lemma(
        "bernoulli",
        "If q >= 1 then n (q - 1) <= q^n - 1 <= n q^n (q - 1) / q; n < 2^n",
        {"q": "Real", "n": "Nat"},
        ("q >= 1",),
    ),
    Lemma(
        "geometric-sum",
        "(q - 1) sum_(i <= n) q^i = q^(n+1) - 1",
        {"q": "Real", "n": "Nat"},
    ),
)

PROBABILITY = (
    Lemma(
        "expectation-linear",
        "E(a X + b Y + c) = a E X + b E Y + c, for variables on one finite set of outcomes",
        {"X": "Variable", "Y": "Variable", "a": "Real", "b": "Real", "c": "Real"},
    ),
    Lemma(
        "expectation-monotone",
        "If X <= Y at every outcome then E X <= E Y; so P(X^2 >= t) <= E X^2 / t for t > 0",
        {"X": "Variable", "Y": "Variable", "t": "Real"},
    ),
    Lemma(
        "expectation-product",
        "If X and Y are independent then E(X Y) = E X E Y",
        {"X": "Variable", "Y": "Variable"},
    ),
    Lemma(
        "union-bound",
        "P(some of d events) <= the sum of their probabilities",
        {"events": "list of events"},
    ),
    Lemma(
        "variance-scaled",
        "Var(a X + c) = a^2 Var X",
        {"X": "Variable", "a": "Real", "c": "Real"},
    ),
    Lemma(
        "variance-of-independent-sum",
        "If X_1, ..., X_n are independent then E sum X_i = sum E X_i and Var sum X_i = sum Var X_i",
        {"X": "list of Variable"},
    ),
    Lemma(
        "covariance-of-independent-sum",
        "If the random vectors v_1, ..., v_m are independent then cov(sum v_i) = sum cov(v_i); for "
        "one experiment with law p cov(v)_ij = p_i [i = j] - p_i p_j",
        {"v": "list of random Vector(k)", "p": "Law(k)"},
    ),
    Lemma(
        "covariance-of-linear-map",
        "E(T v) = T E v and cov(T v) = T cov(v) T^t",
        {"T": "Matrix(m, k)", "v": "random Vector(k)"},
    ),
    Lemma(
        "variance-total",
        "Var X = E Var(X | Z) + Var E(X | Z)",
        {"X": "Variable", "Z": "Variable"},
    ),
    Lemma(
        "two-draws",
        "For two different positions of a uniformly shuffled list y_1, ..., y_N, N >= 2, with mean "
        "m and mean of squares q: E(Y_i Y_j) = (N m^2 - q) / (N - 1)",
        {"y": "Vector(N)"},
    ),
    Lemma(
        "one-draw",
        "Each position of a uniformly shuffled list y_1, ..., y_N has the mean sum y_i / N",
        {"y": "Vector(N)"},
    ),
    Lemma(
        "mirrored-moments",
        "sum_k f(k) p_(L+1-k) = sum_k f(L+1-k) p_k, for k = 1, ..., L; the sum of a polynomial "
        "f(k) p_k is the same combination of the moments sum_k k^i p_k",
        {"p": "Law(L)", "f": "Function"},
    ),
    Lemma(
        "binomial-moments",
        "For n independent reports that are one with probability x: a given sequence with N ones "
        "has the probability x^N (1-x)^(n-N), P(N) = binom(n, N) times that, E N = n x and Var N = "
        "n x (1 - x)",
        {"n": "Nat", "x": "Real"},
    ),
    Lemma(
        "histogram",
        "The counts of m independent reports with law C p add up to m, and have the law of the "
        "reports of m independent truths with law p; E(Y | X) = C X",
        {"C": "Stochastic(r, k)", "p": "Law(k)", "m": "Nat"},
    ),
    Lemma(
        "event-likelihood",
        "For a row r >= 0 and a prior with mass on an event, the likelihood of the report given "
        "the event is a mean of the r_j in it: between their least and their largest",
        {"r": "Vector(k)", "prior": "Law(k)", "event": "set of truths"},
    ),
    Lemma(
        "complements",
        "Q -> Q^c maps the events one-to-one onto the events, P(Q^c) = 1 - P(Q), and the same for "
        "the probabilities after a report",
        {"prior": "Law(k)"},
    ),
    Lemma(
        "events-of-reports",
        "If P_ia <= g P_ib for every report i then P(S | a) <= g P(S | b) for every set S of them",
        {"P": "Stochastic(m, k)", "g": "Real"},
    ),
    Lemma(
        "common-factor",
        "With independent reports of the others the joint likelihood ratio of two inputs that "
        "differ in one person is the ratio of that person",
        {"P": "Stochastic(m, k)", "others": "Nat"},
    ),
    Lemma(
        "gibbs",
        "For laws p and q (q_i = 0 where p_i = 0) sum_i q_i log p_i <= sum_i q_i log q_i over the "
        "i with q_i > 0",
        {"p": "Law(k)", "q": "Law(k)"},
    ),
)

TENSORS = (
    Lemma(
        "kronecker-product",
        "(A (x) B)(C (x) D) = AC (x) BD, for matrices of any fitting sizes",
        {"A": "Matrix", "B": "Matrix", "C": "Matrix", "D": "Matrix"},
    ),
    Lemma(
        "bits-entry",
        "The n-th tensor power of ((a, b), (b, a)) has the entry a^(n-d) b^d where the bit "
        "strings of row and column differ in d places",
        {"a": "Real", "b": "Real", "n": "Nat"},
    ),
    Lemma(
        "bits-inverse",
        "For 2a != 1 the n-th tensor power of ((a, 1-a), (1-a, a)) has as its inverse the n-th "
        "tensor power for a / (2a - 1)",
        {"a": "Real", "n": "Nat"},
        ("Ne(2 * a, 1)",),
    ),
    Lemma(
        "bits-columns",
        "The columns of the n-th tensor power of ((a, b), (b, a)) add up to (a + b)^n",
        {"a": "Real", "b": "Real", "n": "Nat"},
    ),
    Lemma(
        "tensor-of-stochastic",
        "A Kronecker product of stochastic matrices is stochastic, and summing out one bit of the "
        "report leaves the product of the others",
        {"A": "Stochastic", "B": "Stochastic"},
    ),
    Lemma(
        "tensor-places",
        "In A (x) B with B of size 2^(n-1) the entry at (2^(n-1) i + u, 2^(n-1) j + v) is A_ij "
        "B_uv; eta(x) = sum_i 2^i x_i is a bijection of bit strings with 0, ..., 2^n - 1, and "
        "eta(1 xor x) = 2^n - 1 - eta(x)",
        {"n": "Nat"},
    ),
    Lemma(
        "bit-distance",
        "The number of places in which x and y differ is kept when both are complemented or "
        "exchanged, and is the sum over the bits of (x_i - y_i)^2",
        {"x": "bits(n)", "y": "bits(n)"},
    ),
    Lemma(
        "counting-strings",
        "Of the 2^n strings of n bits 2^(n-w) have given bits in w places, and binom(n, i) have i "
        "ones",
        {"n": "Nat"},
    ),
    Lemma(
        "binomial-theorem",
        "(x + y)^n = sum_i binom(n, i) x^i y^(n-i)",
        {"x": "Real", "y": "Real", "n": "Nat"},
    ),
    Lemma("trace-of-product", "tr(A B) = tr(B A)", {"A": "Matrix(m, k)", "B": "Matrix(k, m)"}),
)

ANALYSIS = (
    Lemma(
        "falling",
        "If f has a derivative on an interval that is negative inside, f falls strictly: its least "
        "value is at the right end only. Positive: it rises",
        {"f": "Term", "t": "Variable", "given": "Relations", "direction": "fall or rise"},
    ),
    Lemma(
        "single-peak",
        "If f' > 0 before t0 and f' < 0 after it, f is largest at t0 only; with the signs "
        "exchanged least",
        {"f": "Term", "t": "Variable", "t0": "Term", "given": "Relations"},
    ),
    Lemma(
        "concave-segment",
        "If f'' < 0 on a segment, f is above the smaller of its values at the ends inside it",
        {"f": "Term", "t": "Variable", "given": "Relations"},
    ),
    Lemma(
        "repeated-derivative",
        "If D_1 is the derivative of f and D_(m+1) that of D_m for all m >= 1 then D_m is the m-th "
        "derivative of f for all m >= 1",
        {"f": "Term", "t": "Variable", "D": "Function"},
    ),
    Lemma(
        "root-of-order",
        "For every r >= 0 and n >= 1 there is one R >= 0 with R^n = r; it is positive where r is",
        {"r": "Term", "n": "Nat"},
    ),
    Lemma(
        "log-tangent",
        "log t <= t - 1 for t > 0, with equality at 1 only",
        {"t": "Real"},
        ("t > 0",),
    ),
    Lemma(
        "exponential",
        "exp rises, exp(x + y) = exp x exp y, exp(-x) >= 1 - x, and exp(-x) <= 1 / (1 + x) for x "
        ">= 0; ln is its inverse: it rises, and ln(u v) = ln u + ln v",
        {"x": "Real", "y": "Real"},
    ),
    Lemma(
        "newton",
        "If F' = f on [a, b] and f is continuous there then its integral is F(b) - F(a)",
        {"F": "Term", "f": "Term", "t": "Variable", "a": "Term", "b": "Term"},
    ),
    Lemma(
        "antiderivative",
        "If F' = f on [0, oo) and F vanishes at infinity then the integral of f over [0, oo) is "
        "-F(0)",
        {"F": "Term", "f": "Term", "t": "Variable"},
    ),
    Lemma(
        "density-bound",
        "If a density is at most g times another one at every point, then so are the "
        "probabilities of every event",
        {"p": "Function", "q": "Function", "g": "Real"},
    ),
)

PROCEDURES = (
    Lemma(
        "trace-bound",
        "A stochastic k by k table with p_ij <= g p_ij' in every row, g >= 1, has tr P <= k g / "
        "(g + k - 1); for g > 1 equality only for p_ii = g / (g + k - 1) and p_ij = 1 / (g + k "
        "- 1)",
        {"P": "Stochastic(m, k)", "g": "Real"},
        ("g >= 1",),
    ),
    Lemma(
        "garbling-is-table",
        "If C and P are stochastic so is C P, and sum_i l_i (C P)_ij = sum_u (sum_i l_i C_iu) P_uj",
        {"C": "Stochastic(r, m)", "P": "Stochastic(m, k)", "l": "Vector(r)"},
    ),
    Lemma(
        "block-and-identity",
        "(B (+) I)(A_1; A_2) = (B A_1; A_2); B (+) I is stochastic exactly when B is; "
        "(B (+) I)(B' (+) I) = B B' (+) I",
        {"B": "Matrix(r, s)", "A": "Matrix(m, k)"},
    ),
    Lemma(
        "layers",
        "A row r > 0 with entries within the factor g > 1 is a sum with weights >= 0 of rows in "
        "{1, g}^k; so a sum of sublinear functions of rows is at most that of weighted patterns",
        {"r": "Vector(k)", "g": "Real"},
        ("g > 1",),
    ),
    Lemma(
        "garbling-of-two-values",
        "Let every row of A hold two values x and g x only, both of them, g > 1, and every row "
        "of P >= 0 have its entries within the factor g. If A = C P with C >= 0 then c_iu > 0 "
        "only for rows u of P that are zero or proportional to row i of A",
        {"A": "Stochastic(r, k)", "C": "Stochastic(r, m)", "P": "Stochastic(m, k)", "g": "Real"},
        ("g > 1",),
    ),
    Lemma(
        "placements",
        "A stochastic C(r, m) in which each column u has its one only in a row f(u): it is a "
        "permutation if r = m and no row is zero; with r > m a row is zero, with f not one-to-one "
        "two columns share a row",
        {"C": "Stochastic(r, m)"},
    ),
    Lemma(
        "irreducible-fixed-rows",
        "If B is stochastic and irreducible and B P = P then P = v w^t for a vector v; if R is "
        "irreducible, substochastic and not stochastic then R - I is nonsingular",
        {"B": "Stochastic(m, m)", "P": "Matrix(m, k)"},
    ),
    Lemma(
        "fixed-table",
        "If B is stochastic, B P = P and no two rows of P are proportional then B = I",
        {"B": "Stochastic(m, m)", "P": "Stochastic(m, k)"},
    ),
    Lemma(
        "privacy-region",
        "For a row r > 0 of least entry x and largest g x, a prior, and an event of mass p in "
        "(0, 1) the posterior lies between p / (p + g (1-p)) and g p / (1 + (g-1) p); priors on "
        "two truths attain both",
        {"P": "Stochastic(m, k)", "g": "Real", "p": "Real"},
    ),
    Lemma(
        "strict-information",
        "Let g be the largest ratio of two entries in a row of P > 0, and h(p) >= p on (0, 1). "
        "The posterior of every event of prior mass p in (0, 1) after every report is at most "
        "h(p) (and, its complement being an event, at least 1 - h(1 - p)) iff g p / (1 + (g-1) "
        "p) <= h(p) for all p in (0, 1)",
        {"P": "Stochastic(m, k)", "h": "Function", "g": "Real"},
    ),
    Lemma(
        "more-unknowns",
        "m < k homogeneous linear equations in k unknowns have a solution that is not zero",
        {"A": "Matrix(m, k)"},
    ),
    Lemma(
        "ray-to-vertex",
        "Let every point of a region lie on a ray on which the cost does not fall and which "
        "enters the region on one of finitely many segments; let the cost be concave on each "
        "segment. Then the cost of a point is at least that of an end of a segment",
        {"cost": "Term", "polygon": "Relations"},
    ),
)

LEMMAS = {
    lemma.name: lemma
    for part in (SUMS, PROBABILITY, TENSORS, ANALYSIS, PROCEDURES, OPTIMA)
    for lemma in part
}
