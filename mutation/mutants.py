"""The mutants of a module: every small change that mutmut knows, in every function.

Mutmut itself leaves decorated functions out, and so every property and every remembered result;
here they are changed too. What runs only at import (constants, fields, defaults) is not.
"""

import difflib
import importlib
import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from random import Random

import libcst as cst
from attrs import frozen
from libcst.metadata import CodeRange, MetadataWrapper, PositionProvider
from mutmut.configuration import config
from mutmut.mutation.file_mutation import MutationVisitor, deep_replace
from mutmut.mutation.mutators import mutation_operators
from mutmut.mutation.pragma_handling import get_ignored_lines

__all__ = ["Mutant", "all_mutants", "mutants_of"]

_NEVER = {"overload", "cached_property"}
_STRICT = re.compile(r",\s*(strict=\w+)?(?=\))")
"""A safeguard of zip for pairs that are of one length by construction."""


@frozen
class Mutant:
    """One change of one function."""

    name: str
    """Module, function and a number, such as ``dominum.scoring:winner#3``."""
    module: str
    path: tuple[str, ...]
    """The names of the class, if any, and of the function."""
    lines: tuple[int, int]
    """From which to which line of the file the change reaches."""
    code: str
    """The changed function alone, without decorators."""
    diff: str
    """The lines as they are, and as they would be."""


class _Visitor(MutationVisitor):
    """Mutmut's search for what can be changed, in decorated functions too."""

    def _skip_node_and_children(self, node: cst.CSTNode) -> bool:
        if isinstance(node, cst.FunctionDef) and node.decorators:
            names = {getattr(each.decorator, "value", "") for each in node.decorators}
            return bool(names & _NEVER)
        return super()._skip_node_and_children(node)


def all_mutants(package: Path, only: Collection[str], seed: int) -> list[Mutant]:
    """Return the mutants of a package, shuffled, so that the first so many are a fair sample."""
    found: list[Mutant] = []
    for file in sorted(package.rglob("*.py")):
        parts = file.relative_to(package.parent.parent).with_suffix("").parts
        module = ".".join(parts).removesuffix(".__init__")
        if only and module.rsplit(".", 1)[-1] not in only:
            continue
        if config().should_mutate(file.relative_to(Path.cwd())):
            importlib.import_module(module)
            found += mutants_of(file, module)
    return Random(seed).sample(found, len(found))


def mutants_of(file: Path, module: str) -> Iterator[Mutant]:
    """Give the mutants of a file, in its order."""
    text = file.read_text()
    wrapper = MetadataWrapper(cst.parse_module(text))
    visitor = _Visitor(mutation_operators, get_ignored_lines(str(file), text, wrapper))
    tree = wrapper.visit(visitor)
    positions = wrapper.resolve(PositionProvider)
    owners = dict(_functions(tree, ()))
    statements = _Statements(positions)
    tree.visit(statements)
    numbers: Counter[tuple[str, ...]] = Counter()
    for mutation in visitor.mutations:
        function = mutation.contained_by_top_level_function
        if not isinstance(function, cst.FunctionDef) or function not in owners:
            continue
        path = owners[function]
        numbers[path] += 1
        changed = deep_replace(function, mutation.original_node, mutation.mutated_node)
        assert isinstance(changed, cst.FunctionDef)
        before, after = (_source(each, tree) for each in (function, changed))
        if _STRICT.sub("", before) == _STRICT.sub("", after) or _unreachable(before, after):
            continue
        yield Mutant(
            f"{module.removeprefix('tabletop_rules.')}:{'.'.join(path)}#{numbers[path]}",
            module,
            path,
            statements.lines_of(mutation.original_node),
            _source(changed.with_changes(decorators=()), tree),
            _diff(before, after),
        )


def _functions(
    node: cst.Module | cst.ClassDef, path: tuple[str, ...]
) -> Iterator[tuple[cst.CSTNode, tuple[str, ...]]]:
    """Give the functions of a module and the methods of its classes, with their names."""
    for child in node.body if isinstance(node, cst.Module) else node.body.body:
        if isinstance(child, cst.FunctionDef):
            yield child, (*path, child.name.value)
        elif isinstance(child, cst.ClassDef) and not path:
            yield from _functions(child, (child.name.value,))


class _Statements(cst.CSTVisitor):
    """The lines that run whenever a node does: its own, and the first of its statement."""

    def __init__(self, positions: Mapping[cst.CSTNode, CodeRange]) -> None:
        super().__init__()
        self._positions = positions
        self._open: list[cst.CSTNode] = []
        self._lines: dict[int, tuple[int, int]] = {}

    def lines_of(self, node: cst.CSTNode) -> tuple[int, int]:
        """Return the first and the last of the lines."""
        return self._lines[id(node)]

    def on_visit(self, node: cst.CSTNode) -> bool:
        """Note the lines of a node."""
        place = self._positions.get(node)
        if isinstance(node, cst.BaseCompoundStatement | cst.SimpleStatementLine | cst.MatchCase):
            self._open.append(node)
        statement = self._positions.get(self._open[-1]) if self._open else None
        lines = [each.start.line for each in (statement, place) if each is not None]
        ends = [each.end.line for each in (place or statement,) if each is not None]
        if lines and ends:
            simple = self._open and isinstance(self._open[-1], cst.SimpleStatementLine)
            last = statement.end.line if simple and statement is not None else max(ends)
            self._lines[id(node)] = (min(lines), last)
        return True

    def on_leave(self, original_node: cst.CSTNode) -> None:
        """Forget a statement that is left."""
        if self._open and self._open[-1] is original_node:
            self._open.pop()


def _source(function: cst.FunctionDef, tree: cst.Module) -> str:
    return tree.code_for_node(function.with_changes(leading_lines=()))


def _unreachable(before: str, after: str) -> bool:
    """Return whether only the case is changed of which the type checkers prove that it never is."""
    ends = [re.sub(r"\n\s+case _:\n\s+assert_never\(\w+\)", "", each) for each in (before, after)]
    return ends[0] == ends[1]


def _diff(before: str, after: str) -> str:
    """Return the changed lines only."""
    old, new = before.splitlines(), after.splitlines()
    found: list[str] = []
    for kind, i, j, k, m in difflib.SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if kind != "equal":
            found += [f"- {line.strip()}" for line in old[i:j]]
            found += [f"+ {line.strip()}" for line in new[k:m]]
    return "\n".join(found)
