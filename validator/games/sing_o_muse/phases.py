"""Names of the phases of a game of Sing! O Muse, and of its pending tasks."""

from __future__ import annotations

SETUP, BEGIN, DRAW, PLAY, QUEST, OVER = "setup", "begin", "draw", "play", "quest", "over"
PHASES = (SETUP, BEGIN, DRAW, PLAY, QUEST, OVER)
# Other modes: Play Immediately cards come first; a crossing; a blind draw; after a War. All others
# are the kinds of tasks that somebody answers.
RESOLVE, SEA, BLIND, WINDOW = "resolve", "sea", "blind", "window"
FIXED = (SETUP, BEGIN, OVER)  # modes without questions
