import { plainText } from '#lib/plain-text.ts';

/** Heading under which a name is listed: its first letter, or what stands first in scripts that have none of A to Z. */
export function initialOf(name: string): string {
  const first = plainText(name).charAt(0).toUpperCase();
  return /[A-Z]/.test(first) ? first : name.charAt(0);
}
