"""The session without a page: readable text, and static HTML for saved notebooks.

Everything said or quoted is untrusted. Markdown is rendered without HTML, images and links;
titles and quotations are escaped.
"""

from __future__ import annotations

from functools import cache
from html import escape
from textwrap import fill, indent
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from markdown_it import MarkdownIt

    from costorm_widget.mind_map.tree import Tree
    from costorm_widget.state import SessionState
    from costorm_widget.turns import Turn

_WIDTH = 88
_SHOWN = 6

_STYLE = (
    "font-family:system-ui,sans-serif;line-height:1.5;max-width:62rem;"
    "border:1px solid #8884;border-radius:8px;padding:.8rem 1.1rem"
)


def as_text(state: SessionState, about: str) -> str:
    """Return the last turns and the map as text."""
    head = f"CoStorm: {state.topic}" + (f" ({state.goal})" if state.goal else "")
    counts = (
        f"{len(state.turns)} turns, {len(state.sources)} sources, "
        f"{len(state.tree.nodes) - 1} concepts"
    )
    parts = [head, fill(f"{counts}. {about}", _WIDTH)]
    if not state.turns:
        parts.append("Nothing was said yet; call step(), or press Next turn.")
    if len(state.turns) > _SHOWN:
        parts.append(f"… {len(state.turns) - _SHOWN} earlier turns in .turns")
    parts += [_turn_text(turn) for turn in state.turns[-_SHOWN:]]
    if len(state.tree.nodes) > 1:
        parts.append("Mind map\n" + _map_text(state.tree))
    return "\n\n".join(parts)


def as_html(state: SessionState, about: str) -> str:
    """Return the whole talk, the map, the sources and the report as static HTML."""
    parts = [
        f'<div class="costorm-transcript" style="{_STYLE}">',
        f"<p><strong>{escape(state.topic)}</strong> {escape(state.goal)}</p>",
        f"<p><small>{escape(about)}</small></p>",
        *(_turn_html(turn, state) for turn in state.turns),
    ]
    if len(state.tree.nodes) > 1:
        tree = state.tree
        parts.append(_folded("Mind map", _map_html(tree, tree.root)))
    if state.sources:
        parts.append(_folded("Sources", _sources_html(state)))
    if state.report:
        parts.append(_folded("Report", _markdown().render(state.report.markdown)))
    return "\n".join([*parts, "</div>"])


def _remark(turn: Turn) -> str:
    """Say what went wrong with a turn, if anything did."""
    match turn.status:
        case "failed":
            parts = ("This turn failed.", turn.error or "The kernel did not say why.")
        case "stopped":
            parts = ("Stopped before it was finished.", turn.error)
        case _:
            parts = ("", turn.error)
    return " ".join(part for part in parts if part)


def _turn_text(turn: Turn) -> str:
    remark = _remark(turn)
    said = [*turn.utterance.split("\n\n"), f"[{remark}]" if remark else ""]
    paragraphs = [fill(paragraph, _WIDTH) for paragraph in said if paragraph]
    return f"{turn.speaker} ({turn.intent})\n" + indent("\n".join(paragraphs), "  ")


def _map_text(tree: Tree) -> str:
    lines = [
        f"{'  ' * tree.depth(node.id)}- {node.name} ({len(tree.below(node.id))})"
        for node in tree.walk()
        if node.parent is not None
    ]
    return "\n".join(lines)


def _turn_html(turn: Turn, state: SessionState) -> str:
    said = _markdown().render(turn.utterance)
    quotes = {
        citation.number: state.snippets[citation.snippet_id].text for citation in turn.citations
    }
    listed = "".join(
        f"<li>[{number}] {escape(_title(state, number))}: <q>{escape(text)}</q></li>"
        for number, text in quotes.items()
    )
    notes = _folded("Quoted from", f"<ul>{listed}</ul>") if listed else ""
    remark = _remark(turn)
    wrong = f"<p><em>{escape(remark)}</em></p>" if remark else ""
    head = f"<strong>{escape(turn.speaker)}</strong> <small>{escape(turn.intent)}</small>"
    return f'<div style="margin:.9rem 0">{head}{said}{wrong}{notes}</div>'


def _title(state: SessionState, number: int) -> str:
    return next((each.title for each in state.sources.values() if each.number == number), "")


def _map_html(tree: Tree, concept: str) -> str:
    items = "".join(
        f"<li>{escape(tree[child].name)} <small>{len(tree.below(child))}</small>"
        f"{_map_html(tree, child)}</li>"
        for child in tree[concept].children
    )
    return f"<ul>{items}</ul>" if items else ""


def _sources_html(state: SessionState) -> str:
    items = "".join(
        f'<li value="{source.number}">{escape(source.title)} '
        f"<small>{escape(source.url)}</small></li>"
        for source in state.sources.values()
    )
    return f"<ol>{items}</ol>"


def _folded(title: str, inner: str) -> str:
    return f"<details><summary>{title}</summary>{inner}</details>"


@cache
def _markdown() -> MarkdownIt:
    """Return a renderer that makes no HTML, image or link out of what is said."""
    from markdown_it import MarkdownIt

    # Without links a link's definition is a line like any other, and is shown.
    unwanted = ["image", "link", "autolink", "reference"]
    return MarkdownIt("commonmark", {"html": False}).disable(unwanted)
