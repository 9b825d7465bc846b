"""Labels found again in the octets of fields."""

from __future__ import annotations

import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rropt.counting.spellings import UNKNOWN, Spellings, all_spelled, text_of
from tests.spelled_fields import fields_of

TEXT = st.text('ab",é\n', max_size=5)


@given(st.lists(TEXT, unique=True, min_size=1), st.lists(TEXT), st.booleans())
def test_every_text_has_the_code_that_a_dictionary_gives_it(labels, texts, quoting) -> None:
    given_ = [*labels, *texts]
    with io.StringIO(newline="") as written:
        style = csv.QUOTE_ALL if quoting else csv.QUOTE_MINIMAL
        writer = csv.writer(written, quoting=style, lineterminator="")
        spellings = []
        for text in given_:
            written.truncate(0)
            written.seek(0)
            writer.writerow([text, ""])
            end = ',""' if quoting else ","
            spellings.append(written.getvalue().removesuffix(end).encode())
    code_of = {label: j for j, label in enumerate(labels)}
    found = Spellings.of(code_of).of_fields(fields_of(spellings))
    assert found.tolist() == [code_of.get(text, UNKNOWN) for text in given_]


@pytest.mark.parametrize("near", [b"ye", b"yess", b"Yes", b'"yes', b"yes\r", b"n", b"", b'""'])
def test_what_is_nearly_a_label_is_none(near: bytes) -> None:
    spellings = Spellings.of({"no": 0, "yes": 1})
    assert spellings.of_fields(fields_of([b"yes", near, b'"no"'])).tolist() == [1, UNKNOWN, 0]


def test_without_labels_or_fields_nothing_is_found() -> None:
    assert Spellings.of({}).of_fields(fields_of([b"a", b""])).tolist() == [UNKNOWN, UNKNOWN]
    assert Spellings.of({"a": 0}).of_fields(fields_of([])).tolist() == []


@given(st.lists(TEXT.filter(bool)))
def test_the_csv_module_reads_what_is_spelled(texts) -> None:
    line = b",".join(all_spelled(texts)).decode()
    rows = list(csv.reader(io.StringIO(line, newline=""), strict=True))
    assert rows == ([texts] if texts else [])
    assert [text_of(spelling) for spelling in all_spelled(texts)] == texts
