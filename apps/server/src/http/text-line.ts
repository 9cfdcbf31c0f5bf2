/** Control characters, and those that reverse the direction of what follows: a text could pose as another one. */
const UNFIT = /[\p{Cc}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;

/** One line of a customer's own words, without blanks around; null if it is longer or not a line. */
export function readLine(text: string, longest: number): string | null {
  const line = text.trim();
  return line.length > longest || UNFIT.test(line) || !line.isWellFormed() ? null : line;
}
