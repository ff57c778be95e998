"""The map as a picture: one SVG file without script, fonts or anything else from outside.

Fonts differ from machine to machine, so the width of a text is an estimate on the safe side: an
East Asian letter is as wide as it is high, any other 0.58 of that. A long name goes over at most
three lines; the whole of it is in the box's `title`, which browsers show under the pointer.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING
from unicodedata import combining, east_asian_width

from costorm_widget.mind_map.views.characters import content
from costorm_widget.mind_map.views.layout import depths

if TYPE_CHECKING:
    from costorm_widget.mind_map.tree import Node, Tree

_FONT = 13
_LINE = 17
"""Pixels from one line of a name to the next."""

_LINES = 3
_MOST_WIDTH = 190
"""Pixels of a line of a name."""

_PAD_X, _PAD_Y = 10, 6
_GAP_X, _GAP_Y = 44, 10
_MARGIN = 16

# Its colours follow the reader's own choice of light or dark, and are its own: the page around it
# may have others. Muted concepts are dashed, pinned ones have a thick frame: no colour alone.
_STYLE = """
    .costorm-map { background: #ffffff; color: #1c2430; }
    .costorm-map .ground { fill: #ffffff; }
    .costorm-map .branch { fill: none; stroke: #9aa8ba; stroke-width: 1.2; }
    .costorm-map .box { fill: #eef2f7; stroke: #9aa8ba; }
    .costorm-map .root .box { fill: #dbe7f6; stroke: #4f7cb3; }
    .costorm-map .pinned .box { stroke: #2f7d4f; stroke-width: 2.5; }
    .costorm-map .muted .box { stroke-dasharray: 4 3; }
    .costorm-map .muted text { font-style: italic; }
    .costorm-map text { fill: currentColor; font: 13px system-ui, sans-serif; }
    .costorm-map .count { fill: #56657a; font-size: 11px; }
    @media (prefers-color-scheme: dark) {
      .costorm-map { background: #14181f; color: #e6ebf2; }
      .costorm-map .ground { fill: #14181f; }
      .costorm-map .branch, .costorm-map .box { stroke: #5d6b7e; }
      .costorm-map .box { fill: #222a35; }
      .costorm-map .root .box { fill: #24364d; stroke: #7fa8dc; }
      .costorm-map .pinned .box { stroke: #63c08a; }
      .costorm-map .count { fill: #a3b1c4; }
    }
"""


@dataclass(frozen=True, slots=True)
class _Box:
    """A concept on the page; `x` and `y` are its upper left corner."""

    node: Node
    lines: tuple[str, ...]
    count: int
    x: float
    y: float
    width: float
    height: float

    @property
    def middle(self) -> float:
        return self.y + self.height / 2


def to_svg(tree: Tree) -> str:
    """Return a picture of the tree, growing to the right; a number counts the snippets below.

    Pinned concepts have a thick frame, muted ones a dashed one. `title` and `desc` tell a screen
    reader what it shows.
    """
    boxes = _laid_out(tree)
    width = max(box.x + box.width for box in boxes.values()) + _MARGIN
    height = max(box.y + box.height for box in boxes.values()) + _MARGIN
    root = tree[tree.root]
    return "\n".join(
        [
            (
                '<svg xmlns="http://www.w3.org/2000/svg" class="costorm-map" role="img" '
                f'width="{width:.0f}" height="{height:.0f}" viewBox="0 0 {width:.0f} {height:.0f}">'
            ),
            f"  <title>Mind map: {content(_one_line(root.name))}</title>",
            f"  <desc>{content(_told(tree))}</desc>",
            f"  <style>{_STYLE}  </style>",
            f'  <rect class="ground" width="{width:.0f}" height="{height:.0f}"/>',
            *(
                _branch(boxes[box.node.parent], box)
                for box in boxes.values()
                if box.node.parent is not None
            ),
            *(line for box in boxes.values() for line in _drawn(box)),
            "</svg>\n",
        ]
    )


def _laid_out(tree: Tree) -> dict[str, _Box]:
    depth = depths(tree)
    lines = {node.id: _wrapped(node.name) for node in tree.walk()}
    counts = {node.id: len(tree.below(node.id)) for node in tree.walk()}
    layers = [0.0] * (max(depth.values()) + 1)
    for each, deep in depth.items():
        layers[deep] = max(layers[deep], _box_width(lines[each], counts[each]))
    left = [_MARGIN + sum(layers[:deep]) + deep * _GAP_X for deep in range(len(layers))]
    heights = {each: len(lines[each]) * _LINE + 2.0 * _PAD_Y for each in lines}
    middles = _middles(tree, heights)
    return {
        node.id: _Box(
            node,
            lines[node.id],
            counts[node.id],
            x=left[depth[node.id]],
            y=middles[node.id] - heights[node.id] / 2,
            width=_box_width(lines[node.id], counts[node.id]),
            height=heights[node.id],
        )
        for node in tree.walk()
    }


def _middles(tree: Tree, heights: dict[str, float]) -> dict[str, float]:
    """Return the height on the page at which each box has its middle; no two overlap."""
    spans: dict[str, float] = {}
    for node in reversed(list(tree.walk())):
        spans[node.id] = max(heights[node.id], _stacked(node, spans))
    middles = {tree.root: _MARGIN + spans[tree.root] / 2}
    for node in tree.walk():
        top = middles[node.id] - _stacked(node, spans) / 2
        for child in node.children:
            middles[child] = top + spans[child] / 2
            top += spans[child] + _GAP_Y
    return middles


def _stacked(node: Node, spans: dict[str, float]) -> float:
    return sum(spans[child] + _GAP_Y for child in node.children) - _GAP_Y


def _box_width(lines: tuple[str, ...], count: int) -> float:
    last = _width(lines[-1]) + _width(f"  {count}")
    return max(last, *map(_width, lines)) + 2 * _PAD_X


def _branch(parent: _Box, child: _Box) -> str:
    start, end = parent.x + parent.width, child.x
    bend = (start + end) / 2
    return (
        f'  <path class="branch" d="M{start:.1f} {parent.middle:.1f} '
        f"C{bend:.1f} {parent.middle:.1f} {bend:.1f} {child.middle:.1f} "
        f'{end:.1f} {child.middle:.1f}"/>'
    )


def _drawn(box: _Box) -> list[str]:
    node = box.node
    marks = (("root", node.parent is None), ("pinned", node.pinned), ("muted", node.muted))
    kinds = " ".join(["concept", *(name for name, marked in marks if marked)])
    whole = "\n".join(filter(None, (_one_line(node.name), node.note.strip())))
    lines = [
        f'  <g class="{kinds}">',
        f"    <title>{content(whole)}</title>",
        (
            f'    <rect class="box" x="{box.x:.1f}" y="{box.y:.1f}" rx="6" '
            f'width="{box.width:.1f}" height="{box.height:.1f}"/>'
        ),
    ]
    for place, text in enumerate(box.lines, 1):
        baseline = box.y + _PAD_Y + place * _LINE - (_LINE - _FONT)
        lines.append(
            f'    <text x="{box.x + _PAD_X:.1f}" y="{baseline:.1f}">{content(text)}</text>'
        )
    right, baseline = box.x + box.width - _PAD_X, box.y + box.height - _PAD_Y - (_LINE - _FONT)
    lines.append(
        f'    <text class="count" x="{right:.1f}" y="{baseline:.1f}" text-anchor="end">'
        f"{box.count}</text>"
    )
    return [*lines, "  </g>"]


def _told(tree: Tree) -> str:
    top = [_one_line(tree[each].name) for each in tree[tree.root].children]
    parked = len(tree[tree.root].snippets)
    told = [f"Concepts: {len(tree.nodes) - 1}."]
    if top:
        told.append(f"Top concepts: {', '.join(top)}.")
    if parked:
        told.append(f"Snippets without a concept yet: {parked}.")
    return " ".join(told)


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _wrapped(name: str) -> tuple[str, ...]:
    """Return a name in lines that fit; a word that is too long is cut, as is the fourth line."""
    lines = [""]
    for word in name.split():
        rest = word
        if lines[-1] and _width(f"{lines[-1]} {rest}") <= _MOST_WIDTH:
            lines[-1] += f" {rest}"
            continue
        if lines[-1]:
            lines.append("")
        while rest and len(lines) <= _LINES:
            fitting = _fitting(rest)
            lines[-1], rest = rest[:fitting], rest[fitting:]
            if rest:
                lines.append("")
    if len(lines) > _LINES:
        lines = [*lines[: _LINES - 1], lines[_LINES - 1].rstrip() + "…"]
    return tuple(lines)


def _fitting(word: str) -> int:
    """Return how many characters of `word` fit into a line, one at least."""
    width = 0.0
    for place, character in enumerate(word):
        width += _width(character)
        if width > _MOST_WIDTH and place:
            return place
    return len(word)


def _width(text: str) -> float:
    em = sum(
        0.0 if combining(each) else 1.0 if east_asian_width(each) in "WF" else 0.58 for each in text
    )
    return em * _FONT
