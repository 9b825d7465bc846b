"""Channel files: channels, designs, pages; what is wrong with them names no entry."""

from __future__ import annotations

import json

import pytest

import rropt as rr
from rropt.cli.design_file import read_channel, read_json
from rropt.exact import InputError


@pytest.mark.everything
def test_a_design_its_page_and_its_table_are_one_channel(tmp_path) -> None:
    design = rr.optimal(rr.LocalDP("ln(3)"), rr.Trace(3))
    (tmp_path / "d.json").write_text(json.dumps(design.to_json()))
    design.to_html(tmp_path / "d.html")
    (tmp_path / "c.json").write_text(json.dumps(design.channel.to_json()))
    for name in ("d.json", "d.html", "c.json"):
        assert read_channel(str(tmp_path / name), "--from").rows == design.channel.rows


@pytest.mark.parametrize(
    "text, words",
    [
        (
            '{"channel": [["1"]], "channel": [["1"]]}',
            "--from: a JSON file must name 'channel' once",
        ),
        ("not json", "--from: a channel file must be JSON"),
        ("[" * 100_000, "--from: a channel file must be JSON"),
        ('{"kind": 3}', "--from: a channel file must be"),
        ('{"channel": [["1/2", "1/2"], ["1/2", "1/3"]]}', "--from: "),
    ],
)
def test_what_is_no_channel_is_said_of_the_option(text: str, words: str, tmp_path) -> None:
    (tmp_path / "c.json").write_text(text)
    with pytest.raises(InputError) as refused:
        read_channel(str(tmp_path / "c.json"), "--from")
    assert str(refused.value).startswith(words) and "\n" not in str(refused.value)


def test_decimals_stay_as_they_are_written() -> None:
    assert read_json('{"a": 0.1000000000000000000000001, "b": 2}') == {
        "a": "0.1000000000000000000000001",
        "b": 2,
    }
