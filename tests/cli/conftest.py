"""A folder with two tables and a file of reports."""

import json

import pytest

from tests.estimate_files import MERGED, WARNER


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "D.json").write_text(json.dumps(WARNER))
    (tmp_path / "M.json").write_text(json.dumps(MERGED))
    (tmp_path / "reports.csv").write_text("smokes\n" + "no\n" * 60 + "yes\n" * 40)
    return tmp_path
