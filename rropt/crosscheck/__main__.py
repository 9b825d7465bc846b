"""python -m rropt.crosscheck: the whole catalogue by every route; status 1 where two disagree."""

from __future__ import annotations

import sys

from rropt.crosscheck.all_routes import cases, compared, head, line


def main() -> int:
    """Run every case and print the table; how many routes agreed in how many cases."""
    print(head())
    routes, wrong, total = 0, 0, 0
    for problem in cases():
        found = compared(problem)
        print(line(found), flush=True)
        routes, wrong, total = routes + found.routes, wrong + bool(found.disagreement), total + 1
    print(f"{total} cases, {routes} routes agree with their certificate, {wrong} disagree")
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
