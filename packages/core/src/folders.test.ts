import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { OWNERS } from './command.ts';

const SRC = new URL('.', import.meta.url);
const folders = readdirSync(SRC, { withFileTypes: true }).flatMap(one => (one.isDirectory() ? one.name : []));
const filesOf = (folder: string) => readdirSync(new URL(`${folder}/`, SRC));
const owners = folders.filter(name => filesOf(name).includes('command.ts'));

/** What every folder with commands has, beside the file of its own name. */
const OWNER_FILES = ['command.ts', 'event.ts', 'refusal.ts'];
const PRODUCT_FILES = ['admission.ts', 'check.ts', 'snapshot.ts'];
const PRODUCTS = ['spot', 'perpetual', 'option', 'trust', 'launch'];
/** Of the reading side spot has none: `ExchangeReader` is its own. Its terms are those of the market. */
const READ_FILES = ['reader.ts', 'terms.ts'];

describe('the folders of the core', () => {
  it('have commands where commands are applied, and nowhere else', () => {
    expect(owners.toSorted()).toEqual([...new Set(OWNERS.values())].toSorted());
  });

  it.each(owners)('%s has its files by the same names as every other', name => {
    const wanted = [`${name}.ts`, ...OWNER_FILES];
    if (PRODUCTS.includes(name)) wanted.push(...PRODUCT_FILES);
    if (PRODUCTS.includes(name) && name !== 'spot') wanted.push(...READ_FILES);
    expect(filesOf(name)).toEqual(expect.arrayContaining(wanted));
  });

  it.each(owners)('%s gives none of those another name', name => {
    const others = new RegExp(
      `^(commands|events|refusals|readers|snapshots|checks|check-${name}s?|${name}s?-(command|event|refusal|snapshot|check))\\.ts$`,
    );
    expect(filesOf(name).filter(file => others.test(file))).toEqual([]);
  });
});
