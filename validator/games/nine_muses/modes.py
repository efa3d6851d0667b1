"""The modes of Nine Muses: what a state waits for."""

from __future__ import annotations

SETUP, COLLECT, ACT, CALLED = "setup", "collect", "act", "called"
ROUND, OVER = "round", "over"
IN_TURN = (COLLECT, ACT, CALLED)
