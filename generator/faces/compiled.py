"""Compiles templates so that their work is counted, using private parts of Jinja's compiler."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from keyword import iskeyword
from typing import Any

import jinja2
import jinja2.ext
import jinja2.meta
import jinja2.sandbox
from jinja2 import compiler, nodes
from jinja2.visitor import NodeTransformer

from generator.faces.limits import MOST_BITS


class BoundedCompiler(NodeTransformer):
    """A compiler for templates that adds counters to loops and size checks to operators."""

    def visit_For(self, node: nodes.For) -> nodes.Node:  # noqa: N802
        self.generic_visit(node)
        node.iter = _call("unfrozen", [node.iter], node.lineno)
        tick = _call("tick", [], node.lineno)
        if node.test is not None:  # it is evaluated in every round, the body only if it is true
            node.test = nodes.And(tick, node.test, lineno=node.lineno)
        else:
            node.body.insert(0, nodes.ExprStmt(tick, lineno=node.lineno))
        return node

    def visit_Concat(self, node: nodes.Concat) -> nodes.Node:  # noqa: N802
        self.generic_visit(node)
        return _call("joined", node.nodes, node.lineno)

    def visit_Mul(self, node: nodes.Mul) -> nodes.Node:  # noqa: N802
        return self.bound(node, "multiplied", whole=False)

    def visit_Add(self, node: nodes.Add) -> nodes.Node:  # noqa: N802
        return self.bound(node, "plus", whole=True)

    def visit_Mod(self, node: nodes.Mod) -> nodes.Node:  # noqa: N802
        self.generic_visit(node)
        if isinstance(node.left, nodes.Const) and _is_number(node.left, whole=True):
            return node
        return _call("modulo", [node.left, node.right], node.lineno)

    def bound(self, node: nodes.BinExpr, name: str, whole: bool) -> nodes.Node:
        self.generic_visit(node)
        if _is_number(node.left, whole) or _is_number(node.right, whole):
            return node
        return _call(name, [node.left, node.right], node.lineno)

    def visit_Compare(self, node: nodes.Compare) -> nodes.Node:  # noqa: N802
        self.generic_visit(node)
        inside = any(each.op in ("in", "notin") for each in node.ops)
        if not inside and any(
            isinstance(each, nodes.Const) for each in (node.expr, *(o.expr for o in node.ops))
        ):
            return node  # nothing deeper matters beside text or a number
        node.expr = _light(node.expr)
        for operand in node.ops:
            operand.expr = _light(operand.expr)
        return node

    def visit_Getitem(self, node: nodes.Getitem) -> nodes.Node:  # noqa: N802
        self.generic_visit(node)
        if isinstance(node.arg, nodes.Slice):  # Jinja2 leaves slices to Python
            node.node = _call("unfrozen", [node.node], node.lineno)
        return node

    def visit_Dict(self, node: nodes.Dict) -> nodes.Node:  # noqa: N802
        self.generic_visit(node)
        for pair in node.items:
            pair.key = _light(pair.key)
        return node


def _is_number(node: nodes.Node, whole: bool) -> bool:
    """Return whether an operation with this node yields a number rather than text or a list.

    With `whole`, whole numbers do not count: they may have become large, and may multiply a text.
    """
    if isinstance(node, nodes.Const):
        small = isinstance(node.value, int) and node.value.bit_length() <= MOST_BITS
        return isinstance(node.value, float) or (whole and small)
    return isinstance(node, nodes.Div) or (whole and isinstance(node, nodes.Sub))


def _light(node: nodes.Expr) -> nodes.Expr:
    if isinstance(node, nodes.Const | nodes.Sub | nodes.Div):
        return node
    return _call("checked_number", [node], node.lineno)


def _call(name: str, args: Sequence[nodes.Node], line: int) -> nodes.Call:
    function = nodes.EnvironmentAttribute(name, lineno=line)
    return nodes.Call(function, list(args), [], None, None, lineno=line)


class CountingCode(compiler.CodeGenerator):
    """Compiles calls of the sandbox's own functions to plain calls, without Jinja2's checks.

    These functions count their own work. The code also records what a template reads (see
    `_Template`).
    """

    def visit_Template(self, node: nodes.Template, frame: compiler.Frame | None = None) -> None:  # noqa: N802
        super().visit_Template(node, frame)
        looks_at = [*jinja2.meta.find_referenced_templates(node)]
        if any(each.name == "card" for each in node.find_all(nodes.Name)):
            looks_at.append(None)
        self.writeline(f"looks_at = {tuple(looks_at)!r}")

    def visit_Assign(self, node: nodes.Assign, frame: compiler.Frame) -> None:  # noqa: N802
        self.newline(node)  # the error for `{% set card.title = … %}` has no line otherwise
        super().visit_Assign(node, frame)

    def _output_child_pre(self, node: nodes.Expr, frame: compiler.Frame, finalize: Any) -> None:
        self._write_around("environment.written(", super()._output_child_pre, node, frame, finalize)

    def _output_child_post(self, node: nodes.Expr, frame: compiler.Frame, finalize: Any) -> None:
        self._write_around(")", super()._output_child_post, node, frame, finalize)

    def _write_around(
        self,
        ours: str,
        usual: Callable[..., None],
        node: nodes.Expr,
        frame: compiler.Frame,
        finalize: Any,
    ) -> None:
        """Write code in which `written` escapes a value.

        A template that switches escaping on and off is compiled as usual.
        """
        if frame.eval_ctx.volatile or not frame.eval_ctx.autoescape:
            usual(node, frame, finalize)
        else:
            self.write(ours)

    def visit_Call(  # noqa: N802
        self, node: nodes.Call, frame: compiler.Frame, forward_caller: bool = False
    ) -> None:
        target = node.node
        if isinstance(target, nodes.EnvironmentAttribute):
            self.visit(target, frame)
        elif (
            isinstance(target, nodes.Name)
            and target.name in self.environment.helpers.values()  # type: ignore[attr-defined]
            and not (node.dyn_args or node.dyn_kwargs or forward_caller)
            and all(each.key.isidentifier() and not iskeyword(each.key) for each in node.kwargs)
        ):
            self.write("environment.direct(context, ")
            self.visit(target, frame)
            self.write(", _loop_vars=_loop_vars" if frame.loop_frame else "")
            self.write(", _block_vars=_block_vars" if frame.block_frame else "")
            self.write(")")
        else:
            super().visit_Call(node, frame, forward_caller=forward_caller)
            return
        self.write("(")
        for argument in node.args:
            self.visit(argument, frame)
            self.write(", ")
        for keyword in node.kwargs:
            self.visit(keyword, frame)
            self.write(", ")
        self.write(")")
