import { fillText } from '@tallystick/protocol/fill-text';
import type { Language } from '@tallystick/protocol/languages';
import type { Namespace, Namespaces } from './namespaces.ts';

/**
 * The texts of the current language, in small chunks that are fetched when first needed, with typed keys. An i18n
 * library would be a tenth of the first load; this file has all of it that is needed.
 */

export type TextTree = { readonly [key: string]: string | TextTree };
type TextModule = Readonly<Record<string, TextTree>>;

/** Every key of a tree of texts: `'actions.back'`. */
type KeyOf<Tree> = {
  [Key in keyof Tree & string]: Tree[Key] extends string ? Key : `${Key}.${KeyOf<Tree[Key]>}`;
}[keyof Tree & string];
/** A key within one namespace. */
export type TextKey<In extends Namespace> = KeyOf<Namespaces[In]>;
/** A key with its namespace: `'common:actions.back'`. */
export type FullKey<In extends Namespace = Namespace> = { [N in In]: `${N}:${TextKey<N>}` }[In];
/** Values of a text's placeholders, such as `{count}`. */
export type TextParams = Readonly<Record<string, string | number | undefined>>;

/** Exports of a language's `index.ts`: the texts of the first page, and loaders of the others. */
interface LanguageModule {
  readonly first: TextModule;
  readonly later: Readonly<Record<string, () => Promise<unknown>>>;
}

// The list of all text files is several kB, so each language's index has only its own.
const languages = import.meta.glob<LanguageModule>('./*/index.ts');
const loaded = new Map<string, TextTree>();
const loading = new Map<string, Promise<void>>();
const wanted = new Set<Namespace>();
let current: Language = 'en';
let newestSwitch = 0;

async function fetchTexts(language: Language, namespace: Namespace): Promise<void> {
  const module = await languages[`./${language}/index.ts`]?.();
  const load = module?.later[`./${namespace}.ts`];
  const texts = module?.first[namespace] ?? ((await load?.()) as TextModule | undefined)?.[namespace];
  if (!texts) throw new Error(`no texts for ${language}/${namespace}`);
  loaded.set(`${language}/${namespace}`, texts);
}

function load(language: Language, namespace: Namespace): Promise<void> {
  const name = `${language}/${namespace}`;
  const known = loading.get(name);
  if (known) return known;
  const work = fetchTexts(language, namespace);
  loading.set(name, work);
  // After a failure, the next call tries again.
  work.catch(() => loading.delete(name));
  return work;
}

export function textLanguage(): Language {
  return current;
}

/** True when every text of the namespace can be shown. */
export function hasTexts(namespace: Namespace): boolean {
  return loaded.has(`${current}/${namespace}`);
}

/** Fetches a namespace in the current language; calls while it loads get the same promise. */
export function loadTexts(namespace: Namespace): Promise<void> {
  wanted.add(namespace);
  return load(current, namespace);
}

/**
 * Fetches all used namespaces in another language, then makes it the current one. False if a later call has chosen
 * another language: the last call counts, not the slowest download.
 */
export async function switchTexts(language: Language): Promise<boolean> {
  const turn = ++newestSwitch;
  await Promise.all([...wanted].map(namespace => load(language, namespace)));
  if (turn !== newestSwitch) return false;
  current = language;
  return true;
}

/** The text at a path of a tree, with placeholders filled in; the path itself if there is no text. */
export function textAt(tree: TextTree | undefined, path: string, params: TextParams = {}): string {
  let found: string | TextTree | undefined = tree;
  for (const name of path.split('.')) found = typeof found === 'object' ? found[name] : undefined;
  if (typeof found !== 'string') return path;
  return fillText(found, name => String(params[name] ?? ''));
}

/** A text of the current language. */
export function translate(key: FullKey, params?: TextParams): string {
  const colon = key.indexOf(':');
  return textAt(loaded.get(`${current}/${key.slice(0, colon)}`), key.slice(colon + 1), params);
}
