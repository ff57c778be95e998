// @vitest-environment node
import { expect, it } from "vitest";
import { phrasesOf } from "../src/phrases";
import { en } from "../src/phrases/en";
import { ko } from "../src/phrases/ko";
import { zh } from "../src/phrases/zh";

it("are in the language of the discourse, or in English", () => {
  expect(phrasesOf({ language: "ko" })).toBe(ko);
  expect(phrasesOf({ language: "zh-Hans" })).toBe(zh);
  expect(phrasesOf({ language: "de" })).toBe(en);
  expect(phrasesOf({})).toBe(en);
});

/** Every phrase with words in the places of its names. */
function said(phrases: object): string[] {
  return Object.values(phrases).flatMap((phrase) => {
    if (typeof phrase === "string") return [phrase];
    return typeof phrase === "function" ? [phrase("A1", "B2")] : said(phrase);
  });
}

it("name in each language what they name in English", () => {
  const names = (phrase: string) => [...phrase.matchAll(/A1|B2|Ctrl\+\w|F2|F10/g)].flat().sort();
  for (const other of [ko, zh]) {
    expect(Object.keys(other.actions)).toEqual(Object.keys(en.actions));
    expect(said(other).map(names)).toEqual(said(en).map(names));
    expect(said(other).every((phrase) => phrase.trim() !== "")).toBe(true);
  }
});
