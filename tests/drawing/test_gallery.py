"""The pictures in the docs are those that the library draws."""

from pathlib import Path

import pytest

from tabletop_rules.drawing.gallery import SAMPLES, Sample, picture_of

DOCS = Path(__file__).parents[2] / "docs"


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda sample: sample.name)
def test_the_picture_in_the_docs_is_up_to_date(sample: Sample) -> None:
    path = DOCS / "pictures" / f"{sample.name}.svg"
    same = path.read_text(encoding="utf-8") == f"{picture_of(sample).svg}\n"
    assert same, "run: python -m tabletop_rules.drawing.gallery docs/pictures"


def test_the_docs_show_every_picture() -> None:
    text = (DOCS / "pictures.md").read_text(encoding="utf-8")
    files = {path.name for path in (DOCS / "pictures").glob("*.svg")}
    assert files == {f"{sample.name}.svg" for sample in SAMPLES}
    assert all(f"](pictures/{name})" in text for name in files)
