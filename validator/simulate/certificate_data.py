"""Converts certificates to plain data for JSON."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from validator.simulate.certificate import Certificate, Need
from validator.simulate.tally import Tally, interval


def plain(found: Certificate) -> dict[str, Any]:
    """Return a certificate as plain data for JSON. The same games give the same bytes."""
    return {
        "game": found.game,
        "seed": found.seed,
        "complete": found.complete,
        "games": {str(players): games for players, games in found.games.items()},
        "components": [
            _plain_need(need)
            for need in found.needs
        ],
        "claims": [
            {"rule": claim.rule, "holds": not claim.failure, "failure": claim.failure,
             "covered_by": claim.covered_by}
            for claim in found.claims
        ],
        "conditions": {
            name: getattr(found, name) for name in ("terminating", "playable", "winnable")
        },
        "coverage": {
            "rules_met": list(found.rules_met),
            "rules_unmet": list(found.rules_unmet),
            "never_drawn": list(found.never_drawn),
            "never_used": list(found.never_named),
            "never_won_with": list(found.never_won_with),
            "never_legal": list(found.never_legal),
        },
        "strategy": found.strategy,
        "cards": [
            {"card": each.card, "drawn": each.drawn, "users": each.users, "winners": each.winners,
             "wins": list(interval(each.winners, each.users))}
            for each in found.cards
        ],
        "players": {str(players): _plain_tally(tally) for players, tally in found.tallies.items()},
        "failures": [
            {"players": players, "game": index, "failure": words}
            for players, index, words in found.failures
        ],
    }  # fmt: skip


def _plain_need(need: Need) -> dict[str, Any]:
    return {
        "component": need.component,
        "printed": need.printed,
        "spare": need.spare,
        "suffices": need.suffices,
        "bounds": {str(players): most for players, most in need.bounds.items()},
        "rules": list(need.rules),
        "decided_by": need.decided_by,
        "peaks": {
            str(players): {"most": peak.most, "first_game": peak.index, "games": peak.games}
            for players, peak in need.peaks.items()
        },
    }


def _plain_tally(tally: Tally) -> dict[str, Any]:
    return {
        "steps": _pairs(tally.steps),
        "scores": {str(seat): _pairs(scores) for seat, scores in sorted(tally.scores_of.items())},
        "wins": _pairs(tally.seats),
        "wins_alone": _pairs(tally.alone),
        "choices": _pairs(tally.choices),
        "leanings": {
            name: {"games": played, "won": won}
            for name, (played, won) in sorted(tally.by_strategy.items())
        },
        "turns": _pairs(tally.turns),
        "decisions": _pairs(tally.decisions),
        "options": {
            name: {"users": users, "winners": tally.options_won[name]}
            for name, users in sorted(tally.options.items())
        },
        "lead_changes": _pairs(tally.lead_changes),
        "known_after_tenths": _pairs(tally.known),
        "half_time": dict(sorted(tally.half.items())),
        "verbs": dict(sorted(tally.verbs.items())),
        "most_held": {name: peak.most for name, peak in sorted(tally.held.items())},
    }


def _pairs(counts: Mapping[Any, int]) -> list[list[Any]]:
    return [[value, counts[value]] for value in sorted(counts)]
