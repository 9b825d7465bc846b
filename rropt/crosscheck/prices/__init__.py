"""The route of prices: the dual of every program, which says that no table is better.

It takes the exact inequalities of the symbolic route and nothing of the numeric one: prices of
truths and budgets in place of weights of reports, tangents in place of estimators.
"""
