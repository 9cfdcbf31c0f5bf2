/** Control characters, and those that reverse text direction: with them a text could look like another one. */
const UNFIT = /[\p{Cc}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;

/** One line of a customer's text, trimmed; null if it is too long or not a single line. */
export function readLine(text: string, longest: number): string | null {
  const line = text.trim();
  return line.length > longest || UNFIT.test(line) || !line.isWellFormed() ? null : line;
}
