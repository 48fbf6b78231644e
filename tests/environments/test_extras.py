"""Without what an extra installs, the error names the extra."""

import subprocess
import sys

import pytest


@pytest.mark.parametrize("library", ["gymnasium", "pettingzoo"])
def test_a_missing_extra_is_named(library: str) -> None:
    code = f"""
import sys
sys.modules["{library}"] = None
from tabletop_rules.environments import MissingExtraError
try:
    import tabletop_rules.environments.{library}
except MissingExtraError as error:
    print(error)
"""
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert f"pip install 'tabletop-rules[{library}]'" in run.stdout


def test_the_package_alone_needs_no_extra() -> None:
    code = """
import sys
sys.modules["gymnasium"] = sys.modules["pettingzoo"] = None
import tabletop_rules.environments
"""
    subprocess.run([sys.executable, "-c", code], check=True)
