/** The knobs of a session; the page only carries them, so their names are Python's business. */

export type Settings = Record<string, string | number | boolean | null>;
