"""Which lines a script of Sing! O Muse needs, and when."""

from __future__ import annotations

from validator.referee.moment import Moment

COURSE = (
    Moment("set-up", {"phase": ("setup",)}, (
        ("target", "optional, with the option `long`: the Laurels that win"),
        ("deal", "needed: one line for each player, the Hero first"),
    )),
    Moment("who begins", {"phase": ("begin",)}, (
        ("begins", "this or `declines`, by the player in `turn`"),
        ("declines", "this or `begins`"),
    )),
    Moment("draw step", {"phase": ("draw",)}, (
        ("draw", "needed; without cards if the top of the deck is known"),
        ("reshuffle", "needed if the deck has too few cards"),
        ("resolve", "needed for each card in `resolve`, with the ruling during_the_draw"),
    )),
    Moment("play step", {"phase": ("play",)}, (
        ("resolve", "needed for each card in `resolve`, in this order, before anything else"),
        ("play", "optional, as often as there is room"),
        ("place", "needed for each character in the player's `waiting`"),
        ("discard", "needed for a card that finds no room"),
        ("end", "needed if nothing more is played and no Quest action is taken"),
    )),
    Moment("in your own turn", {"phase": ("play", "quest")}, (
        ("move", "optional"), ("lead", "optional"), ("pass", "optional"), ("favor", "optional"),
        ("wrath", "optional"), ("hold", "optional"), ("promotes", "optional, or as an answer"),
    )),
    Moment("quest action", {"phase": ("play", "quest")}, (
        ("embark", "one of these five"),
        ("challenge", "as above; in an epic Quest again for each step"),
        ("sea", "as above"),
        ("withdraw", "as above"),
        ("tread", "as above: uses the action without effect"),
        ("end", "needed if no answer is pending: the end of the turn"),
    )),
    Moment("an answer, by the player in `asked`", {}, (
        ("allows", "asked of others about a crossing, and before chance acts in a challenge"),
        ("stops", "instead of `allows`"),
        ("joins", "asked after a Foe that can join was overcome"),
        ("gives", "asked after a Treasure was won: the bearer, or none"),
        ("loses", "asked when an effect, a challenge or a War costs a character or a Treasure"),
        ("promotes", "asked when a Crew has lost its leader"),
        ("picks", "asked when another player's Treasure, or one of several Crews, must be chosen"),
        ("versus", "asked when an effect or a War needs an opponent"),
        ("learns", "asked when a revelation finds several leading Heroes"),
        ("restores", "asked when an effect turns characters upright"),
        ("takes", "asked when an effect takes from the discard pile, or steals"),
        ("blocks", "asked when a Blocking card is laid"),
        ("clears", "asked when an effect removes a Blocking card"),
        ("bumps", "asked when an effect takes cards from the queues"),
        ("fights", "asked in a War of each side that has several Crews equally strong"),
        ("sits", "asked in a War of the side that has too many fighters"),
        ("loots", "asked after each duel that leaves Treasures"),
    )),
    Moment("chance, when `asked` is ~", {}, (
        ("draw", "needed when an effect draws cards"),
        ("reshuffle", "needed if the deck has too few cards"),
        ("hits", "needed for a hidden card that is lost"),
        ("flips", "needed in a War: each pile once"),
    )),
    Moment("the end", {}, (
        ("over", "optional: ends the game if nobody can reach the target"),
        ("winner", "optional claim, once the game is over"), ("judge", "optional claim"),
    )),
)  # fmt: skip
