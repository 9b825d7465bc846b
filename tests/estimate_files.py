"""Tables and answers that several tests of `rropt estimate` share."""

import json

from rropt.cli import main

WARNER = {"channel": [["3/4", "1/4"], ["1/4", "3/4"]], "reports": ["no", "yes"]}
MERGED = {"channel": [["1", "1/2", "1/2"], ["0", "1/2", "1/2"]], "truths": ["a", "b", "c"]}


def answer(capsys, *words):
    assert main(["estimate", *words, "--json"]) == 0
    return json.loads(capsys.readouterr().out)
