/** What is said at the table; mirrors `turns.py`. */

import type { SentenceSupport } from "./support";

export type Role = "expert" | "general knowledge" | "moderator" | "guest" | "user";
export type Intent =
  | "original question"
  | "information request"
  | "potential answer"
  | "further details";
export type TurnStatus = "done" | "no evidence" | "failed" | "stopped";

/** How a turn of the user's steers the next one: what is wanted about its concept. */
export type Steer = "" | "ask" | "challenge" | "opposite" | "missing";

export interface Citation {
  number: number;
  source_id: string;
  snippet_id: string;
  /** Where the mark `[n]` stands in the utterance, in code points. */
  start: number;
  end: number;
}

export interface Expert {
  id: string;
  name: string;
  role: string;
  muted: boolean;
  kept: boolean;
}

export interface Turn {
  id: string;
  number: number;
  speaker: string;
  role: Role;
  intent: Intent;
  utterance: string;
  question: string;
  queries: string[];
  retrieved: string[];
  citations: Citation[];
  dropped_citations: string[];
  /** Its cited sentences, as far as they could be checked, in order. */
  support: SentenceSupport[];
  status: TurnStatus;
  error: string;
  timings: Record<string, number>;
  usage: Record<string, number>;
  opening: boolean;
  /** Id of the concept that it is about; "" if none in particular. */
  concept: string;
  steer: Steer;
  /** Ids of the snippets that it puts on the table. */
  about: string[];
}

export interface Exchange {
  expert: string;
  question: string;
  answer: string;
  citations: Citation[];
  retrieved: string[];
}

/** Whether a turn with this intent is a question. */
export function asks(intent: Intent): boolean {
  return intent === "original question" || intent === "information request";
}
