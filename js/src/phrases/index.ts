/** The page's words in the language of the discourse; English where there is no translation. */

import type { Settings } from "../settings";
import { en, type Phrases } from "./en";
import { ko } from "./ko";
import { zh } from "./zh";

export type { Phrases } from "./en";

const TRANSLATIONS: Record<string, Phrases> = { ko, zh };

/** The code without its country or script: `zh-Hans` is `zh`. */
export function languageOf(settings: Settings): string {
  return (
    String(settings["language"] ?? "en")
      .split(/[-_]/)[0]
      ?.toLowerCase() ?? "en"
  );
}

export function phrasesOf(settings: Settings): Phrases {
  return TRANSLATIONS[languageOf(settings)] ?? en;
}
