/** How Cytoscape draws the tree: clear boxes, S-shaped curves, the colours of the style sheet. */

import type { Core, StylesheetJson } from "cytoscape";
import type { Box } from "../layout";

export const ELEMENT_STYLE: StylesheetJson = [
  {
    selector: "node",
    style: {
      shape: "round-rectangle",
      width: "data(width)",
      height: "data(height)",
      "background-opacity": 0,
      "overlay-opacity": 0,
    },
  },
  {
    selector: "edge",
    style: {
      "curve-style": "unbundled-bezier",
      // Documented and drawn since Cytoscape 3.30, but not in its types.
      "edge-distances": "endpoints" as "node-position",
      "control-point-distances": "data(distances)",
      "control-point-weights": "data(weights)",
      "source-endpoint": "50% 0",
      "target-endpoint": "-50% 0",
      width: 1.6,
      "overlay-opacity": 0,
      events: "no",
    },
  },
  { selector: "edge.lifted", style: { opacity: 0.15 } },
  {
    selector: "edge.arc",
    style: {
      "source-endpoint": "50% 0",
      "target-endpoint": "50% 0",
      "line-style": "dashed",
      "line-dash-pattern": [4, 3],
      width: 1.2,
      label: "data(label)",
      "font-size": 10,
    },
  },
];

export interface EdgeCurve {
  distances: string;
  weights: string;
}

/**
 * The control points of an S from the right side of one box to the left side of another, as
 * Cytoscape wants them: how far along the straight line and how far off it.
 */
export function edgeCurve(source: Box, target: Box): EdgeCurve {
  const across = target.x - target.width / 2 - (source.x + source.width / 2);
  const down = target.y - source.y;
  const length = Math.hypot(across, down) || 1;
  // A quarter of the way across, at the height where the curve starts; its twin mirrors it.
  const off = (across * down) / (4 * length);
  const along = across ** 2 / (4 * length ** 2);
  return { distances: `${-off} ${off}`, weights: `${along} ${1 - along}` };
}

/** How far a bow beside the labels stands out. */
const BOW = 46;

/** The control point of a bow to the right between the right sides of two boxes. */
export function arcCurve(source: Box, target: Box): EdgeCurve {
  const down = target.y >= source.y;
  return { distances: `${down ? -BOW : BOW}`, weights: "0.5" };
}

/** Gives the canvas the colours that the style sheet has right now. */
export function readColours(core: Core, box: HTMLElement): void {
  const probe = document.createElement("span");
  box.append(probe);
  const resolved = (name: string) => {
    probe.style.color = `var(${name})`;
    return getComputedStyle(probe).color;
  };
  const line = resolved("--edge");
  const accent = resolved("--accent");
  const warn = resolved("--warn");
  const font = getComputedStyle(box).fontFamily;
  probe.remove();
  core
    .style()
    .selector("edge")
    .style({ "line-color": line })
    .selector("edge.arc")
    .style({ "line-color": warn, color: warn, "font-family": font })
    .selector("node:selected")
    .style({ "background-color": accent, "background-opacity": 0.12 })
    .update();
}
