"""What the build of the package adds to pyproject.toml: pages of the docs, and a description."""

from __future__ import annotations

import shutil
import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

ROOT = Path(__file__).resolve().parent
sys.path.insert(0, str(ROOT))

from generator.docs.html import write_pages  # noqa: E402
from generator.docs.pages import description  # noqa: E402
from validator.core.address import ADDRESS  # noqa: E402


class Docs(BuildHookInterface[Any]):
    """Puts the pages of docs/ into the wheel, as HTML."""

    folder = ""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Write the pages; an editable installation reads those of its checkout."""
        if version == "standard":
            self.folder = tempfile.mkdtemp(prefix="pieria-docs-")
            write_pages(ROOT, Path(self.folder))
            build_data["force_include"][self.folder] = "validator/shipped/docs"

    def finalize(self, _version: str, _build_data: dict[str, Any], _artifact: str) -> None:
        """Remove them again."""
        if self.folder:
            shutil.rmtree(self.folder)


class Description(MetadataHookInterface):
    """The README without links and pictures that lead nowhere, and the addresses."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Fill the fields that pyproject.toml calls dynamic."""
        metadata["readme"] = {
            "content-type": "text/markdown", "text": description(ROOT, ADDRESS)
        }  # fmt: skip
        urls = {"Documentation": ADDRESS, "Changelog": f"{ADDRESS}changes.html"}
        metadata["urls"] = urls if ADDRESS else {}
