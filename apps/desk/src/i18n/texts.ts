import { en } from './en.ts';
import { humanised } from './humanised.ts';

type Path<Texts> = {
  [Key in keyof Texts & string]: Texts[Key] extends string ? Key : `${Key}.${Path<Texts[Key]>}`;
}[keyof Texts & string];

/** The same keys with any text: what another language must look like. */
type Shape<Texts> = { readonly [Key in keyof Texts]: Texts[Key] extends string ? string : Shape<Texts[Key]> };

export type TextKey = Path<typeof en>;
export type Group = keyof typeof en;

/** The desk's languages. It is for a handful of people who work together: English, until another is added here. */
const LANGUAGES: Readonly<Record<string, Shape<typeof en>>> = { en };

const texts: Shape<typeof en> =
  LANGUAGES[typeof navigator === 'undefined' ? 'en' : (navigator.language.split('-')[0] ?? 'en')] ?? en;

/** `{count}`; or a word that follows a number, as for 1 and as for others: `{count|day|days}`. */
const FIGURE = /\{(\w+)(?:\|([^|}]*)\|([^}]*))?\}/g;

/** The text of a key with its `{figures}` filled in. */
export function t(key: TextKey, figures: Readonly<Record<string, string | number>> = {}): string {
  const text = read(key) ?? key;
  return text.replaceAll(FIGURE, (whole, name: string, one?: string, other?: string) => {
    const value = String(figures[name] ?? whole);
    if (one === undefined || other === undefined) return value;
    return value === '1' ? one : other;
  });
}

/** The text for a word that comes from the server, e.g. a state; one that is not known is shown readably. */
export function word(group: Group, key: string): string {
  return known(group, key) ?? humanised(key);
}

/** The same for what may be somebody’s own text: undefined when it is no word of ours. */
export function known(group: Group, key: string): string | undefined {
  return read(`${group}.${key}`);
}

function read(key: string): string | undefined {
  let place: unknown = texts;
  for (const step of key.split('.')) {
    if (typeof place !== 'object' || place === null || !Object.hasOwn(place, step)) return undefined;
    place = (place as Readonly<Record<string, unknown>>)[step];
  }
  return typeof place === 'string' ? place : undefined;
}
