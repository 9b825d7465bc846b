"""Random columns in every form that data have: counted right, or refused; never counted otherwise.

What is right is counted here by plain loops over the answers that the seed draws.
"""

from __future__ import annotations

import csv
import io
import random
import tempfile
from collections import Counter
from pathlib import Path

import numpy as np
import pandas
import polars
import pytest

import rropt as rr
from rropt.channel import Channel
from rropt.data import count_groups, count_reports, randomize_file
from rropt.data.data_file import data_file
from rropt.data.entry_rules import EntryRules
from rropt.data.stated_counts import stated_counts
from rropt.exact import InputError

LABELS = [
    ["0", "1"],
    ["1", "0"],
    ["no", "yes"],
    ["yes", "no"],
    ["NA", "DE", "CH"],
    ["1", "2", "3", "4"],
    ["3", "0", "2", "1"],
    ["-1", "0", "1"],
    ["nein", "vielleicht", "ja, täglich"],
    ["a;b", "a,b", 'a"b', "a|b"],
]
WORDS = ["", "NA", "NaN", "null", " ", "#N/A"]
DIALECTS = [",", ";", "\t", "|"]
ENCODINGS = ["utf-8", "utf-8-sig", "utf-16", "latin-1"]


def identity(labels: list[str]) -> Channel:
    return Channel.from_rows(Channel.identity(len(labels)).rows, labels, labels)


def forms(answers: list[str], draw: random.Random) -> dict[str, object]:
    """The answers as rows and as counts, in no order that anybody chose."""
    series = pandas.Series(answers, index=draw.sample(range(10_000), len(answers)))
    tally = list(Counter(answers).items())
    draw.shuffle(tally)
    found: dict[str, object] = {
        "list": answers,
        "tuple": tuple(answers),
        "array": np.array(answers),
        "series": series,
        "categories": series.astype("category"),
        "polars": polars.Series(answers),
        "value_counts": series.value_counts(),
        "sizes": series.groupby(series).size(),
        "shuffled counts": pandas.Series(dict(tally)),
        "Counter": Counter(answers),
        "dict": dict(tally),
    }
    if all(label.lstrip("-").isdigit() for label in answers):
        numbers = [int(answer) for answer in answers]
        found |= {
            "integers": numbers,
            "bytes": np.array(numbers, np.int8),
            "floats": pandas.Series(numbers, dtype=float),
            "counts of integers": pandas.Series(numbers).value_counts(),
        }
    return found


def any_labels(seed: int) -> None:
    """Rows and counts of one column; only bare numbers, as many as reports, may be refused."""
    draw = random.Random(seed)
    labels = draw.choice(LABELS)
    size = draw.choice([len(labels), len(labels), 1, 2, 5, 40])
    weights = [draw.random() ** 3 for _ in labels]
    answers = draw.choices(labels, weights, k=size)
    expected = tuple(answers.count(label) for label in labels)
    channel = identity(labels)
    for name, data in forms(answers, draw).items():
        try:
            found = tuple(rr.estimate(channel, data).counts)
        except InputError as refused:
            assert "may be either" in str(refused), (name, refused)
            assert stated_counts(labels, answers) is None
            continue
        assert found == expected, (name, labels, answers)
        assert tuple(rr.estimate(data, channel).counts) == expected
    bare = list(expected)
    try:
        assert tuple(rr.estimate(channel, bare).counts) in (expected, _as_rows(bare, labels))
    except InputError as refused:
        assert "may be either" in str(refused) or not sum(expected)
    assert tuple(rr.estimate(channel, counts=bare).counts) == expected


def _as_rows(numbers: list[int], labels: list[str]) -> tuple[int, ...]:
    return tuple(sum(str(number) == label for number in numbers) for label in labels)


def any_file(seed: int) -> None:
    """A file in any dialect and encoding, with missing answers, groups and numbers in it."""
    draw = random.Random(seed)
    labels = draw.choice(LABELS)
    words = [word for word in WORDS if word not in labels]
    size = draw.randrange(4, 60)
    rows = [
        (
            draw.choice([*labels * 4, draw.choice(words)]),
            draw.choice(["north", "south", "o'east", draw.choice(words)]),
            draw.choice([str(draw.randrange(100)), "2.5", draw.choice(words)]),
        )
        for _ in range(size)
    ]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"in{draw.choice(['.csv', '.tsv', '.txt'])}"
        path.write_bytes(written(rows, draw))
        _counted(path, labels, words, rows)
        _randomized(path, labels, words, rows)


def written(rows: list[tuple[str, str, str]], draw: random.Random) -> bytes:
    """The rows after a header, as some program would write them."""
    text = io.StringIO(newline="")
    end = draw.choice(["\n", "\r\n"])
    quoting = draw.choice([csv.QUOTE_MINIMAL, csv.QUOTE_ALL])
    table = csv.writer(text, delimiter=draw.choice(DIALECTS), lineterminator=end, quoting=quoting)
    table.writerow(["Antwort", "Gr\u00f6\u00dfe", "age"])
    table.writerows(rows)
    return text.getvalue().encode(draw.choice(ENCODINGS))


def _counted(
    path: Path, labels: list[str], words: list[str], rows: list[tuple[str, str, str]]
) -> None:
    channel = identity(labels)
    answers = [row[0] for row in rows if row[0] not in words]
    expected = tuple(answers.count(label) for label in labels)
    groups = {}
    for answer, group, _ in rows:
        if answer not in words and group not in words:
            groups.setdefault(group, []).append(answer)
    counted = {name: tuple(map(found.count, labels)) for name, found in groups.items()}
    for missing in ("refuse", "drop"):
        whole = missing == "drop" or len(answers) == len(rows)
        if whole and answers:
            assert count_reports(channel, path, "Antwort", missing) == expected
        else:
            with pytest.raises(InputError):
                count_reports(channel, path, "Antwort", missing)
    if counted:
        assert count_groups(channel, path, "Antwort", "Gr\u00f6\u00dfe", "drop") == counted


def _randomized(
    path: Path, labels: list[str], words: list[str], rows: list[tuple[str, str, str]]
) -> None:
    """By the table that tells the truth nothing changes but encodings, and missing answers."""
    answered = [row for row in rows if row[0] not in words]
    if not answered:
        return
    for missing in ("drop", "keep"):
        goal = path.parent / f"{missing}.csv"
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("warnings.warn", lambda *_, **__: None)
            randomize_file(identity(labels), path, "Antwort", goal, missing=missing)
        data = data_file(goal)
        with io.TextIOWrapper(data.open(), "utf-8-sig", newline="") as text:
            found = [tuple(row) for row in csv.reader(text, delimiter=data.separator)][1:]
        kept = [("" if row[0] in words else row[0], *row[1:]) for row in rows]
        assert found == (answered if missing == "drop" else kept)


def any_regression(seed: int) -> None:
    """A fit of a frame with missing entries is that of the frame without their rows."""
    draw = random.Random(seed)
    table = [["4/5", "1/5"], ["1/5", "4/5"]]
    channel = Channel.from_rows(table, ["no", "yes"], ["no", "yes"])
    size = draw.randrange(60, 200)
    ages = [draw.gauss(0, 1) for _ in range(size)]
    reports = [draw.choice(channel.reports) for _ in range(size)]
    lost = set(draw.sample(range(size), draw.randrange(6)))
    said = dict.fromkeys(lost, "")
    for row in lost:
        said[row] = draw.choice([*WORDS, "refused"])
    column = [said.get(row, f"{age:.12g}") for row, age in enumerate(ages)]
    rules = EntryRules.of("drop", na=[*WORDS, "refused"])
    given = pandas.DataFrame({"y": reports, "age in years": column})
    left = [row for row in range(size) if row not in lost]
    plain = pandas.DataFrame(
        {"y": [reports[row] for row in left], "age": [float(column[row]) for row in left]}
    )
    expected = rr.regress("y ~ age", plain, channel)
    if not lost:
        given["age in years"] = given["age in years"].astype(float)
    found = rr.regress("y ~ age in years", given, channel, missing=rules)
    np.testing.assert_allclose(list(found.params), list(expected.params), rtol=1e-6)
    if lost:
        with pytest.raises(InputError, match=r"missing values|hold numbers"):
            rr.regress("y ~ age in years", given, channel)


@pytest.mark.everything
@pytest.mark.parametrize("seed", range(25))
def test_columns_of_labels(seed: int) -> None:
    any_labels(seed)


@pytest.mark.everything
@pytest.mark.parametrize("seed", range(25))
def test_files_with_missing_answers(seed: int) -> None:
    any_file(seed)


@pytest.mark.parametrize("seed", range(3))
def test_regressions_with_missing_entries(seed: int) -> None:
    any_regression(seed)
