/** What the views need of a state again and again, worked out once a change. */

import { branchColours, speakerColours } from "./colours";
import { type Figures, figuresOf } from "./figures";
import { type Gaps, gapsIn, mutedConcepts } from "./gaps";
import { type Phrases, phrasesOf } from "./phrases";
import type { SessionState } from "./state";
import type { Role, Turn } from "./turns";

export interface Overview {
  state: SessionState;
  words: Phrases;
  figures: Map<string, Figures>;
  gaps: Gaps;
  /** Ids of the muted concepts and of all below them. */
  muted: ReadonlySet<string>;
  colourOfSpeaker(speaker: string, role: Role): string;
  colourOfBranch: Map<string, string>;
  /** The turns that cite each snippet, in order. */
  citing: Map<string, Turn[]>;
}

export function overviewOf(state: SessionState): Overview {
  return {
    state,
    words: phrasesOf(state.settings),
    figures: figuresOf(state),
    gaps: gapsIn(state),
    muted: mutedConcepts(state.tree),
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
