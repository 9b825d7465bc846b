"""Channel: an exact randomized-response table, and what follows from it.

`table` has the class, `implicit` those that are never written, `balanced_supports`,
`developed_supports` and `named_supports` what these report, `profile` the privacy of columns,
`display` how a table is printed, `validate` what is refused at construction, `given_table` whatever
else has a table.
"""

from rropt.channel.given_table import as_channel, channel_in_json
from rropt.channel.table import Channel

__all__ = ["Channel", "as_channel", "channel_in_json"]
