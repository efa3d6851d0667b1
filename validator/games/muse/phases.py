"""Names of the phases of a game of Muse, of the preparation steps, and of pending tasks."""

from __future__ import annotations

SETUP, TELL, BID, SHOWDOWN, EPILOGUE, OVER = "setup", "tell", "bid", "showdown", "epilogue", "over"
PREPARATION = ("deal", "seed", "brainstorm", "sheet", "approve", "answers", "layout", "narrator")
BEGUN = len(PREPARATION)
ALL_STEPS = PREPARATION[1:-1]  # the table's steps between the deal and the first Narrator
# What can be due: cards that are drawn, and other steps.
DRAWS = ("colour", "gift", "empty", "share", "skipped", "newcomer", "yes", "no")
STEPS = ("surplus", "bonus", "end", "pass", "narrate", "begin", "open", "lowest")
# Modes beyond the phases: what must be told, or must happen, before play goes on.
PREPARE, ANSWER, OPENING, BONUS = "prepare", "answer", "opening", "bonus"
SURPLUS = ("surplus", "turn-surplus", "opening-surplus", "jump-surplus", "loser-surplus")
