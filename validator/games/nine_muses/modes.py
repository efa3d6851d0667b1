"""The modes of a state of Nine Muses: what the table waits for."""

from __future__ import annotations

SETUP, COLLECT, ACT, CALLED = "setup", "collect", "act", "called"
ROUND, OVER = "round", "over"
IN_TURN = (COLLECT, ACT, CALLED)
