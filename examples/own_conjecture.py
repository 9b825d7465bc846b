"""Check my own conjecture: have it attacked, decided and certified, outside this repository.

The conjecture: no symmetric yes/no card has a smaller variance than Warner's device at gamma. It is
false until the forgotten hypothesis is added; both answers come with evidence.

Run: python examples/own_conjecture.py
"""

# %% Symbols, hypotheses and claims read like the page of a paper

from rropt.proofs.claims import Section, states
from rropt.proofs.conjecture import prove
from rropt.proofs.goals import holds, integers, reals

from rropt.checker import check

g, pi, p, t = reals("gamma pi p t")
n = integers("n")
mine = Section("mine")


def variance(p00, p11):
    """n times the variance of the estimate from one answer (holohan/cor-1)."""
    s = p00 + p11 - 1
    yes = 1 - p00 + pi * s
    return yes * (1 - yes) / s**2


warner = variance(g / (g + 1), g / (g + 1))


# %% As I first thought of it, and what I forgot: the card must be private
@mine("warner-is-best")
def warner_is_best():
    """No symmetric card has a smaller variance than Warner's device at gamma."""
    return states(
        holds(variance(p, p) >= warner, g > 1, 2 * p > 1, p <= 1, degree=5),
        assuming="the likelihood ratio is at most gamma",
        given=[p <= g * (1 - p)],
    )


# %% A wrong one is refuted, and must come with what is right
@mine("variance-grows-with-p")
def grows():
    """The larger p, the larger the variance."""
    larger = holds(variance(p, p) >= variance(t, t), p > t, 2 * t > 1, p <= 1)
    smaller = holds(variance(p, p) <= variance(t, t), p > t, 2 * t > 1, p <= 1, degree=6)
    return states(larger, corrected="the larger p, the smaller the variance", right=smaller)


# %% One about all reals, to see a certificate that needs squares
@mine("a-sum-of-squares")
def squares():
    """t^2 - 2 t p + 2 p^2 is never negative."""
    return states(holds(t**2 - 2 * t * p + 2 * p**2 >= 0, squares=[t - p, p]))


# %% One for every n, by induction: a count that no list of cases would end
@mine("some-report-is-flipped")
def flipped():
    """The chance that one of n reports is flipped is at most n times the chance of one."""
    return states(holds(1 - (1 - p) ** n <= n * p, p >= 0, p <= 1, n >= 0))


# %% The first conjecture alone: which hypothesis would make it true?
@mine("warner-without-a-hypothesis")
def alone():
    """The machine proposes the weakest hypothesis of a stated family under which it is proved."""
    return states(holds(variance(p, p) >= warner, g > 1, 2 * p > 1, p <= 1, degree=5))


# %% Attack, decide, certify: every proved inequality has a certificate that rropt.checker verifies
if __name__ == "__main__":
    for claim in mine:
        found = prove(claim)
        print(found)
        verdicts = [check(proof).verdict for proof in found.certificates]
        if verdicts:
            print(f"  certificates: {', '.join(verdicts)}")
