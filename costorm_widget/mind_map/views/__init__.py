"""The mind map as data for other tools: one module a format.

Every view shows the root, with what is parked there, keeps the order of the map, and takes any
name: what a format gives a meaning is escaped, and what it cannot hold at all becomes U+FFFD.
"""

from costorm_widget.mind_map.views.cytoscape import to_cytoscape
from costorm_widget.mind_map.views.graph import to_networkx
from costorm_widget.mind_map.views.graphml import to_graphml
from costorm_widget.mind_map.views.json_canvas import to_json_canvas
from costorm_widget.mind_map.views.markdown import to_markdown
from costorm_widget.mind_map.views.mermaid import to_mermaid
from costorm_widget.mind_map.views.opml import to_opml
from costorm_widget.mind_map.views.svg import to_svg
from costorm_widget.mind_map.views.table import to_pandas
from costorm_widget.mind_map.views.values import coverage, to_dict

__all__ = [
    "coverage",
    "to_cytoscape",
    "to_dict",
    "to_graphml",
    "to_json_canvas",
    "to_markdown",
    "to_mermaid",
    "to_networkx",
    "to_opml",
    "to_pandas",
    "to_svg",
]
