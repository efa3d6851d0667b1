"""Which lines a script of Muse needs, and when."""

from __future__ import annotations

from validator.referee.moment import Moment

COURSE = (
    Moment("set-up", {"step": ("setup",)}, (
        ("deal", "needed: one line for each player"),
    )),
    Moment("a turn of the Narrator", {"step": ("tell",)}, (
        ("prepare", "`approve` is needed before the first turn, the other steps are optional"),
        ("narrator", "needed at the start, unless the first player narrates"),
        ("announce", "optional, before a Support or a Showdown"),
        ("draw", "optional, with an empty hand"),
        ("describe", "optional; `~ draw` gives its card"),
        ("gift", "optional, by a Listener"),
        ("support", "one of these three ends the turn"),
        ("showdown", "as above; automatic once only the Crisis is left, except for its own line"),
        ("end", "as above"),
        ("discard", "needed from each player with more cards than `limit` at the end of the turn"),
        ("answer", "needed from the player in `answering`, after a Showdown"),
        ("bonus", "needed from each player who was skipped by a Jump In"),
        ("erase", "optional, by the player who jumped in"),
    )),
    Moment("bidding for the narration", {"step": ("tell", "bid")}, (
        ("jump", "optional, by a Listener; again to raise the bid"),
        ("clash", "needed if Listeners bid at the same moment"),
        ("match", "optional, by the Narrator"),
        ("close", "needed: nobody bids any more"),
        ("withdraw", "always refused, so only after `!`"),
    )),
    Moment("a Showdown", {"step": ("showdown",)}, (
        ("tides", "optional, by the losing side, as often as it can"),
        ("close", "needed: nobody turns the tides any more"),
        ("discard", "needed from each player in `due`"),
    )),
    Moment("after the Crisis", {"step": ("epilogue",)}, (
        ("epilogue", "needed: one line for each player, the winning owner first"),
    )),
    Moment("chance", {}, (
        ("drawn", "the drawn cards, before or after the line that draws, unless they are known"),
        ("deal", "needed for a player who joins"),
    )),
    Moment("the end", {"step": ("over",)}, (
        ("over", "optional claim"), ("winner", "optional claim"),
    )),
    Moment("at any time", {}, (
        ("timeout", "optional"), ("join", "optional"), ("leave", "optional"),
        ("judge", "optional claim"),
    )),
)  # fmt: skip
