"""What a skilled user would write or install instead, one small file each.

Every baseline returns its optimum as a float, so that the answers are compared before the times.
None of them is exact, and none proves anything: that is a column of the page, no excuse. Where a
setting that is not the default is faster on these questions, it is the one that is measured.
"""
