"""A real browser for tests: Debian's chromium, without a window, driven by Playwright.

Without chromium the tests that need it are skipped, unless the environment variable
TABLETOP_RULES_BROWSER is ``required``.
"""

import os
import shutil
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, sync_playwright

FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Return a browser that the tests of a module share; each opens its own context.

    It lasts no longer: while it runs, an event loop runs in the thread of the tests.
    """
    path = shutil.which("chromium") or shutil.which("chromium-browser")
    if path is None:
        reason = "chromium is not installed: apt-get install chromium"
        if os.environ.get("TABLETOP_RULES_BROWSER") == "required":
            pytest.fail(reason)
        pytest.skip(reason)
    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=path, args=list(FLAGS))
        yield found
        found.close()
