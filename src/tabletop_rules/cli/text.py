"""Text that is safe to show in a terminal."""

__all__ = ["clean"]


def clean(text: str) -> str:
    r"""Return `text` with every character that could steer a terminal written as an escape.

    >>> print(clean("Wyrm\x1b[2J"))
    Wyrm\x1b[2J
    """
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() or c == "\n" else repr(c)[1:-1] for c in text)
