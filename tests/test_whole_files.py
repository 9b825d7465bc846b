"""Files that appear when they are complete, and leftovers of runs that were killed."""

import errno
import os
import re
import stat
import subprocess
import sys

import pytest

from rropt.exact import InputError
from rropt.whole_files import (
    remove_leftovers,
    replacing,
    require_place,
    save_text,
    write_whole,
)


def test_nothing_appears_before_the_end_and_nothing_stays_after_an_error(tmp_path):
    goal = tmp_path / "a.txt"
    with pytest.raises(ZeroDivisionError), replacing(goal) as partial:
        partial.write_text("half")
        assert [file.name for file in tmp_path.iterdir()] == [partial.name]
        raise ZeroDivisionError
    assert not list(tmp_path.iterdir())


def test_a_goal_that_came_into_being_stays_without_overwrite(tmp_path):
    goal = tmp_path / "a.txt"
    with pytest.raises(FileExistsError), replacing(goal, overwrite=False) as partial:
        partial.write_text("mine")
        goal.write_text("theirs")
    assert goal.read_text() == "theirs"
    assert [file.name for file in tmp_path.iterdir()] == ["a.txt"]


def test_a_file_system_without_links_has_files_too(tmp_path, monkeypatch):
    def refused(*_):
        raise OSError(errno.EPERM, "no links")

    monkeypatch.setattr(os, "link", refused)
    goal = tmp_path / "a.txt"
    with replacing(goal, overwrite=False) as partial:
        partial.write_text("whole")
    assert goal.read_text() == "whole"
    with pytest.raises(FileExistsError), replacing(goal, overwrite=False):
        pass


def test_a_link_stays_and_the_file_it_points_to_is_replaced_with_its_mode(tmp_path):
    folder = tmp_path / "kept"
    folder.mkdir()
    (folder / "real.txt").write_text("old")
    (folder / "real.txt").chmod(0o600)
    link = tmp_path / "link.txt"
    link.symlink_to(folder / "real.txt")
    write_whole(link, "new")
    assert link.is_symlink()
    assert (folder / "real.txt").read_text() == "new"
    assert stat.S_IMODE((folder / "real.txt").stat().st_mode) == 0o600


KILLED = """
import os, signal, sys
from pathlib import Path
from rropt.whole_files import replacing
with replacing(Path(sys.argv[1])) as partial:
    partial.write_text("reports")
    os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="locks of POSIX")
def test_leftovers_are_those_of_dead_runs_alone(tmp_path):
    goal = tmp_path / "a.txt"
    subprocess.run([sys.executable, "-c", KILLED, str(goal)], check=False)
    (left,) = tmp_path.iterdir()
    others = [tmp_path / "a.0123.partial", tmp_path / ("b." + "0" * 16 + ".partial")]
    for other in others:
        other.write_text("of somebody else")
    with replacing(goal) as living:
        assert remove_leftovers(goal) == [left.name]
        assert living.exists()
        assert not left.exists()
    assert all(other.exists() for other in others)


def test_a_place_is_tried_before_the_work_and_left_as_it_was(tmp_path):
    require_place(tmp_path / "new.txt")
    kept = tmp_path / "kept.txt"
    kept.write_text("kept")
    require_place(kept)
    assert {file.name for file in tmp_path.iterdir()} == {"kept.txt"}
    assert kept.read_text() == "kept"
    for bad, number in ((tmp_path, errno.EISDIR), (tmp_path / "no" / "a.txt", errno.ENOENT)):
        with pytest.raises(OSError) as refused:
            require_place(bad)
        assert refused.value.errno == number


def test_a_named_place_where_nothing_can_be_written_is_refused_by_its_name(tmp_path):
    bad = tmp_path / "no" / "a.txt"
    said = re.escape(f"path must be a writable file, got {bad}: No such file or directory")
    with pytest.raises(InputError, match=said):
        save_text(bad, "said")
    with pytest.raises(InputError, match="file must be the path of one, got 3"):
        save_text(3, "said")
    save_text(tmp_path / "a.txt", "said")
    assert (tmp_path / "a.txt").read_text() == "said"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs a pipe with a name")
def test_devices_and_pipes_are_written_as_they_are(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    require_place(pipe)
    reader = subprocess.Popen(["cat", str(pipe)], stdout=subprocess.PIPE, text=True)
    write_whole(pipe, "said")
    assert reader.communicate(timeout=20)[0] == "said"
    assert stat.S_ISFIFO(pipe.stat().st_mode)
