import { plainText } from '#lib/plain-text.ts';

/** Heading for a name in a list: its first letter A to Z, or its first character in other scripts. */
export function initialOf(name: string): string {
  const first = plainText(name).charAt(0).toUpperCase();
  return /[A-Z]/.test(first) ? first : name.charAt(0);
}
