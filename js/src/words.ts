/** Counting in words, as people read it. */

const SMALL = "no one two three four five six seven eight nine ten eleven twelve".split(" ");

/** `3, "turn"` → "3 turns". */
export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}

/** `3, "passage"` → "three passages"; from thirteen on in digits. */
export function countInWords(number: number, noun: string): string {
  return `${SMALL[number] ?? number} ${noun}${number === 1 ? "" : "s"}`;
}
