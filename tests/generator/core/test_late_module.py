"""A late module is the same as any other, once something of it is asked for."""

from __future__ import annotations

import sys
from pathlib import Path
from threading import Barrier, Thread

import pytest

from generator.core.late_module import late


def test_a_module_is_run_once_when_it_is_first_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    marks = tmp_path / "marks"
    (tmp_path / "shelf").mkdir()
    (tmp_path / "shelf" / "__init__.py").touch()
    (tmp_path / "shelf" / "slow_library.py").write_text(
        "import pathlib, time\n"
        f"with open({str(marks)!r}, 'a') as out: out.write('run ')\n"
        "time.sleep(0.05)\n"
        "last = 'here'\n"
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    late("shelf.slow_library")
    import shelf.slow_library  # type: ignore[import-not-found]

    assert not marks.exists()
    begin, seen = Barrier(4), []

    def use() -> None:
        begin.wait()
        seen.append(shelf.slow_library.last)

    threads = [Thread(target=use) for _ in range(4)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    assert (seen, marks.read_text()) == (["here"] * 4, "run ")
    late("shelf.slow_library")  # which is there already
    assert sys.modules["shelf.slow_library"] is shelf.slow_library
    monkeypatch.delitem(sys.modules, "shelf.slow_library")
    monkeypatch.delitem(sys.modules, "shelf")


def test_a_library_that_is_not_there_stays_missing() -> None:
    late("no_such_library_anywhere")
    assert "no_such_library_anywhere" not in sys.modules


def test_a_module_of_a_package_is_reached_by_both_kinds_of_import(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "late_package").mkdir()
    (tmp_path / "late_package" / "__init__.py").write_text("")
    (tmp_path / "late_package" / "inner.py").write_text("last = 'here'\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    late("late_package.inner")
    import late_package.inner  # type: ignore[import-not-found]

    assert late_package.inner.last == "here"
    for name in ("late_package", "late_package.inner"):
        monkeypatch.delitem(sys.modules, name)
