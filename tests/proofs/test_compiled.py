"""Compiled theories that runs share: what is kept, what is compiled anew, where nothing can be."""

from __future__ import annotations

import pytest
from rropt.proofs.kernel import coq
from rropt.proofs.kernel.compiled import compiled

from tests.proofs.kernel_forgeries import needs_coq

PROOF = "From Rropt Require Import Tensors.\nTheorem t : 1 = 1. Proof. reflexivity. Qed.\n"


@pytest.fixture
def cache(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    return tmp_path / "rropt"


def left(cache):
    return {file.name for file in cache.rglob("*") if file.is_file()}


@pytest.mark.everything
@needs_coq
def test_a_second_run_compiles_what_it_lacks_alone(cache, tmp_path, monkeypatch):
    done = []
    run = coq.run
    monkeypatch.setattr(
        coq, "run", lambda file, *more: (done.append(file.stem), run(file, *more))[1]
    )
    with compiled(["Sums"]) as theories:
        assert theories.parent == cache
    with compiled(["Tensors"]) as theories:
        file = tmp_path / "Own.v"
        file.write_text(PROOF)
        assert coq.run(file, theories).accepted
    with compiled(["Tensors"]):
        assert done == ["Sums", "Tensors", "Own"]
    assert left(cache) == {"lock", "Sums.vo", "Tensors.vo"}


@pytest.mark.everything
@needs_coq
def test_other_texts_are_compiled_anew(cache, tmp_path, monkeypatch):
    with compiled(["Sums"]):
        pass
    changed = tmp_path / "changed"
    changed.mkdir()
    (changed / "Sums.v").write_text("Theorem t : False. Proof. exact I. Qed.\n")
    monkeypatch.setattr(coq, "THEORIES", changed)
    with pytest.raises(coq.KernelError, match=r"Sums\.v"), compiled(["Sums"]):
        pass
    assert left(cache) == {"lock", "Sums.vo"}


@pytest.mark.everything
@needs_coq
def test_where_nothing_can_be_kept_they_are_compiled_for_the_run(tmp_path, monkeypatch):
    place = tmp_path / "file"
    place.touch()
    monkeypatch.setenv("XDG_CACHE_HOME", str(place))
    with compiled(["Sums"]) as theories:
        assert (theories / "Sums.vo").exists()
    assert not theories.exists()


def test_without_coq_it_says_so(cache, monkeypatch):
    monkeypatch.setattr(coq, "coqc", lambda: None)
    with pytest.raises(coq.KernelError, match="not installed"), compiled(["Sums"]):
        pass
