/** What a session has spent, as its meter shows it. */

import { limitOf } from "./settings";
import type { SessionState } from "./state";
import type { Totals } from "./usage";
import { compact, count, dollars, exact, listed } from "./words";

export interface Reading {
  text: string;
  /** Whether the limit is near or reached. */
  near: boolean;
}

/** From this share of a limit on it is near. */
const NEAR = 0.9;

/** Requests, tokens, money; nothing for a session without a model and without calls. */
export function readings({ usage: { total }, settings, engine }: SessionState): Reading[] {
  if (total.requests === 0 && engine === "extractive") return [];
  const calls = limitOf(settings, "max_requests");
  const requests = total.requests === 1 && calls === null ? "request" : "requests";
  return [
    against(calls, total.requests, String, requests),
    against(limitOf(settings, "max_tokens"), total.tokens, compact, "tokens"),
    money(total, limitOf(settings, "max_cost")),
  ];
}

function against(
  limit: number | null,
  spent: number,
  written: (amount: number) => string,
  unit: string,
): Reading {
  const used = limit === null ? written(spent) : `${written(spent)} of ${written(limit)}`;
  return { text: `${used} ${unit}`.trim(), near: limit !== null && spent >= NEAR * limit };
}

function money({ cost, known_cost }: Totals, limit: number | null): Reading {
  const known = against(limit, known_cost, dollars, "");
  if (cost !== null) return known;
  return { ...known, text: listed("cost unknown", limit !== null && `limit ${dollars(limit)}`) };
}

export interface Row {
  name: string;
  sums: Totals;
}

/** What each job has cost, the dearest in tokens first. */
export function rowsOf({ usage }: SessionState): Row[] {
  return [...usage.byJob]
    .map(([job, sums]) => ({ name: job.replaceAll("_", " "), sums }))
    .sort((one, other) => other.sums.tokens - one.sums.tokens);
}

/** What the sums leave open: what is known of the price, what was in vain. */
export function remarks({ usage: { total, dropped } }: SessionState): string[] {
  const unpriced = total.unpriced > 0 && total.unpriced < total.requests;
  return [
    unpriced && `At least ${dollars(total.known_cost)}: some requests have no known price.`,
    total.unpriced === total.requests && total.requests > 0 && "The model’s price is not known.",
    total.cached_tokens > 0 &&
      `${exact(total.cached_tokens)} tokens came from the provider’s cache.`,
    total.failed > 0 && `${count(total.failed, "request")} failed.`,
    dropped.requests > 0 &&
      `Prepared in advance and not said: ${count(dropped.requests, "request")}, ` +
        `${exact(dropped.tokens)} tokens.`,
  ].filter((remark) => remark !== false);
}
