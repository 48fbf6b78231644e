"""The secrets in links: made at random, and kept only as digests."""

import hashlib
import hmac
import secrets  # noqa: TID251 - a link that nobody can guess may not come from a seed
from typing import Final

__all__ = ["digest", "is_digest_of", "new_seed", "new_token"]

_BYTES: Final = 32
_SEED_BITS: Final = 128


def new_token() -> str:
    """Return a new secret for a link."""
    return secrets.token_urlsafe(_BYTES)


def new_seed() -> int:
    """Return a seed for the chance of a game that nobody can guess."""
    return secrets.randbits(_SEED_BITS)


def digest(token: str) -> bytes:
    """Return what is kept of a token; it does not lead back to it."""
    return hashlib.sha256(token.encode("utf-8", "replace")).digest()


def is_digest_of(kept: bytes, token: str) -> bool:
    """Return whether `kept` is of this token, in a time that does not depend on either."""
    return hmac.compare_digest(kept, digest(token))
