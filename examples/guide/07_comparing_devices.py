"""Comparing devices without an objective

Two devices are private. Is one of them better whatever will be done with its reports?
"""

# %% Blackwell's order
# P is at least as good as A exactly if A = C P for a table C of chances.
import rropt as rr

best = rr.device("warner", p="3/4").channel
weaker = rr.device("warner", p="2/3").channel
answer = rr.compare(weaker, best)
print(answer.relation)
picture = answer

# %% Admissible, or always beaten by another of the same privacy?
for name in ("k_ary", "hadamard_response"):
    table = rr.device(name, categories=3, gamma=3).channel
    verdict = rr.admissible(table, table.parity())
    print(f"{name}: {'admissible' if verdict.admissible else 'inadmissible'}")

# %% The order of a whole list
tables = {f"p={p}": rr.device("warner", p=p).channel for p in ("3/5", "2/3", "3/4")}
print(rr.frontier(tables).covers)

# %% What it means
# Both answers carry a witness: the table C, or a decision in which the other device wins strictly.
# An inadmissible device never needs to be used: its better replacement is in the verdict.

# %% What to cite
print(rr.cite("blackwell"))
print(rr.cite("chai-nayak"))
