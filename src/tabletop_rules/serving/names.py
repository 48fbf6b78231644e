"""Names and addresses by which a server is called."""

import ipaddress
import re
from typing import Final

__all__ = ["is_address", "is_host_name"]

_NAME: Final = re.compile(r"[\w-]+(\.[\w-]+)*", re.ASCII)


def is_address(text: str) -> bool:
    """Return whether a text is an IP address."""
    try:
        ipaddress.ip_address(text)
    except ValueError:
        return False
    return True


def is_host_name(text: str) -> bool:
    """Return whether a browser can call a server so: a name, without a port, or an address."""
    return _NAME.fullmatch(text) is not None or is_address(text)
