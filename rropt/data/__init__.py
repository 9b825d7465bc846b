"""Columns of answers and reports: read, counted, drawn exactly, and written.

Only a group-by runs, and it runs where the data lives: in polars, DuckDB, Dask, Spark, or in the
file, read in batches; each different value of a list is read once. Labels are compared as text, so
1 and "1" are the same label. Unknown labels, missing values, an empty source and a wrong column
name are refused with counts; nothing is dropped.
"""

from rropt.data.counts import count_groups, count_labels, count_reports
from rropt.data.randomize_file import randomize_file

__all__ = ["count_groups", "count_labels", "count_reports", "randomize_file"]
