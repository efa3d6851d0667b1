"""Which lines a script of Dance of Muses needs, and when."""

from __future__ import annotations

from validator.referee.moment import Moment

COURSE = (
    Moment("set-up", {"step": ("setup",)}, (
        ("companies", "optional, before the deal: without it the players alternate"),
        ("deal", "needed: one line for each player"),
        ("colours", "optional, before or after the deal: without it orange, purple, white"),
        ("neutral", "needed if a Muse is left over"),
        ("roll", "needed; again for those in `rolling` after a tie"),
    )),
    Moment("placing Muses", {"step": ("place",)}, (
        ("place", "needed: one Muse of the player in `turn`"),
    )),
    Moment("a turn of the dance", {"step": ("dance",)}, (
        ("power", "optional, before the step"),
        ("dance", "needed: the step of one Muse"),
        ("pass", "always refused, so only after `!`"),
    )),
    Moment("after the step", {"step": ("after",)}, (
        ("power", "optional, if it was not used before the step"),
        ("end", "needed, unless a Power ended the turn"),
    )),
    Moment("after the game", {"step": ("over",)}, (
        ("over", "optional claim: `table end`"), ("award", "optional claim"),
        ("winner", "optional claim"),
    )),
    Moment("at any time", {}, (
        ("peek", "optional, where a rule allows a look"), ("judge", "optional claim"),
    )),
)  # fmt: skip
