"""The scripts do what they announce, and games by chance come to their end. Run: pytest"""

from pathlib import Path

import pytest
from validator.load.game import load_game
from validator.script.play import replay
from validator.simulate.match import play_match

from my_game_referee import MyGameReferee

FOLDER = Path(__file__).parent.parent


@pytest.mark.parametrize("file", sorted(FOLDER.glob("scripts/*.play")), ids=lambda file: file.stem)
def test_scripts_do_what_they_announce(file: Path) -> None:
    """Kept rules are kept, lines with ! are refused, and traces name the facts that change."""
    report = replay(file)
    assert [str(problem) for problem in report.problems] == []
    assert report.untraced == []


@pytest.mark.parametrize("players", [2, 3, 4])
def test_games_by_chance_come_to_their_end(players: int) -> None:
    """Nobody is stuck, no piece is lost, every game ends."""
    game = load_game(FOLDER).game
    assert game is not None
    referee = MyGameReferee(game, ["Ann", "Bob", "Cat", "Dov"][:players])
    for index in range(20):
        assert play_match(referee, seed=1, index=index).failure == ""
