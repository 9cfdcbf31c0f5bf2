import { describe, expect, test } from 'vitest';
import { placeholdersOf } from '@tallystick/protocol/fill-text';
import { LANGUAGES } from '@tallystick/protocol/languages';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { NAMESPACES } from './namespaces.ts';

type Tree = { readonly [key: string]: string | Tree };

/** Texts that may be equal to the English ones: names, codes, and loan words. */
const SAME_AS_ENGLISH: readonly RegExp[] = [
  /^(?:[\W\d]|\{\w+\})*$/,
  /^Tallystick$/,
  /^\d+ ?[mhDWM]$/,
  /^ID \{id\}$/,
  /^\{count\} (?:s|min|h|d)$/,
  /^(?:[A-Z]{3,5}|Maker|Taker|MA|BOLL|VOL|MACD|RSI|KDJ|CSV|QR)$/,
];

/** Equal in all languages with Latin letters. */
const COIN_NAMES = ['BTC', 'ETH', 'USDT', 'SOL', 'DOGE', 'ADA'].map(code => `common.coins.${code}`);

/** Texts that are correctly equal to the English ones in this language; each was checked. */
const SAME_WORD: Readonly<Record<string, readonly string[]>> = {
  esp: ['notification.push', 'common.demo.mark', 'common.demo.days', 'common.demo.hours', ...COIN_NAMES],
  yn: ['common.actions.menu', 'common.demo.mark', 'common.menu.title', 'account.kind.email', ...COIN_NAMES],
};

async function load(language: string, namespace: string): Promise<Tree> {
  const module: Record<string, Tree> = await import(join(import.meta.dirname, language, `${namespace}.ts`));
  const texts = module[namespace];
  if (!texts) throw new Error(`${language}/${namespace}.ts does not export ${namespace}`);
  return texts;
}

function flatten(tree: Tree, prefix: string): Map<string, string> {
  const flat = new Map<string, string>();
  for (const [key, value] of Object.entries(tree)) {
    const path = `${prefix}.${key}`;
    if (typeof value === 'string') flat.set(path, value);
    else for (const [inner, text] of flatten(value, path)) flat.set(inner, text);
  }
  return flat;
}

/** The fault of a translation; undefined if there is none. */
function faultOf(language: string, key: string, text: string, original: string): string | undefined {
  if (text.trim() === '') return 'is empty';
  if (placeholdersOf(text).join() !== placeholdersOf(original).join()) return 'has other placeholders';
  const mayBeSame =
    SAME_AS_ENGLISH.some(pattern => pattern.test(original)) || SAME_WORD[language]?.includes(key);
  return text === original && !mayBeSame ? 'is not translated' : undefined;
}

test.each(LANGUAGES)('every file of texts in %s is a known namespace', language => {
  const files = readdirSync(join(import.meta.dirname, language))
    .filter(name => name !== 'index.ts')
    .map(name => name.replace(/\.ts$/, ''));
  expect(files.toSorted()).toEqual([...NAMESPACES].toSorted());
});

describe.each(NAMESPACES)('%s', namespace => {
  test.each(LANGUAGES.filter(language => language !== 'en'))('is complete in %s', async language => {
    const english = flatten(await load('en', namespace), namespace);
    const other = flatten(await load(language, namespace), namespace);
    expect([...other.keys()].toSorted()).toEqual([...english.keys()].toSorted());
    const faults = [...other].flatMap(([key, text]) => {
      const fault = faultOf(language, key, text, english.get(key) ?? '');
      return fault ? [`${key} ${fault}: ${text}`] : [];
    });
    expect(faults).toEqual([]);
  });
});

test('Japanese calls contracts 先物 and the service agreement サービス規約, never 契約', async () => {
  const texts = await Promise.all(NAMESPACES.map(async name => flatten(await load('jp', name), name)));
  expect(texts.flatMap(flat => [...flat]).filter(([, text]) => text.includes('契約'))).toEqual([]);
});
