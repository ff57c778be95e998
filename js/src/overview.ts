/** What the views need of a state again and again, worked out once a change. */

import { branchColours, speakerColours } from "./colours";
import { type Figures, figuresOf } from "./figures";
import type { SessionState } from "./state";
import type { Role, Turn } from "./turns";

export interface Overview {
  state: SessionState;
  figures: Map<string, Figures>;
  colourOfSpeaker(speaker: string, role: Role): string;
  colourOfBranch: Map<string, string>;
  /** The turns that cite each snippet, in order. */
  citing: Map<string, Turn[]>;
}

export function overviewOf(state: SessionState): Overview {
  return {
    state,
    figures: figuresOf(state),
    colourOfSpeaker: speakerColours(state),
    colourOfBranch: branchColours(state),
    citing: citingTurns(state.turns),
  };
}

function citingTurns(turns: readonly Turn[]): Map<string, Turn[]> {
  const citing = new Map<string, Turn[]>();
  for (const turn of turns) {
    for (const snippet of new Set(turn.citations.map((each) => each.snippet_id))) {
      citing.set(snippet, [...(citing.get(snippet) ?? []), turn]);
    }
  }
  return citing;
}
