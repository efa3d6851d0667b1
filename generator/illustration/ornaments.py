"""Ornaments by name: functions that return SVG path data for a width and height in mm.

The path fills a box of this size, whose top left corner is 0, 0; y grows downwards, as in SVG. The
path is an outline to be filled (nonzero) or, for the ornaments in `STROKED`, a line to be stroked
with a width chosen by the template. The same arguments give the same path, because randomness comes
from a seed.

A border repeats its motif a whole number of times; the requested period is stretched or shortened
slightly to fit. All ornaments are drawn from left to right; rotate and mirror them with an SVG
transform.
"""

from __future__ import annotations

from collections.abc import Callable

from generator.illustration.bands import (
    egg_and_dart,
    guilloche,
    hazard_bars,
    laurel_garland,
    meander,
    meander_frame,
    running_wave,
    stripes,
    tongues,
)
from generator.illustration.marbling import marbling
from generator.illustration.motifs import (
    club,
    diamond,
    eight,
    heart,
    laurel_wreath,
    palmette,
    registration_cross,
    rosette,
    sky,
    spade,
    sun_rays,
    whiplash,
)
from generator.illustration.paper_marks import (
    coffee_ring,
    craquelure,
    halftone,
    ink_splatter,
    marble_veins,
    paper_rules,
    redaction_bars,
    torn,
    wear,
)

STROKED = frozenset(
    {"eight", "registration-cross", "paper-rules", "rosette", "marble-veins", "craquelure"}
)  # all others are filled


ORNAMENTS: dict[str, Callable[..., str]] = {
    function.__name__.replace("_", "-"): function
    for function in (
        club,
        coffee_ring,
        craquelure,
        diamond,
        egg_and_dart,
        eight,
        guilloche,
        halftone,
        hazard_bars,
        heart,
        ink_splatter,
        laurel_garland,
        laurel_wreath,
        marble_veins,
        marbling,
        meander,
        meander_frame,
        palmette,
        paper_rules,
        redaction_bars,
        registration_cross,
        rosette,
        running_wave,
        sky,
        spade,
        stripes,
        sun_rays,
        tongues,
        torn,
        wear,
        whiplash,
    )
}
