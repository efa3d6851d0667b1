"""WeasyPrint: the HTML document, written by its own PDF writer."""

from __future__ import annotations

import design as d
import weasyprint
from page import document

folder, target = d.arguments()
weasyprint.HTML(string=document(folder, inline=False), base_url=f"{folder}/").write_pdf(target)
