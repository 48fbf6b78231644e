"""Content: decks, boards, maps, as TOML apart from the rules.

Shipped content has an id and a digest and is pickled and written by reference. A caller's own
content travels whole.
"""

import hashlib
from collections.abc import Callable
from enum import Enum
from importlib.resources import files
from typing import Any, ClassVar, Final, Generic, SupportsIndex, TypeVar

from tabletop_rules.core.errors import ContentError, Problem, shown
from tabletop_rules.core.serial import (
    converter,
    from_data,
    structure_table,
    unstructure_table,
)
from tabletop_rules.core.toml import read_toml

__all__ = ["Content", "Provenance", "Shelf", "load_content"]

T = TypeVar("T", bound="Content")


class Provenance(Enum):
    """Where a piece of content comes from."""

    PRINTED = "printed"
    """The rulebook gives it."""
    REPORTED = "reported"
    """Public reviews of the game say so."""
    RECONSTRUCTED = "reconstructed"
    """Invented here to make the game playable; not the published value."""


class Content:
    """Base of content values that are either shipped here or brought by the caller.

    A subclass is a frozen attrs class with ``repr=False``, a field `id` and a class attribute
    `shelf`.
    """

    __slots__ = ()
    shelf: ClassVar["Shelf[Any]"]
    id: str

    def __repr__(self) -> str:
        """Name it rather than spell it out: content is long, and stands in configs and states."""
        return f"<{type(self).__name__} {self.id!r}>"

    def __reduce_ex__(self, protocol: SupportsIndex) -> Any:
        reference = type(self).shelf.reference(self)
        if reference is None:
            return super().__reduce_ex__(protocol)
        return _taken, (type(self), *reference)


def _taken(kind: type[Content], content_id: str, digest: str) -> Any:
    return kind.shelf.take(content_id, digest)


def load_content(text: str, kind: type[T], source: str = "") -> T:
    """Return the content of class `kind` that a TOML text describes.

    Raises:
        ContentError: every problem with its place.
    """
    table = read_toml(text, error=ContentError, source=source)
    return from_data(table, kind, error=ContentError, source=source)


class Shelf(Generic[T]):
    """The content of one kind that is shipped in a package's folder ``content``."""

    def __init__(self, package: str, folder: str, kind: Callable[[], type[T]]) -> None:
        self._folder: Final = files(package).joinpath("content").joinpath(folder)
        self._skeleton: Final = files(package).joinpath("content/skeletons", f"{folder}.toml")
        self._kind: Final = kind
        self._loaded: Final[dict[str, tuple[T, str]]] = {}

    @property
    def ids(self) -> tuple[str, ...]:
        """The ids that are shipped, sorted."""
        names = (entry.name for entry in self._folder.iterdir())
        return tuple(sorted(name[:-5] for name in names if name.endswith(".toml")))

    @property
    def skeleton(self) -> str:
        """The beginning of a file of this kind, with comments, for somebody to fill in."""
        return self._skeleton.read_text(encoding="utf-8")

    def get(self, content_id: str) -> T:
        """Return the shipped content of that id, always the same object.

        Raises:
            ContentError: nothing is shipped under that id.
        """
        return self._entry(content_id)[0]

    def digest(self, content_id: str) -> str:
        """Return 16 hexadecimal digits that change when the shipped content does."""
        return self._entry(content_id)[1]

    def take(self, content_id: str, digest: str) -> T:
        """Return the shipped content of that id, if it still has that digest.

        Raises:
            ContentError: nothing is shipped under that id, or its digest is another one.
        """
        content, now = self._entry(content_id)
        if digest != now:
            what = f"content {content_id!r} has the digest {now}, expected {shown(digest)}"
            raise ContentError([Problem("", f"{what}: it was saved with other content")])
        return content

    def reference(self, content: Content) -> tuple[str, str] | None:
        """Return id and digest if `content` equals what is shipped under its id."""
        loaded = self._loaded.get(content.id)
        if loaded is None:
            if content.id not in self.ids:
                return None
            loaded = self._entry(content.id)
        shipped, digest = loaded
        return (content.id, digest) if content is shipped or content == shipped else None

    def _entry(self, content_id: str) -> tuple[T, str]:
        if content_id not in self._loaded:
            if content_id not in self.ids:
                known = ", ".join(self.ids)
                what = f"no content is shipped as {shown(content_id)} (expected one of {known})"
                raise ContentError([Problem("", what)])
            text = self._folder.joinpath(f"{content_id}.toml").read_text(encoding="utf-8")
            text = text.replace("\r\n", "\n")
            digest = hashlib.sha256(text.encode()).hexdigest()[:16]
            self._loaded[content_id] = (load_content(text, self._kind(), content_id), digest)
        return self._loaded[content_id]


def _is_content(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, Content)


def _unstructure_content(kind: type[Content]) -> Callable[[Any], Any]:
    whole = unstructure_table(kind)

    def unstructure(content: Any) -> Any:
        reference = kind.shelf.reference(content)
        if reference is None:
            return whole(content)
        return {"shipped": reference[0], "digest": reference[1]}

    return unstructure


def _structure_content(kind: type[Content]) -> Callable[[Any, Any], Any]:
    whole = structure_table(kind)

    def structure(data: Any, given: Any) -> Any:
        if not isinstance(data, dict) or "shipped" not in data:
            return whole(data, given)
        content_id, digest = data["shipped"], data.get("digest")
        extra = sorted(set(data) - {"shipped", "digest"})
        if extra or not isinstance(content_id, str) or not isinstance(digest, str | None):
            expected = "expected the texts 'shipped' and 'digest' and nothing else"
            raise ValueError(f"{expected}, got {shown(data)}")
        if digest is None:
            return kind.shelf.get(content_id)
        return kind.shelf.take(content_id, digest)

    return structure


converter.register_unstructure_hook_factory(_is_content, _unstructure_content)
converter.register_structure_hook_factory(_is_content, _structure_content)
