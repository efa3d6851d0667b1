"""Which lines a script of Schizonauts needs, and when."""

from __future__ import annotations

from validator.referee.moment import Moment

SCENE = (
    ("death", "optional, in endgame and final resolution, before the scene is closed"),
    ("close", "needed: the scene is over"),
)
DICE = (
    ("question", "needed"),
    ("die", "optional, by each contributor, before the roll"),
    ("trade", "optional, before the roll"),
    ("throw", "optional: ends contributions and trades"),
    ("roll", "needed: the dice of both players"),
    ("narrator", "needed after the roll"),
    ("judge", "needed after the roll"),
    ("answer", "optional, by the narrator"),
    ("price", "needed from the judge"),
    ("override", "optional: rejects a price that all the others find too weak"),
)

COURSE = (
    Moment("characters", {"phase": ("characters",)}, (
        ("character", "needed: one line for each player"),
    )),
    Moment("set-up", {"phase": ("setup",)}, (
        ("length", "needed first"),
        ("starter", "needed, in any order with the next two"),
        ("cards", "needed"),
        ("deck", "needed, except with the option `no-deck`"),
    )),
    Moment("preamble", {"phase": ("preamble",)}, (
        ("study", "optional"),
        ("replace", "optional"),
        ("ready", "needed: one line for each player"),
        ("chain", "needed, once all are ready"),
        ("draw", "needed: the cards of the chain"),
    )),
    Moment("a scene of flashback", {"phase": ("flashback",), "step": ("scene",)}, (
        ("add", "optional, while no scene is open"),
        ("play", "needed first"),
        ("invite", "needed"),
        ("take", "needed from a first visitor, in either order with `as`"),
        ("as", "needed from the visitor"),
        ("draw", "needed after a card was taken from the chain"),
        ("memory", "needed from both, or `create`"),
        ("create", "instead of `memory`, if the section has none left to use"),
        ("check", "optional, because `memory` fills the box"),
        ("weave", "needed for the key and for each memory"),
        ("aptitude", "needed from the visitor"),
        ("story-character", "optional"), ("say", "optional"),
        *DICE, *SCENE,
    )),
    Moment("the vote", {"phase": ("flashback",), "step": ("vote",)}, (
        ("vote", "needed: the cards of all"),
        ("bleeder", "needed: which persona won"),
    )),
    Moment("the bleed", {"phase": ("flashback",), "step": ("bleed",)}, (
        ("raise", "needed from the player in `turn`"),
        ("supply", "needed if all circles of the bleeder are filled"),
        ("propose", "optional"),
        ("bleed", "needed"),
        ("copy", "needed"),
        ("replace", "needed, or `link`"),
        ("link", "needed, if nothing is replaced"),
        ("done", "needed: the end of the turn"),
    )),
    Moment("gathering", {"phase": ("gather",)}, (
        ("gather", "needed: the allegiance deck"),
        ("deal", "needed: one card for each player"),
    )),
    Moment("the situation", {"phase": ("situation",)}, (("situation", "needed from the starter"),)),
    Moment("the interlude", {"phase": ("interlude",)}, (
        ("interlude", "needed: one line for each player"),
    )),
    Moment("a scene of endgame", {"phase": ("endgame",), "step": ("scene",)}, (
        ("deal", "needed at the start of a round"),
        ("invite", "needed first"),
        ("use", "needed: a key card of the hand"),
        ("memory", "needed, or `reveal`"),
        ("reveal", "instead of `memory`, or for the full rating"),
        ("weave", "needed for the key and for each memory"),
        ("aptitude", "needed from the visitor"),
        ("story-character", "optional"),
        *DICE, *SCENE,
    )),
    Moment("coins of endgame", {"phase": ("endgame",), "step": ("pay", "bet", "done")}, (
        ("pay", "needed in step pay"),
        ("bet", "needed in step bet, from each player who earned coins"),
        ("deal", "needed at the start of a round, and if a card for everybody is left"),
        ("begin-final", "needed after the last round, in step done"),
    )),
    Moment("final resolution", {"phase": ("final",)}, (
        ("unmask", "needed first, in each turn"),
        ("true", "optional, said by the player"), ("preferred", "optional, said by the player"),
        ("outcome", "optional, said by the player"),
        ("invite", "needed"),
        ("memory", "needed from both in a crisis"),
        ("story-character", "optional"),
        *DICE,
        ("verdict", "needed in a crisis"), *SCENE,
        ("identity", "needed after the scene"),
        ("ready", "needed: the end of the turn"),
    )),
    Moment("the tally", {"phase": ("tally",)}, (
        ("tally", "needed"), ("escape", "needed: who escapes, or nobody"),
    )),
    Moment("after the game", {"phase": ("over",)}, (("end", "optional claim"),)),
    Moment("at any time", {}, (
        ("look", "optional, where a rule allows it"), ("claim", "optional"),
        ("assess", "optional claim"),
    )),
)  # fmt: skip
