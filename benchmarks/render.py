"""Times whole processes from data file to PDF: Pieria and five other programs, with the same deck.

Run it by hand in an environment that has Pieria and the peers (see README.md):

    python benchmarks/render.py                      everything, a few minutes
    python benchmarks/render.py --sizes 60,1000 --ways pieria,typst,cairo --rounds 9
"""

from __future__ import annotations

import argparse
import importlib.util
import os
import platform
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from deck import make_deck

HERE = Path(__file__).resolve().parent
PIERIA = Path(sys.executable).with_name("pieria")


@dataclass(frozen=True)
class Way:
    """A program that makes a deck's PDF, the packages that it needs, and its largest deck."""

    name: str
    command: Callable[[Path, Path], list[str]]
    needs: str = ""  # a package, or a program after "$"
    most: int = 10_000
    rounds_share: float = 1.0  # slow ways take part in fewer rounds

    def missing(self) -> bool:
        if self.needs.startswith("$"):
            return shutil.which(self.needs[1:]) is None
        return bool(self.needs) and importlib.util.find_spec(self.needs) is None


def _pieria(deck: Path, target: Path) -> list[str]:
    plain = ("--no-verify", "--no-cache")  # peers prove nothing and remember nothing
    return [str(PIERIA), "build", str(deck / "game"), *plain, "-o", str(target.with_suffix(""))]


def _peer(program: str) -> Callable[[Path, Path], list[str]]:
    return lambda deck, target: [
        sys.executable, str(HERE / "peers" / program), str(deck), str(target)
    ]  # fmt: skip


WAYS = (
    Way("pieria", _pieria),
    Way("typst", _peer("typst_pdf.py"), "typst"),
    Way("cairo", _peer("cairo_pdf.py"), "cairo"),
    Way("fpdf2", _peer("fpdf_pdf.py"), "fpdf", most=1_000, rounds_share=0.3),
    Way("chromium", _peer("chromium_pdf.py"), "$chromium", most=1_000, rounds_share=0.3),
    Way("weasyprint", _peer("weasy_pdf.py"), "weasyprint", most=1_000, rounds_share=0.15),
)


@dataclass
class Runs:
    """The measurements of one command, with one value per round."""

    wall: list[float] = field(default_factory=list)
    cpu: list[float] = field(default_factory=list)
    peak: float = 0.0  # MB, of the largest process
    size: float = 0.0  # MB, of the PDF

    @property
    def seconds(self) -> float:
        return statistics.median(self.wall)


def run(command: Sequence[str], into: Runs) -> None:
    """Run a command to its end, and record its time, processor time and peak memory."""
    began = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, env=ENVIRONMENT)
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    into.wall.append(time.perf_counter() - began)
    into.cpu.append(used.ru_utime + used.ru_stime)
    unit = 1024**2 if sys.platform == "darwin" else 1024
    into.peak = max(into.peak, used.ru_maxrss / unit)
    if status:
        sys.exit(f"{' '.join(command)} failed with {process.returncode}")


def compare(faces: int, ways: Sequence[Way], rounds: int, folder: Path) -> dict[str, Runs]:
    """Time the programs in turn, A B C … A B C …, after a first round that is not counted."""
    deck = make_deck(folder / f"deck-{faces}", faces)
    results = {way.name: Runs() for way in ways if faces <= way.most}
    for number in range(-1, rounds):
        for way in ways:
            if way.name not in results or number >= max(1, rounds * way.rounds_share):
                continue
            target = folder / f"{way.name}-{faces}.pdf"
            runs = results[way.name] if number >= 0 else Runs()
            if number < 0 and faces > 100 and way.rounds_share < 1:
                continue  # slow ways were warmed up on the small deck
            run(way.command(deck, target), runs)
            runs.size = _pdf_size(target) / 1e6
    return results


def _pdf_size(target: Path) -> int:
    file = target if target.is_file() else next(target.with_suffix("").glob("*.pdf"))
    return file.stat().st_size


def show(title: str, results: dict[str, Runs]) -> None:
    own = results["pieria"] if "pieria" in results else next(iter(results.values()))
    print(f"\n{title}\n")
    print("| way | seconds | ratio | user+sys | ratio | peak MB | PDF MB |")
    print("|---|---:|---:|---:|---:|---:|---:|")
    for name, runs in results.items():
        cpu = statistics.median(runs.cpu)
        print(
            f"| {name} | {runs.seconds:.2f} | {runs.seconds / own.seconds:.2f} | {cpu:.2f} "
            f"| {cpu / statistics.median(own.cpu):.2f} | {runs.peak:.0f} | {runs.size:.1f} |",
            flush=True,
        )


def pictures(count: int, rounds: int, folder: Path) -> None:
    """Time full-size pictures: processor time for `count` cards, minus that for a single card."""
    print(f"\nPictures of 744 x 1039 px, {count} cards of one picture each, processor time\n")
    print("| kind | a second | with start-up | peak MB | PDF MB |")
    print("|---|---:|---:|---:|---:|")
    for kind in ("png", "jpeg"):
        many, one = Runs(), Runs()
        decks = (
            make_deck(folder / f"many-{kind}", count, kind),
            make_deck(folder / f"one-{kind}", 1, kind),
        )
        target = folder / f"{kind}.pdf"
        for _ in range(rounds):
            run(_pieria(decks[1], folder / f"one-{kind}.pdf"), one)
            run(_pieria(decks[0], target), many)
        many.size = _pdf_size(target) / 1e6
        all_of_them, start = statistics.median(many.cpu), statistics.median(one.cpu)
        rate = (count - 1) / max(1e-9, all_of_them - start)
        print(
            f"| {kind} | {rate:.0f} | {count / all_of_them:.0f} | {many.peak:.0f} "
            f"| {many.size:.1f} |",
            flush=True,
        )


def whole_builds(rounds: int, folder: Path) -> None:
    """Time builds as users run them: with verification, with a cache, and of the shipped kits."""
    many = make_deck(folder / "deck-1000-proof", 1_000) / "game"
    few = make_deck(folder / "deck-120", 120) / "game"
    cards = few / "deck.csv"
    words = cards.read_text("utf-8")
    build = [str(PIERIA), "build", "-o", str(folder / "whole")]
    one_card = [str(PIERIA), "build", str(few), "-o", str(folder / "few")]
    plain, proved, again, kits, books = (Runs() for _ in range(5))
    for number in range(-1, rounds):
        counted = number >= 0
        run([*build, str(many), "--no-cache", "--no-verify"], plain if counted else Runs())
        run([*build, str(many), "--no-cache"], proved if counted else Runs())
        run(one_card, Runs())
        cards.write_text(words.replace(" the ", f" {number + 2} ", 1), "utf-8")
        run(one_card, again if counted else Runs())
        cards.write_text(words, "utf-8")
        run([*build, "--no-cache", "--no-book"], kits if counted else Runs())
        run([*build, "--no-cache"], books if counted else Runs())
    print("\nWhole builds, proof included\n")
    print("| build | user+sys | seconds | peak MB |")
    print("|---|---:|---:|---:|")
    for name, runs in (
        ("1,000 unique faces, without proof", plain),
        ("1,000 unique faces", proved),
        ("120 cards of which one was edited, with a cache", again),
        ("all shipped kits, without a cache", kits),
        ("the same with their rulebooks", books),
    ):
        cpu = statistics.median(runs.cpu)
        print(f"| {name} | {cpu:.2f} | {runs.seconds:.2f} | {runs.peak:.0f} |", flush=True)
    ratio = statistics.median(proved.cpu) / statistics.median(plain.cpu)
    print(f"\n1,000 faces with proof cost {ratio:.2f} times as much as without")


def version(rounds: int) -> None:
    """Time `pieria --version`, and `import click` for comparison."""
    own, bare = Runs(), Runs()
    for number in range(-1, 3 * rounds):
        run([str(PIERIA), "--version"], own if number >= 0 else Runs())
        run([sys.executable, "-c", "import click"], bare if number >= 0 else Runs())
    ratio = own.seconds / bare.seconds
    print(
        f"\npieria --version: {own.seconds * 1000:.0f} ms; import click: {bare.seconds * 1000:.0f} "
        f"ms; ratio {ratio:.2f}"
    )


def main() -> None:
    words = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    words.add_argument(
        "--sizes", default="60,1000,10000", help="unique faces (default %(default)s)"
    )
    words.add_argument("--ways", default=",".join(way.name for way in WAYS), help="%(default)s")
    words.add_argument(
        "--rounds", type=int, default=7, help="default %(default)s; large decks take 3"
    )
    words.add_argument("--pictures", type=int, default=60, help="full-size pictures (%(default)s)")
    words.add_argument("--tree", type=Path, help="another checkout of Pieria to measure")
    words.add_argument("--keep", type=Path, help="keep decks and PDFs in this folder")
    asked = words.parse_args()
    if asked.tree:
        ENVIRONMENT["PYTHONPATH"] = str(asked.tree.resolve())
    chosen = asked.ways.split(",")
    unknown = set(chosen) - {way.name for way in WAYS}
    if unknown:
        words.error(
            f"no way {', '.join(sorted(unknown))}; known: {', '.join(w.name for w in WAYS)}"
        )
    ways = [way for way in WAYS if way.name in chosen]
    for way in ways:
        if way.missing():
            print(f"{way.name} is left out: there is no {way.needs.lstrip('$')} here")
    ways = [way for way in ways if not way.missing()]
    day, python = time.strftime("%Y-%m-%d"), platform.python_version()
    machine = f"{os.cpu_count()} cores, {platform.system()} {platform.machine()}"
    print(f"{day}, Python {python}, {machine}")
    with tempfile.TemporaryDirectory(prefix="pieria-bench-") as name:
        folder = asked.keep or Path(name)
        # Byte code is kept, as in an installed program, but not in the checkout.
        ENVIRONMENT.pop("PYTHONDONTWRITEBYTECODE", None)
        ENVIRONMENT.setdefault("PYTHONPYCACHEPREFIX", str(Path(name) / "bytecode"))
        for faces in (int(size) for size in asked.sizes.split(",") if size):
            rounds = min(asked.rounds, 3) if faces > 2_000 else asked.rounds
            results = compare(faces, ways, rounds, folder)
            show(f"{faces:,} unique faces, median of {rounds} rounds", results)
        if "pieria" in chosen and asked.pictures > 1:
            pictures(asked.pictures, min(3, asked.rounds), folder)
        if "pieria" in chosen:
            whole_builds(min(5, asked.rounds), folder)
            version(asked.rounds)


ENVIRONMENT = dict(os.environ)

if __name__ == "__main__":
    main()
