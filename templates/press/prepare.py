"""Makes `swop.cube`: which inks of a press show a colour of the screen.

    pip install numpy pypdfium2 && python templates/press/prepare.py

What four inks look like on coated paper is asked of pdfium, which draws a PDF's CMYK roughly as
American web offset presses print it (SWOP, the condition that is registered as CGATS TR 001). The
way back is searched here: for each of 17 x 17 x 17 colours the inks that look nearest (CIE Lab), of
those that keep the limit of 240 %, with as much in black and as little in the other three as does
not change the look. Screen black becomes the rich black C60 M40 Y40 K100.

The file is the word `cube`, the size, the limit, a line break, and the inks from 0 to 255: red runs
fastest.
"""

from __future__ import annotations

import io
import zlib
from pathlib import Path

import numpy as np
import pypdfium2

GRID = 17  # steps of an ink that are looked at, and of a colour of the cube
MOST = 2.4
RICH = np.array([0.6, 0.4, 0.4, 1.0])
SPARE = 2.0  # what all of cyan, magenta and yellow are worth, in squares of a colour difference
HERE = Path(__file__).resolve().parent


def seen() -> np.ndarray:
    """Red, green and blue, of all mixtures of the grid, by cyan, magenta, yellow and black."""
    steps = np.round(np.linspace(0, 255, GRID)).astype(np.uint8)
    mixtures = np.stack(np.meshgrid(steps, steps, steps, steps, indexing="ij"), -1).reshape(-1, 4)
    side = GRID * GRID
    data = zlib.compress(mixtures.tobytes())
    image = (
        (
            f"<< /Type /XObject /Subtype /Image /Width {side} /Height {side} /BitsPerComponent 8 "
            f"/ColorSpace /DeviceCMYK /Filter /FlateDecode /Length {len(data)} >>\nstream\n"
        ).encode()
        + data
        + b"\nendstream"
    )
    draw = f"{side} 0 0 {side} 0 0 cm /I Do".encode()
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {side} {side}] /Contents 4 0 R "
        "/Resources << /XObject << /I 5 0 R >> >> >>".encode(),
        b"<< /Length %d >>\nstream\n" % len(draw) + draw + b"\nendstream",
        image,
    ]  # fmt: skip
    out = io.BytesIO(b"%PDF-1.4\n")
    out.seek(0, 2)
    places = []
    for number, each in enumerate(objects, 1):
        places.append(out.tell())
        out.write(b"%d 0 obj\n" % number + each + b"\nendobj\n")
    start = out.tell()
    out.write(
        b"xref\n0 6\n0000000000 65535 f \n" + b"".join(b"%010d 00000 n \n" % p for p in places)
    )
    out.write(b"trailer << /Size 6 /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF" % start)
    page = pypdfium2.PdfDocument(out.getvalue())[0]
    picture = page.render(scale=1, no_smoothimage=True).to_pil().convert("RGB")
    assert picture.size == (side, side)
    return np.asarray(picture, dtype=float).reshape(GRID, GRID, GRID, GRID, 3) / 255


def linear(rgb: np.ndarray) -> np.ndarray:
    """Light of sRGB."""
    return np.where(rgb <= 0.04045, rgb / 12.92, ((rgb + 0.055) / 1.055) ** 2.4)


def lab(light: np.ndarray) -> np.ndarray:
    """CIE Lab (D65) of linear sRGB."""
    matrix = np.array(
        [[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]]
    )
    xyz = light @ matrix.T / matrix.sum(1)
    f = np.where(xyz > 216 / 24389, np.cbrt(xyz), (24389 / 27 * xyz + 16) / 116)
    return np.stack(
        [116 * f[..., 1] - 16, 500 * (f[..., 0] - f[..., 1]), 200 * (f[..., 1] - f[..., 2])], -1
    )


def mixed(table: np.ndarray, inks: np.ndarray) -> np.ndarray:
    """A table of all mixtures at inks between its steps."""
    place = np.clip(inks, 0, 1) * (GRID - 1)
    low = np.minimum(place.astype(int), GRID - 2)
    part = place - low
    total = np.zeros((*inks.shape[:-1], 3))
    for corner in range(16):
        bits = np.array([corner >> each & 1 for each in range(4)])
        weight = np.prod(np.where(bits, part, 1 - part), -1)
        at = low + bits
        total += weight[..., None] * table[at[..., 0], at[..., 1], at[..., 2], at[..., 3]]
    return total


def main() -> None:
    """Search, and write the cube."""
    table = linear(seen())
    paper, black = table[0, 0, 0, 0], mixed(table, RICH[None])[0]
    looks = lab((table - black) / (paper - black))  # white is the paper, black the rich black
    steps = np.linspace(0, 1, GRID)
    inks = np.stack(np.meshgrid(steps, steps, steps, steps, indexing="ij"), -1).reshape(-1, 4)
    kept = inks.sum(1) <= MOST + 1e-9
    candidates, seen_as = inks[kept], looks.reshape(-1, 3)[kept]
    price = SPARE * (candidates[:, :3] ** 2).sum(1)
    wanted = lab(
        linear(np.stack(np.meshgrid(steps, steps, steps, indexing="ij"), -1).reshape(-1, 3))
    )
    best = np.empty((len(wanted), 4))
    for start in range(0, len(wanted), 64):
        part = wanted[start : start + 64]
        far = (part**2).sum(1)[:, None] + (seen_as**2).sum(1)[None] - 2 * part @ seen_as.T
        best[start : start + 64] = candidates[np.argmin(far + price[None], 1)]
    best = refined(looks, best, wanted)
    cube = best.reshape(GRID, GRID, GRID, 4).transpose(2, 1, 0, 3)  # red runs fastest
    cube = smooth(cube)
    cube[0, 0, 0], cube[-1, -1, -1] = RICH, 0
    data = np.floor(cube * 255 + 0.5).astype(int)
    over = data.sum(-1) - round(MOST * 255)
    data[..., 0] -= np.maximum(over, 0)
    head = f"cube {GRID} {MOST}\n".encode()
    (HERE / "swop.cube").write_bytes(head + data.astype(np.uint8).tobytes())
    found = mixed(looks, cube.transpose(2, 1, 0, 3).reshape(-1, 4))
    difference = np.sqrt(((found - wanted) ** 2).sum(1))
    most, far = data.sum(-1).max() / 255, np.quantile(difference, 0.9)
    print(f"mean difference {difference.mean():.1f}, nine of ten within {far:.1f}, ink {most:.2f}")


def cost(looks: np.ndarray, inks: np.ndarray, wanted: np.ndarray) -> np.ndarray:
    """How far inks look from what is wanted, and what they cost."""
    far = ((mixed(looks, inks) - wanted) ** 2).sum(-1)
    return far + SPARE * (inks[..., :3] ** 2).sum(-1) + 1e4 * np.maximum(inks.sum(-1) - MOST, 0)


def refined(looks: np.ndarray, inks: np.ndarray, wanted: np.ndarray) -> np.ndarray:
    """Between the steps of the grid: each ink in turn a little more or less."""
    inks, least = inks.copy(), cost(looks, inks, wanted)
    step = 0.5 / (GRID - 1)
    moves = [m for m in np.ndindex(3, 3, 3, 3) if m != (1, 1, 1, 1)]
    for _ in range(7):
        for move in moves:
            tried = np.clip(inks + step * (np.array(move) - 1), 0, 1)
            price = cost(looks, tried, wanted)
            better = price < least
            inks[better], least[better] = tried[better], price[better]
        step *= 0.6
    return inks


def smooth(cube: np.ndarray) -> np.ndarray:
    """A little of each neighbour: gradients without steps; a mean keeps the limit of ink."""
    for axis in range(3):
        inner = np.take(cube, range(1, GRID - 1), axis)
        beside = (np.take(cube, range(GRID - 2), axis) + np.take(cube, range(2, GRID), axis)) / 2
        cube = np.concatenate(
            [
                np.take(cube, [0], axis),
                0.75 * inner + 0.25 * beside,
                np.take(cube, [GRID - 1], axis),
            ],
            axis,
        )
    return cube


if __name__ == "__main__":
    main()
