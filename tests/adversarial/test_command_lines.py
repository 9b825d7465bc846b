"""Bad command lines: each is answered with one line on standard error and status 3."""

from __future__ import annotations

import json
from importlib.util import find_spec

import pytest

from rropt.cli import VERBS, main

DESIGN = "design variance --epsilon 1 --prior 1/4"
NUMBERS = ["", "x", "nan", "inf", "1/0", "--", "1e", "0x10", "1,5,", "٣"]

BAD = {
    "derive": [
        "derive",
        "derive nothing",
        "derive guess",
        "derive guess --prior 1/2,1/3",
        "derive guess --prior 1/2,1/2 --gamma 3,2",
        "derive guess --prior 1/2,1/2 --gamma 1/2",
        "derive guess --prior 1/2,1/2 --gamma x",
        "derive guess --prior 1/2,1/2 --delta 2",
        "derive guess --prior 1/2,1/2 --bogus",
        "derive trace --categories 3 --privacy 1,g;g,1 --range g=1,oo",
        "derive trace --categories 2 --privacy 1,g;g,1",
        "derive mean --values=-1,0,1 --delta 0,1/2",
        "derive custom",
    ],
    "doctor": ["doctor now", "doctor --bogus", "doctor --epsilon 1"],
    "design": [
        "design",
        "design variance",
        "design nothing --epsilon 1",
        "design variance --epsilon 1",
        "design variance --prior 1/4",
        "design variance --epsilon 1 --gamma 3 --prior 1/4",
        "design variance --epsilon 1 --prior 1/4 --bogus",
        "design variance --epsilon -1 --prior 1/4",
        "design variance --epsilon 701 --prior 1/4",
        "design variance --epsilon ln(0) --prior 1/4",
        "design variance --epsilon ln(x) --prior 1/4",
        "design variance --epsilon ln(1/2) --prior 1/4",
        "design variance --gamma 1/2 --prior 1/4",
        "design variance --gamma 0 --prior 1/4",
        "design variance --epsilon 1 --prior 2",
        "design variance --epsilon 1 --prior -1/4",
        "design variance --epsilon 1 --prior 0",
        "design variance --epsilon 1 --prior 1",
        "design variance --epsilon 1 --prior 1/4,3/4",
        "design variance --epsilon 1 --prior 1/4 --delta 2",
        "design variance --epsilon 1 --prior 1/4 --delta -1/10",
        "design variance --epsilon 1 --prior 1/4 --outputs 1",
        "design variance --epsilon 1 --prior 1/4 --outputs 0",
        "design variance --epsilon 1 --prior 1/4 --outputs many",
        "design variance --epsilon 1 --prior 1/4 --outputs 2 --denominator 1",
        "design variance --epsilon 1 --prior 1/4 --denominator 0",
        "design variance --epsilon 1 --prior 1/4 --denominator -5",
        "design variance --epsilon 1 --prior 1/4 --denominator 2^",
        "design variance --epsilon 1 --prior 1/4 --denominator 2^5000",
        "design variance --epsilon 1 --prior 1/4 --denominator 1/2",
        "design variance --epsilon 1 --prior 1/4 --priors 1/2,1/2;1/4,3/4",
        "design variance --epsilon 1 --prior 1/4 --weights 1/2",
        "design variance --epsilon 1 --prior 1/4 --save /nowhere/at/all.json",
        "design variance --epsilon 1 --prior 1/4 --html /nowhere/at/all.html",
        "design variance --epsilon 1 --prior 1/4 -o /nowhere/at/all.txt",
        "design trace --epsilon 1",
        "design trace --epsilon 1 --categories 1",
        "design trace --epsilon 1 --categories 0",
        "design trace --epsilon 1 --categories -3",
        "design trace --epsilon 1 --categories 5/2",
        "design trace --epsilon 1 --categories five",
        "design guess --epsilon 1",
        "design guess --epsilon 1 --prior 1/2,1/3",
        "design guess --epsilon 1 --prior 1/2,1/2,",
        "design guess --epsilon 1 --prior ,",
        "design gain --epsilon 1 --prior 1/2,1/2",
        "design gain --epsilon 1 --gain 1,0;0,1",
        "design gain --epsilon 1 --gain 1,0;0 --prior 1/2,1/2",
        "design gain --epsilon 1 --gain 1,0,0 --prior 1/2,1/2",
        "design gain --epsilon 1 --gain a,b --prior 1/2,1/2",
        "design mutual-information --epsilon 1",
        "design f-divergence --epsilon 1",
        "design f-divergence --epsilon 1 --divergence none",
        "design f-divergence --epsilon 1 --divergence hellinger --pair 0",
        "design f-divergence --epsilon 1 --divergence hellinger --pair 0,0",
        "design f-divergence --epsilon 1 --divergence hellinger --pair 0,5",
        "design f-divergence --epsilon 1 --divergence hellinger --pair a,b",
        "design f-divergence --epsilon 1 --delta 1/10 --divergence kullback-leibler",
        "design a-optimal --epsilon 1",
        "design a-optimal --epsilon 0 --prior 1/2,1/2",
        "design a-optimal --epsilon 1 --prior 1,0",
        "design a-optimal --epsilon 1 --priors 1/2,1/2;1/3,1/3,1/3",
        "design a-optimal --epsilon 1 --priors ;",
        "design a-optimal --epsilon 1 --priors 1/2,1/2;1/4,3/4 --weights 1",
        "design a-optimal --epsilon 1 --priors 1/2,1/2;1/4,3/4 --weights 1,1",
        "design c-optimal --epsilon 1 --prior 1/2,1/2",
        "design c-optimal --epsilon 1 --prior 1/2,1/2 --contrast 1",
        "design c-optimal --epsilon 1 --prior 1/2,1/2 --contrast 1,1",
        "design e-optimal --epsilon 1 --prior 2,-1",
        "design d-optimal --epsilon 1 --prior 1/2,1/2 --outputs 1",
        "design mutual-information --epsilon 1 --prior "
        + ",".join(f"{i}/231" for i in range(-1, 22)),
    ]
    + [f"design variance --epsilon {x or chr(39) * 2} --prior 1/4" for x in NUMBERS]
    + [f"design variance --gamma {x or chr(39) * 2} --prior 1/4" for x in NUMBERS]
    + [f"design variance --epsilon 1 --prior {x or chr(39) * 2}" for x in NUMBERS]
    + [f"design variance --epsilon 1 --prior 1/4 --delta {x or chr(39) * 2}" for x in NUMBERS],
    "check": [
        "check",
        "check /nowhere",
        "check /",
        "check a b",
        "check {text}",
        "check {list}",
        "check {empty}",
        "check {binary}",
        "check {deep}",
        "check {float}",
        "check {channel}",
        "check {channel} --bogus",
    ],
    "compare": [
        "compare",
        "compare {channel}",
        "compare {channel} /nowhere",
        "compare {channel} {text}",
        "compare {text} {channel}",
        "compare {channel} {list}",
        "compare {channel} {empty}",
        "compare {channel} {binary}",
        "compare {channel} {three}",
        "compare {channel} {leaky}",
        "compare {channel} {negative}",
        "compare {channel} {ragged}",
        "compare {channel} {channel} {channel}",
        "compare {channel} {channel} -o /nowhere/x",
        "compare {channel} {words}",
    ],
    "admissible": [
        "admissible",
        "admissible {channel}",
        "admissible {channel} --gamma 0",
        "admissible {channel} --gamma x",
        "admissible {channel} --gamma 1/2",
        "admissible /nowhere --gamma 3",
        "admissible {text} --gamma 3",
        "admissible {leaky} --gamma 3",
        "admissible {negative} --gamma 3",
        "admissible {channel} --gamma 3 --epsilon 1",
        "admissible {channel} --gamma 3 --bogus",
    ],
    "measures": [
        "measures",
        "measures nothing-of-the-kind",
        "measures laplace",
        "measures {words}",
        "measures {leaky}",
        "measures {channel} --prior 1/2",
        "measures {channel} --prior 1/2,1/4,1/4",
        "measures {channel} --gain {list}",
        "measures {channel} --prior 1/2,1/2 --gain {text}",
        "measures {channel} --prior 1/2,1/2 --gain {three}",
        "measures {channel} --rounds 0",
        "measures {channel} --rounds x",
        "measures {channel} --rounds 20000 --at-epsilon 1",
        "measures {channel} --at-epsilon -1",
        "measures {channel} --at-epsilon ln(x)",
        "measures --bogus",
    ],
    "bound": [
        "bound",
        "bound --rho 1/2",
        "bound --rho 1/2 1/4",
        "bound --rho 0 2",
        "bound --rho x y",
        "bound --beta 0",
        "bound --beta -1",
        "bound --beta x",
        "bound --h",
        "bound --h import",
        "bound --h __import__('os')",
        "bound --h p+",
        "bound --h q",
        "bound --h ((((",
        "bound --beta 2 --rho 1/4 1/2",
        "bound --beta 2 --bogus",
    ],
    "device": [
        "device",
        "device nothing",
        "device warner",
        "device warner --p",
        "device warner --p 2",
        "device warner --p x",
        "device warner --p -1/4",
        "device warner --p 3/4 --bogus 1",
        "device warner --q 3/4",
        "device kuk --p 1/2",
        "device forced_response --p 3/4",
    ],
    "randomize": [
        "randomize",
        "randomize /nowhere --design {channel} --column answer",
        "randomize {csv} --column answer",
        "randomize {csv} --design /nowhere --column answer",
        "randomize {csv} --design {text} --column answer",
        "randomize {csv} --design {channel}",
        "randomize {csv} --design {channel} --column missing",
        "randomize {csv} --design {channel} --column word",
        "randomize {empty} --design {channel} --column answer",
        "randomize {csv} --design {leaky} --column answer",
    ],
    "regress": [
        "regress",
        "regress none.csv --design {channel} --formula y~x",
        "regress {csv} --design {channel}",
        "regress {csv} --design none.json --formula answer~1",
        "regress {csv} --design {channel} --formula answer",
        "regress {csv} --design {channel} --formula ~1",
        "regress {csv} --design {channel} --formula nothing~1",
        "regress {csv} --design {channel} --formula answer~nothing",
        "regress {csv} --design {channel} --formula answer~1 --link cauchit",
        "regress {csv} --design {channel} --formula answer~1 --errors none",
        "regress {csv} --design {channel} --formula answer~1 --missing keep",
        "regress {csv} --design {channel} --formula answer~1 --level 2",
        "regress {csv} --design {channel} --formula answer~1 --noncompliance maybe",
        "regress {csv} --design {channel} --formula answer~1 --bogus",
    ],
    "estimate": [
        "estimate",
        "estimate /nowhere --design {channel} --column answer",
        "estimate {csv} --column answer",
        "estimate {csv} --design /nowhere --column answer",
        "estimate {csv} --design {text} --column answer",
        "estimate {csv} --design {channel}",
        "estimate {csv} --design {channel} --column missing",
        "estimate {csv} --design {channel} --column word",
        "estimate {empty} --design {channel} --column answer",
        "estimate {csv} --design {channel} --column answer --level 2",
        "estimate {csv} --design {channel} --column answer --level x",
        "estimate {csv} --design {channel} --column answer --bogus",
    ],
    "plan": [
        "plan",
        "plan --design /nowhere --prior 1/4 --margin 1/10",
        "plan --design {text} --prior 1/4 --margin 1/10",
        "plan --design {channel} --margin 1/10",
        "plan --design {channel} --prior 1/4",
        "plan --design {channel} --prior 2 --margin 1/10",
        "plan --design {channel} --prior 1/4 --margin 0",
        "plan --design {channel} --prior 1/4 --margin -1",
        "plan --design {channel} --prior 1/4 --margin x",
        "plan --design {channel} --prior 1/4 --n 0",
        "plan --design {channel} --prior 1/4 --n x",
    ],
    "prove": ["prove --bogus", "prove nothing-of-the-kind"],
    "figure": [
        "figure",
        "figure nothing",
        "figure ziani-1 -o x.bmp",
        "figure ziani-1 -o /nowhere/x.svg",
        "figure ziani-1 -o x",
        "figure --bogus",
    ],
    "sweep": [
        "sweep",
        "sweep /nowhere -o {store}",
        "sweep {text} -o {store}",
        "sweep {empty} -o {store}",
        "sweep {binary} -o {store}",
        "sweep {text}",
        "sweep {text} --bogus",
    ],
    "": ["nothing", "Design", "--bogus", "-x", "design2 variance", "''"],
}
FILES = {
    "text": b"not json",
    "list": b"[1, 2]",
    "empty": b"",
    "binary": bytes(range(256)),
    "deep": b"[" * 100_000,
    "float": b'{"format": "rropt-certificate/2", "kind": "prices", "bound": 0.5}',
    "channel": b'{"channel": [["3/4", "1/4"], ["1/4", "3/4"]]}',
    "three": b'{"channel": [["1/3", "1/3", "1/3"], ["2/3", "2/3", "2/3"]]}',
    "leaky": b'{"channel": [["3/4", "1/4"], ["1/4", "1/4"]]}',
    "negative": b'{"channel": [["3/2", "1/4"], ["-1/2", "3/4"]]}',
    "ragged": b'{"channel": [["1", "1/4"], ["3/4"]]}',
    "words": b'{"channel": [["a", "b"], ["c", "d"]]}',
    "csv": b"answer,word\n0,maybe\n1,never\n1,often\n",
}


@pytest.fixture(scope="module")
def places(tmp_path_factory):
    """The files by name; `store` does not exist."""
    folder = tmp_path_factory.mktemp("bad")
    for name, content in FILES.items():
        (folder / f"{name}.csv" if name == "csv" else folder / name).write_bytes(content)
    paths = {name: str(folder / name) for name in [*FILES, "store"]}
    return paths | {"csv": str(folder / "csv.csv")}


def words_of(line, places):
    return [word.format(**places) if "{" in word else word for word in split(line)]


def split(line):
    """On spaces; two quotation marks stand for an empty word."""
    return ["" if word == "''" else word for word in line.split(" ")]


@pytest.mark.everything
@pytest.mark.parametrize(
    ("verb", "line"), [(verb, line) for verb, lines in BAD.items() for line in lines]
)
def test_bad_command_line_is_answered_in_one_line(
    verb, line, places, capsys, tmp_path, monkeypatch
):
    if verb and find_spec(f"rropt.cli.{verb}") is None:
        pytest.skip(f"rropt {verb} does not exist yet")
    monkeypatch.chdir(tmp_path)
    status = main(words_of(line, places))
    said = capsys.readouterr()
    assert status == 3, (status, said.out[:300], said.err[:300])
    if verb == "check" and said.out:
        assert said.out.startswith("malformed") and not said.err
        return
    lines = said.err.splitlines()
    assert not said.out
    assert len(lines) == 1 and lines[0].startswith("rropt: ") and "Traceback" not in lines[0]


def test_there_are_two_hundred_for_every_verb():
    assert sum(map(len, BAD.values())) >= 200
    assert set(VERBS) <= set(BAD)


@pytest.mark.everything
def test_the_good_neighbours_are_answered(capsys):
    """The same commands without their fault succeed: the refusals are of the fault."""
    for line in (DESIGN, "design trace --epsilon 1 --categories 2", "bound --beta 2"):
        assert main([*line.split(), "--json"]) == 0
        json.loads(capsys.readouterr().out)
