"""Every shipped card and stronghold with an ability has a scenario test named after it."""

import re
from pathlib import Path

import pytest

from tabletop_rules import dominum as dm

NAMED = re.findall(
    r"^def (test_\w+)",
    "\n".join(p.read_text("utf-8") for p in Path(__file__).parent.glob("test_abilities_*.py")),
    re.MULTILINE,
)


def slug(name: str) -> str:
    return re.sub(r"[^a-z0-9]+", "_", name.lower())


@pytest.mark.parametrize("domain", ["elf", "freemen", "shy_lorr"])
def test_every_card_with_an_ability_has_a_test(domain: str) -> None:
    listed = dm.Domain.shelf.get(domain)
    names = [each.name for each in (*listed.strongholds, *listed.cards) if each.abilities]
    prefixes = {name: f"test_{domain}_{slug(name)}_" for name in names}
    assert len(set(prefixes.values())) == len(names) > 30
    untested = [
        name for name, prefix in prefixes.items() if not any(n.startswith(prefix) for n in NAMED)
    ]
    assert untested == []
