"""Counts of reports from any data: lists, arrays, data frames, CSV and Parquet files.

Only a group-by runs, and it runs where the data lives: in polars, DuckDB, Dask, Spark, or in the
file, read in batches. Labels are compared as text, so 1 and "1" are the same label. Unknown labels,
missing values, an empty source and a wrong column name are refused with counts and examples;
nothing is dropped.
"""

from rropt.counting.count import count_indices, count_labels, count_reports
from rropt.counting.groups import count_groups
from rropt.counting.randomize_file import randomize_file

__all__ = ["count_groups", "count_indices", "count_labels", "count_reports", "randomize_file"]
