import { fillText } from '@tallystick/protocol/fill-text';
import type { Language } from '@tallystick/protocol/languages';
import type { Namespace, Namespaces } from './namespaces.ts';

/**
 * The texts of the current language: small chunks, fetched when first needed, looked up by typed keys. All we need of
 * an i18n library fits here; the usual one would be a tenth of the first load.
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
/** What the placeholders of a text stand for: `{count}`. */
export type TextParams = Readonly<Record<string, string | number | undefined>>;

/** What a language's `index.ts` exports: the texts of the first page, and where the others are. */
interface LanguageModule {
  readonly first: TextModule;
  readonly later: Readonly<Record<string, () => Promise<unknown>>>;
}

// The names of all files of texts are kB: each language has its own, beside its first texts.
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
  // What failed is asked for again the next time.
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

/** Fetches a namespace in the current language. The promise is the same one as long as it is under way. */
export function loadTexts(namespace: Namespace): Promise<void> {
  wanted.add(namespace);
  return load(current, namespace);
}

/**
 * Fetches what is on screen in another language, then makes that the current one. False if another language was asked
 * for meanwhile: the newest wish counts, not the slowest download.
 */
export async function switchTexts(language: Language): Promise<boolean> {
  const turn = ++newestSwitch;
  await Promise.all([...wanted].map(namespace => load(language, namespace)));
  if (turn !== newestSwitch) return false;
  current = language;
  return true;
}

/** The text at a path of a tree with its placeholders filled; the path itself where there is none. */
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
