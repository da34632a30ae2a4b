"""Find who writes which field: every store, deletion and change of a container, traced to the class of what is written.

An attribute is written by assigning or deleting it, a part of it, or by a method of the dict, list or set that it is.
Whose attribute it is follows from annotations: of parameters, of fields, of what a function or property returns, and
so through local names. Where that is not enough to tell, the write is of `UNKNOWN`, so that no alias is overlooked.
"""

import ast
import importlib
import inspect
import textwrap
import types
import typing
from collections import OrderedDict, deque
from collections.abc import Iterator
from dataclasses import dataclass, is_dataclass
from functools import cache
from typing import Any

CONTAINERS = (dict, list, set, deque, OrderedDict)
CHANGE = {"append", "clear", "extend", "insert", "pop", "popitem", "popleft", "remove", "setdefault", "sort", "update"}
ELEMENTS = {"get", "pop", "setdefault", "values", "popleft", "popitem"}


class UNKNOWN:
    """The class of what cannot be told."""


@dataclass(frozen=True)
class Write:
    """One write. `within` is the class in whose method it stands, where that writes itself."""

    owner: type
    field: str
    line: int
    within: type | None = None

    def __str__(self) -> str:
        return f"{self.owner.__name__}.{self.field} in line {self.line}"


def writes(source: str, module: types.ModuleType) -> list[Write]:
    """Find the writes of a module's source. The names that it imports are looked up in `module`, which has them too."""
    tree = ast.parse(source)
    names = vars(module) | dict(_imported_for_types(tree))
    return [found for within, node in _functions(tree, names) for found in _Function(node, within, names).writes()]


def _functions(tree: ast.Module, names: dict[str, Any]) -> Iterator[tuple[type | None, ast.AST]]:
    """The module itself, each of its functions, and each method with its class; what is inside of one belongs to it."""
    outside: list[ast.stmt] = []
    for node in tree.body:
        if isinstance(node, ast.ClassDef):
            yield from ((names[node.name], each) for each in node.body)
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield None, node
        else:
            outside.append(node)
    yield None, ast.Module(outside, [])


def _imported_for_types(tree: ast.AST) -> Iterator[tuple[str, Any]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module is not None and node.level == 0:
            names = vars(importlib.import_module(node.module))
            for name in node.names:
                within = f"{node.module}.{name.name}"
                found = names[name.name] if name.name in names else importlib.import_module(within)
                yield name.asname or name.name, found


@cache
def _hints(annotated: Any) -> dict[str, Any]:
    """The annotations of a class or function of the product; those of others are not looked at."""
    module = inspect.getmodule(annotated)
    if module is None or module.__name__.split(".")[0] != "antiphon":
        return {}
    return typing.get_type_hints(annotated, localns=dict(_imported_for_types(ast.parse(inspect.getsource(module)))))


def _returned(function: Any) -> Any:
    return _hints(function).get("return", UNKNOWN)


def _members(hint: Any) -> set[Any]:
    """The classes of a union, without None."""
    if typing.get_origin(hint) in (typing.Union, types.UnionType):
        return {each for one in typing.get_args(hint) for each in _members(one)}
    return set() if hint is type(None) else {UNKNOWN if hint in (Any, object) else hint}


def _elements(hint: Any) -> set[Any]:
    """Of a dict its values, of a list or tuple its elements."""
    args = typing.get_args(hint)
    return _members(args[-1] if args[-1] is not ... else args[0]) if args else {UNKNOWN}


@cache
def _begun_as(kind: Any, attr: str) -> set[Any]:
    """Of an attribute without an annotation: the classes of what `__init__` begins it with."""
    begin = inspect.getattr_static(kind, "__init__", None)
    written = inspect.isfunction(begin) and begin.__module__.startswith("antiphon.") and not is_dataclass(kind)
    if not written:
        return {UNKNOWN}
    tree = ast.parse(textwrap.dedent(inspect.getsource(begin)))
    function = _Function(tree, kind, vars(importlib.import_module(begin.__module__)))
    values = [node.value for node in ast.walk(tree) if isinstance(node, ast.Assign) and _is_self(node.targets[0], attr)]
    return {each for value in values for each in function.kind(value)} or {UNKNOWN}


def _is_self(node: ast.expr, attr: str) -> bool:
    return ast.unparse(node) == f"self.{attr}"


class _Function:
    """One function's names, and the classes of what they may stand for."""

    def __init__(self, node: ast.AST, within: type | None, names: dict[str, Any]) -> None:
        self._node = node
        self._within = within
        self._globals = names
        self._kinds: dict[str, set[Any]] = {}
        self._found: dict[str, set[Any]] = {}
        self._fields: dict[str, list[ast.Attribute]] = {}
        """The attributes that a name is another name of."""
        for _ in range(5):  # a name may be given another's value before that is known
            self._found, self._fields = {}, {}
            for each in ast.walk(node):
                self._bind(each)
            self._kinds = self._found

    def _bind(self, node: ast.AST) -> None:
        match node:
            case ast.arg(arg=name, annotation=annotation):
                is_self = name == "self" and self._within is not None
                self._found[name] = {self._within} if is_self else self._annotated(annotation)
            case ast.Assign(targets=targets, value=value):
                for target in targets:
                    self._assign(target, value)
            case ast.AnnAssign(target=ast.Name(id=name), annotation=annotation):
                self._found[name] = self._annotated(annotation)
            case ast.NamedExpr(target=target, value=value):
                self._assign(target, value)
            case ast.For(target=target, iter=series) | ast.comprehension(target=target, iter=series):
                self._spread(target, {each for kind in self._series(series) for each in _elements(kind)})

    def _annotated(self, annotation: ast.expr | None) -> set[Any]:
        if annotation is None:
            return {UNKNOWN}
        return _members(eval(ast.unparse(annotation), self._globals))  # the engine's own source

    def _assign(self, target: ast.expr, value: ast.expr) -> None:
        if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
            for one, its in zip(target.elts, value.elts, strict=True):
                self._assign(one, its)
            return
        if isinstance(target, ast.Name) and isinstance(value, ast.Attribute):
            self._fields.setdefault(target.id, []).append(value)
        self._spread(target, self.kind(value))

    def _spread(self, target: ast.expr, kinds: set[Any]) -> None:
        match target:
            case ast.Name(id=name):
                self._found[name] = self._found.get(name, set()) | kinds
            case ast.Tuple(elts=targets):
                for index, each in enumerate(targets):
                    parts = [typing.get_args(kind) for kind in kinds]
                    whole = all(len(one) == len(targets) for one in parts)
                    self._spread(each, {k for one in parts for k in _members(one[index])} if whole else {UNKNOWN})

    def _series(self, node: ast.expr) -> set[Any]:
        """What is looped over. The items of a dict are pairs."""
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "items":
            return {list[tuple[typing.get_args(kind)]] for kind in self.kind(node.func.value) if typing.get_args(kind)}  # type: ignore[misc]
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "values":
            return self.kind(node.func.value)
        return self.kind(node)

    def kind(self, node: ast.expr) -> set[Any]:
        """The classes of an expression's value."""
        match node:
            case ast.Constant(value=value):
                return _members(type(value))
            case ast.Name(id=name):
                return self._kinds.get(name) or ({type(self._globals[name])} if name in self._globals else {UNKNOWN})
            case ast.BoolOp(values=values):
                return {kind for each in values for kind in self.kind(each)}
            case ast.IfExp(body=body, orelse=orelse):
                return self.kind(body) | self.kind(orelse)
            case ast.NamedExpr(value=value):
                return self.kind(value)
            case ast.Subscript(value=value):
                return {each for kind in self.kind(value) for each in _elements(kind)}
            case ast.Attribute(value=value, attr=attr):
                return {each for kind in self.kind(value) for each in self._field(kind, attr)}
            case ast.Call(func=func, args=args):
                return self._called(func, args)
        return {UNKNOWN}

    def _field(self, kind: Any, attr: str) -> set[Any]:
        found = inspect.getattr_static(kind, attr, None)
        if isinstance(found, property):
            return _members(_returned(found.fget))
        return _members(_hints(kind)[attr]) if attr in _hints(kind) else _begun_as(kind, attr)

    def _called(self, func: ast.expr, args: list[ast.expr]) -> set[Any]:
        called = self._named(func)
        if getattr(called, "__name__", "") == "replace" and args:
            return self.kind(args[0])
        if inspect.isclass(called):
            return {called}
        if inspect.isfunction(called):
            return _members(_returned(called))
        if not isinstance(func, ast.Attribute):
            return {UNKNOWN}
        kinds: set[Any] = set()
        for kind in self.kind(func.value):
            method = inspect.getattr_static(kind, func.attr, None)
            if typing.get_origin(kind) in CONTAINERS and func.attr in ELEMENTS:
                kinds |= _elements(kind)
            else:
                kinds |= _members(_returned(method)) if inspect.isfunction(method) else {UNKNOWN}
        return kinds

    def _named(self, node: ast.expr) -> Any:
        """The function or class of the module's own names, or of a module that it knows."""
        match node:
            case ast.Name(id=name) if name not in self._kinds:
                return self._globals.get(name)
            case ast.Attribute(value=ast.Name(id=name), attr=attr) if name not in self._kinds:
                known = self._globals.get(name)
                return getattr(known, attr, None) if inspect.ismodule(known) else None
        return None

    def writes(self) -> Iterator[Write]:
        """The writes, in no order."""
        for node in ast.walk(self._node):
            match node:
                case ast.Attribute(ctx=ast.Store() | ast.Del()):
                    yield from self._written(node)
                case ast.Subscript(ctx=ast.Store() | ast.Del(), value=value):
                    yield from self._changed(value)
                case ast.AugAssign(target=ast.Name(id=name)) if self._contains(self._kinds.get(name, set())):
                    yield from self._changed(node.target)
                case ast.Call(func=ast.Attribute(attr=attr, value=value)) if attr in CHANGE:
                    if self._contains(kinds := self.kind(value)) or kinds == {UNKNOWN}:
                        yield from self._changed(value)
                case ast.Call(
                    func=ast.Name(id="setattr" | "delattr") | ast.Attribute(attr="__setattr__" | "__delattr__")
                ):
                    yield Write(UNKNOWN, ast.unparse(node), node.lineno)

    @staticmethod
    def _contains(kinds: set[Any]) -> bool:
        return any((typing.get_origin(kind) or kind) in CONTAINERS for kind in kinds)

    def _changed(self, node: ast.expr) -> Iterator[Write]:
        """Something is put into `node`, or taken out of it."""
        match node:
            case ast.Attribute():
                yield from self._written(node)
            case ast.Subscript(value=value) | ast.NamedExpr(value=value):
                yield from self._changed(value)
            case ast.BoolOp(values=values):
                for value in values:
                    yield from self._changed(value)
            case ast.Name(id=name):
                for each in self._fields.get(name, []):
                    yield from self._written(each)

    def _written(self, node: ast.Attribute) -> Iterator[Write]:
        own = isinstance(node.value, ast.Name) and node.value.id == "self"
        for kind in self.kind(node.value) or {UNKNOWN}:
            owner = kind if inspect.isclass(kind) else UNKNOWN
            yield Write(owner, node.attr, node.lineno, self._within if own else None)
