"""Texts, whatever is in them, in HTML, and what a page lets the browser do."""

import json
from base64 import b64encode
from collections.abc import Iterable
from hashlib import sha256
from html import escape
from typing import Any

__all__ = ["json_html", "policy", "text_html", "visible"]


def visible(text: str) -> str:
    r"""Return a text with what cannot be seen, such as an escape, written as it is in Python.

    >>> visible("Wyrm\x1b")
    'Wyrm\\x1b'
    """
    return "".join(char if char.isprintable() else repr(char)[1:-1] for char in text)


def text_html(text: str) -> str:
    """Return a text, whatever is in it, as HTML."""
    return escape(visible(text))


def json_html(data: Any) -> str:
    r"""Return data as JSON that can stand in a script element.

    >>> print(json_html(["</script>"]))
    ["\u003c/script>"]
    """
    return json.dumps(data, separators=(",", ":")).replace("<", "\\u003c")


def policy(scripts: Iterable[str], styles: Iterable[str]) -> str:
    """Return a Content-Security-Policy by which only these scripts and styles do anything.

    Nothing is loaded from anywhere, and nothing is sent.
    """
    allowed = {
        "default-src": ["'none'"],
        "script-src": [*map(_source, scripts)],
        "style-src": [*map(_source, styles)],
        "base-uri": ["'none'"],
        "form-action": ["'none'"],
    }
    return "; ".join(" ".join((name, *sources)) for name, sources in allowed.items())


def _source(text: str) -> str:
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"
