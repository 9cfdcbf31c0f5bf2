import { hash } from 'node:crypto';
import { CORE_REFUSALS, type CoreRefusalCode, type Refusal } from '@tallystick/core';

/** Names of figures by the letter under which they are stored: capital letters for numbers, small ones for texts. */
const FIGURES = {
  a: 'available',
  b: 'bankruptcy',
  c: 'currency',
  f: 'from',
  h: 'highest',
  i: 'minimum',
  k: 'mark',
  l: 'lowest',
  m: 'maximum',
  n: 'needed',
  p: 'penalty',
  q: 'liquidation',
  r: 'remaining',
  t: 'left',
  u: 'until_ms',
  v: 'terms_version',
} as const;
const LETTERS = new Map<string, string>(Object.entries(FIGURES).map(([letter, name]) => [name, letter]));
const SEPARATOR = '|';
/** Four characters of the code's hash: new codes do not change them. */
const TAGS = new Map(CORE_REFUSALS.map(code => [code, hash('sha256', code, 'base64url').slice(0, 4)]));
const CODES = new Map(Array.from(TAGS, ([code, tag]) => [tag, code]));

/**
 * `tag|field|figure|figure…`, at most 69 bytes for today's refusals: anybody can cause one for free, so a row of
 * `idempotency` with one takes at most 200. A refusal that does not fit this form is stored as JSON.
 */
export function encodeRefusal(refusal: Refusal): string {
  const { code, field = '', params = {} } = refusal;
  let text = `${TAGS.get(code)!}${SEPARATOR}${field}`;
  for (const name of Object.keys(params)) {
    const letter = LETTERS.get(name);
    const value = params[name]!;
    if (letter === undefined || `${value}`.includes(SEPARATOR)) return JSON.stringify(refusal);
    text += `${SEPARATOR}${typeof value === 'number' ? letter.toUpperCase() : letter}${value}`;
  }
  return field.includes(SEPARATOR) ? JSON.stringify(refusal) : text;
}

/** Throws an Error for text that `encodeRefusal` did not write. */
export function decodeRefusal(text: string): Refusal {
  if (text.startsWith('{')) return JSON.parse(text) as Refusal;
  const [tag = '', field = '', ...figures] = text.split(SEPARATOR);
  const code: CoreRefusalCode | undefined = CODES.get(tag);
  if (code === undefined) throw new Error(`an unknown kind of stored refusal: ${JSON.stringify(tag)}`);
  return {
    code,
    ...(field === '' ? {} : { field }),
    ...(figures.length === 0 ? {} : { params: Object.fromEntries(figures.map(decodeFigure)) }),
  };
}

function decodeFigure(text: string): [string, string | number] {
  const [letter = ''] = text;
  const name = FIGURES[letter.toLowerCase() as keyof typeof FIGURES];
  if (name === undefined) throw new Error(`an unknown kind of stored figure: ${JSON.stringify(letter)}`);
  const value = text.slice(1);
  return [name, letter === letter.toLowerCase() ? value : Number(value)];
}
