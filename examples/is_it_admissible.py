"""Is this published mechanism admissible, or is some table of the same privacy always better?

Run: python examples/is_it_admissible.py
"""

# %% Mechanisms of the literature for three categories, all with e^epsilon = 3
import rropt as rr
from rropt.devices import hadamard_response, k_ary, symmetric_unary

mechanisms = {
    "k-ary randomized response": k_ary(3, gamma=3).channel,
    "hadamard response": hadamard_response(3, gamma=3).channel,
    "symmetric unary encoding": symmetric_unary(3, gamma=4).channel,
}

# %% Each verdict has a witness: a table P of the same privacy, and the garbling C with A = C P
for name, channel in mechanisms.items():
    verdict = rr.admissible(channel, channel.parity())
    print(f"{name}: {'admissible' if verdict.admissible else 'inadmissible'}")
    for violation in verdict.violations[:2]:
        print(f"  {violation}")
    if not verdict.admissible:
        garbled = verdict.garbling @ verdict.dominating
        print(f"  dominated by a table with {verdict.dominating.shape[0]} reports")
        print(f"  A = C P exactly: {garbled.rows == channel.rows}")

# %% Admissible does not mean comparable: which of them dominate which?
order = rr.frontier(mechanisms)
print(f"better, worse: {order.edges}")
print(f"undominated: {order.undominated}")
