"""The numeric route: convex programs that read like the papers, posed in cvxpy.

It shares the question with the certified route, and nothing else: privacy as printed inequalities,
objectives from their definitions, and directions of reports from its own enumeration.
"""
