import { use } from 'react';
import type { Namespace } from './namespaces.ts';
import { hasTexts, loadTexts, translate, type FullKey, type TextKey, type TextParams } from './texts.ts';

/** Texts by key. Keys of other namespaces than the first need a prefix: `'common:actions.back'`. */
export type Translate<First extends Namespace, All extends Namespace = First> = (
  key: TextKey<First> | FullKey<All>,
  params?: TextParams,
) => string;

type Asked = Namespace | readonly [Namespace, ...Namespace[]];
type FirstOf<N extends Asked> = N extends Namespace
  ? N
  : N extends readonly [infer F extends Namespace, ...unknown[]]
    ? F
    : never;
type AllOf<N extends Asked> = N extends Namespace
  ? N
  : N extends readonly (infer One extends Namespace)[]
    ? One
    : never;

/** With keys as plain text: every namespace with every key would be more pairs than the compiler can list. */
type TranslateAny = (key: string, params?: TextParams) => string;

/** One per namespace. They stay the same when the language changes, because then everything renders again. */
const translators = new Map<Namespace, TranslateAny>();

function translatorOf(first: Namespace): TranslateAny {
  const known = translators.get(first);
  if (known) return known;
  const made: TranslateAny = (key, params) =>
    translate((key.includes(':') ? key : `${first}:${key}`) as FullKey, params);
  translators.set(first, made);
  return made;
}

/** A component's texts. Suspends until they are loaded; pages fetch theirs in parallel with their code. */
export function useTranslation<const N extends Asked>(
  namespaces: N,
): { readonly t: Translate<FirstOf<N>, AllOf<N>> } {
  const all: readonly Namespace[] = typeof namespaces === 'string' ? [namespaces] : namespaces;
  for (const namespace of all) if (!hasTexts(namespace)) use(loadTexts(namespace));
  return { t: translatorOf(all[0] ?? 'common') };
}
