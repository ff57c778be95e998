/**
 * The knobs of a session. The page only carries them, so their names are Python's business; the
 * three limits that it shows are the exception.
 */

export type Settings = Record<string, string | number | boolean | null>;

export type Limit = "max_cost" | "max_tokens" | "max_requests";

/** What the session may spend; null when there is no limit. */
export function limitOf(settings: Settings, limit: Limit): number | null {
  const value = settings[limit];
  return typeof value === "number" ? value : null;
}
