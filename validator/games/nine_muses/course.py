"""Which lines a script of Nine Muses needs, and when."""

from __future__ import annotations

from validator.referee.moment import Moment

COURSE = (
    Moment("set-up", {"step": ("setup",)}, (
        ("row", "needed: the Muses of the centre"),
        ("deal", "needed: one line for each player"),
    )),
    Moment("before an action", {"step": ("collect",)}, (
        ("collect", "needed if the player has Muses in `due`"),
    )),
    Moment("an action", {"step": ("act",)}, (
        ("exchange", "one of these four is needed; `from` if the pool has too few tokens"),
        ("call", "as above, with a Muse of the centre or of another player"),
        ("demonstrate", "as above"),
        ("toil", "as above; `from` if the pool has too few tokens"),
        ("pass", "always refused, so only after `!`"),
        ("take", "always refused, so only after `!`"),
        ("give", "always refused, so only after `!`"),
    )),
    Moment("between two rounds", {"step": ("round",)}, (
        ("round", "needed, unless a seed draws it"),
    )),
    Moment("after the last round", {"step": ("over",)}, (
        ("end", "optional claim"), ("winner", "optional claim"),
    )),
    Moment("at any time", {}, (("judge", "optional claim"),)),
)  # fmt: skip
