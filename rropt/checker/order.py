"""Kinds garbling and separation: Blackwell's order."""


def garbling(tools, A, P, C):
    """P is at least as good as A: A = C P, whatever the decision problem."""
    for rows in (A, P, C):
        tools.Table(len(rows[0]), rows, [1] * len(rows))
    (a, over), (p, below), (c, left) = map(tools.clear, (A, list(zip(*P, strict=True)), C))
    work = len(a) * len(p) * len(P) * (1 + (over * below * left).bit_length() // 1024)
    tools.need(work <= tools.MAX_WORK, "the matrices are too large", "malformed")
    for i, (row, wanted) in enumerate(zip(c, a, strict=True)):
        made = [tools.dot(row, column) * over for column in p]
        same = made == [x * below * left for x in wanted]
        tools.need(same, f"row {i} of C P is not row {i} of A")
    return "A = C P: every use of A can be made of P, whatever the decision problem"


def separation(tools, A, P, gain, A_value, P_value):
    """P is not at least as good as A: A is worth more under a gain than P, and so than any C P."""
    even = all(len(action) == len(gain[0]) for action in gain)
    tools.need(even, "the rows of the gain have different lengths", "malformed")
    utility = tools.Utility([dict(enumerate(action)) for action in gain])
    tables = [tools.Table(len(gain[0]), rows, [1] * len(rows)).rows for rows in (A, P)]
    work = sum(map(len, tables)) * sum(map(len, gain))
    tools.need(work <= tools.MAX_WORK, "there are too many actions", "malformed")
    for name, rows, claimed in zip("AP", tables, (A_value, P_value), strict=True):
        found = sum(utility.worth(row)[0] for row in rows)
        tools.need(found == claimed, f"the value of {name} is another one")
    tools.need(A_value > P_value, "A does not do better than P under this gain")
    values = tools.show(A_value), tools.show(P_value)
    return "A = C P for no channel C: under the gain given A is worth {} and P {}".format(*values)
