import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { OWNERS } from './command.ts';

const SRC = new URL('.', import.meta.url);
const folders = readdirSync(SRC, { withFileTypes: true }).flatMap(one => (one.isDirectory() ? one.name : []));
const filesOf = (folder: string) => readdirSync(new URL(`${folder}/`, SRC));
const owners = folders.filter(name => filesOf(name).includes('command.ts'));

/** Files of every folder that has commands, besides the file with the folder's name. */
const OWNER_FILES = ['command.ts', 'event.ts', 'refusal.ts'];
const PRODUCT_FILES = ['admission.ts', 'check.ts', 'snapshot.ts'];
const PRODUCTS = ['spot', 'perpetual', 'option', 'trust', 'launch'];
/** Spot has none: its reader is `ExchangeReader`, and its terms are those of the market. */
const READ_FILES = ['reader.ts', 'terms.ts'];

describe('the folders of the core', () => {
  it('have a command.ts exactly where commands are applied', () => {
    expect(owners.toSorted()).toEqual([...new Set(OWNERS.values())].toSorted());
  });

  it.each(owners)('%s names its files as every other folder does', name => {
    const wanted = [`${name}.ts`, ...OWNER_FILES];
    if (PRODUCTS.includes(name)) wanted.push(...PRODUCT_FILES);
    if (PRODUCTS.includes(name) && name !== 'spot') wanted.push(...READ_FILES);
    expect(filesOf(name)).toEqual(expect.arrayContaining(wanted));
  });

  it.each(owners)('%s has no such file under another name', name => {
    const others = new RegExp(
      `^(commands|events|refusals|readers|snapshots|checks|check-${name}s?|${name}s?-(command|event|refusal|snapshot|check))\\.ts$`,
    );
    expect(filesOf(name).filter(file => others.test(file))).toEqual([]);
  });
});
