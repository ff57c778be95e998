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

const COMPACT = new Intl.NumberFormat("en", { notation: "compact", maximumFractionDigits: 1 });

/** `8140` → "8.1k". */
export function compact(number: number): string {
  return COMPACT.format(number).replace("K", "k");
}

const EXACT = new Intl.NumberFormat("en", { maximumFractionDigits: 1 });

/** `8140` → "8,140". */
export function exact(number: number): string {
  return EXACT.format(number);
}

/** `0.0213` → "$0.02"; sums below a cent in two digits that count: `0.00042` → "$0.00042". */
export function dollars(amount: number): string {
  if (amount === 0 || amount >= 0.005) return `$${amount.toFixed(2)}`;
  return `$${amount.toFixed(1 - Math.floor(Math.log10(amount)))}`;
}

/** `0.0213` → "$0.0213": for columns. */
export function dollarsInColumn(amount: number): string {
  return amount > 0 && amount < 0.00005 ? "< $0.0001" : `$${amount.toFixed(4)}`;
}

/** `62` → "1 min 2 s". */
export function duration(seconds: number): string {
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole} s`;
  const rest = whole % 60;
  return `${Math.floor(whole / 60)} min${rest > 0 ? ` ${rest} s` : ""}`;
}

/** The parts that are there, with commas. */
export function listed(...parts: (string | false)[]): string {
  return parts.filter(Boolean).join(", ");
}

/** `"rate limit."` → "Rate limit": to go on with in the same line. */
export function opening(sentence: string): string {
  const text = sentence.trim().replace(/[.:…\s]+$/u, "");
  return text.charAt(0).toUpperCase() + text.slice(1);
}
