"""Channel: an exact randomized-response table, and what follows from it.

`table` has the class, `profile` the privacy of columns, `show` how a table is printed, `door` what
is refused at construction.
"""

from rropt.channel.table import Channel

__all__ = ["Channel"]
