"""cvc5 in a process of its own, which can be ended: inside its cells it does not look at a clock.

The SMT-LIB text on standard input, the time limit in milliseconds as argument; on standard output
one JSON list: the answer, and the rational values of a model.
"""

from __future__ import annotations

import json
import sys

import cvc5


def decide(text: str, limit: str) -> tuple[str, dict[str, str]]:
    """The answer, and the rational values of its model."""
    solver = cvc5.Solver()
    solver.setOption("tlimit-per", limit)
    solver.setOption("produce-models", "true")
    parser = cvc5.InputParser(solver)
    parser.setStringInput(cvc5.InputLanguage.SMT_LIB_2_6, text, "claim")
    symbols = parser.getSymbolManager()
    answer = ""
    while True:
        command = parser.nextCommand()
        if command.isNull():
            break
        answer = str(command.invoke(solver, symbols)).strip() or answer
    if answer != "sat":
        return answer, {}
    values = {str(t): solver.getValue(t) for t in symbols.getDeclaredTerms()}
    return answer, {k: str(v.getRealValue()) for k, v in values.items() if v.isRealValue()}


if __name__ == "__main__":
    print(json.dumps(decide(sys.stdin.read(), sys.argv[1])))
