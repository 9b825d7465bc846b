"""What a file of claims begins with: one that is proved, one that is false, one for every n."""

TEMPLATE = '''"""My claims. Decide them: rropt prove THIS_FILE, also with --why or --export coq."""

from rropt.proofs.claims import Section, states
from rropt.proofs.goals import holds, identity, integers, reals

x, y = reals("x y")
n = integers("n")
mine = Section("mine")


@mine("product")
def product():
    """Of two numbers of [0, 1] the product is at most the smaller one."""
    return states(holds(x * y <= x, x >= 0, x <= 1, y >= 0, y <= 1))


@mine("square")
def square():
    """False as it stands; with the hypothesis that was forgotten it is proved."""
    return states(holds(x**2 >= x, x >= 0), assuming="x is at least 1", given=[x >= 1])


@mine("factors")
def factors():
    """An identity."""
    return states(identity((x + y) * (x - y), x**2 - y**2))


@mine("powers")
def powers():
    """One for every n, by induction."""
    return states(holds((1 + x) ** n >= 1 + n * x, x >= 0, n >= 0))
'''
