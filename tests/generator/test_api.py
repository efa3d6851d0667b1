"""The names for programs and notebooks, which stay."""

from __future__ import annotations

import ast
import json
from pathlib import Path

import pytest

from generator import api

STABLE = {
    "DeckError", "Face", "Position", "build", "check", "face", "load", "play", "replay",
    "simulate", "verify",
}  # fmt: skip


def test_the_names_are_those_that_were_promised_and_say_what_they_do():
    assert set(api.__all__) == STABLE
    page = Path("docs/python.md").read_text("utf-8")
    for name in STABLE:
        assert getattr(api, name).__doc__
        assert f"`{name}" in page


def test_every_cell_of_the_notebook_runs_and_its_results_show_themselves():
    names: dict[str, object] = {}
    shown = []
    for cell in json.loads(Path("docs/python.ipynb").read_text("utf-8"))["cells"]:
        if cell["cell_type"] == "code":
            tree = ast.parse("".join(cell["source"]))
            final = tree.body.pop()
            assert isinstance(final, ast.Expr)
            last = ast.Expression(final.value)
            exec(compile(tree, "cell", "exec"), names)
            shown.append(eval(compile(last, "cell", "eval"), names))
    face, position, legal, after, certificate = shown
    assert face._repr_svg_().startswith("<svg")
    assert "<pre>" in position._repr_html_()
    assert legal
    assert str(after) != str(position)
    assert "How long is a game?" in certificate._repr_html_()


def test_errors_have_one_type_each(tmp_path):
    with pytest.raises(LookupError, match="did you mean 'muse'"):
        api.load("mues")
    game = api.load("tests/good/tiny")
    with pytest.raises(LookupError, match="no piece 'Nowhere'"):
        api.face(game, "Nowhere")
    with pytest.raises(LookupError, match="has no referee"):
        api.play(game)
    with pytest.raises(ValueError):
        api.verify(b"no kit")
    (tmp_path / "game.yaml").write_text("name: 1\n")
    with pytest.raises(api.DeckError) as caught:
        api.load(tmp_path)
    assert caught.value.problems[0].location.file.endswith("game.yaml")
    assert api.check(tmp_path)[0].level == "error"
    position = api.play(api.load("crazy-eights"))
    with pytest.raises(ValueError, match="is not one of the 0 legal moves"):
        position.move("Ann dances")
    with pytest.raises(ValueError, match="the next step is not a draw; it is the turn of Ann"):
        position.draw(1).draw(1)


def test_a_kit_is_written_and_a_script_replayed(tmp_path):
    game = api.load("tests/good/tiny")
    api.build(game, tmp_path)
    assert api.verify(tmp_path / "tiny-a4.pdf").findings == 0
    script = min(Path("data/crazy-eights/scripts").glob("*.play"))
    assert api.replay(script).ok
