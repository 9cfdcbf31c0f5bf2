import { hash, randomBytes } from 'node:crypto';

const COUNT = 10;
const LETTERS = 10;
/** Without characters that are easily confused; 32 of them, so that all codes are equally likely. */
const ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';

/** Ten codes of 50 random bits, e.g. `K7M2P-9XWQ4`. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: COUNT }, () => {
    const letters = Array.from(randomBytes(LETTERS), byte => ALPHABET[byte & 31]).join('');
    return `${letters.slice(0, LETTERS / 2)}-${letters.slice(LETTERS / 2)}`;
  });
}

/** Null for a text of another form. Blanks, dashes and upper case are ignored. */
export function recoveryCodeHash(code: string): Buffer | null {
  const letters = code.toUpperCase().replaceAll(/[\s-]/g, '');
  if (letters.length !== LETTERS || [...letters].some(letter => !ALPHABET.includes(letter))) return null;
  return Buffer.from(hash('sha256', letters, 'hex'), 'hex');
}
