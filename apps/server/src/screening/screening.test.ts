import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { DEMO_LISTS } from './demo-lists.ts';
import { FileProvider } from './file-provider.ts';
import { foldName } from './fold.ts';
import { readCsv } from './csv.ts';
import { readLists } from './lists.ts';
import { jaroWinkler, isWithin, nameSimilarity } from './similarity.ts';
import { THRESHOLD } from './name-index.ts';
import { screeningTables, tablesIn } from './write-document.ts';

const alike = (one: string, other: string): boolean =>
  nameSimilarity(foldName(one), foldName(other)) >= THRESHOLD;

describe('names', () => {
  it.each([
    ['Владимир Щербаков', 'Wladimir Scherbakow'],
    ['محمد الحسيني', 'Mohamed Elhusseiny'],
    ['יוסף כהן', 'COHEN, Yosef'],
    ['王小明', 'Xiaoming Wang'],
    ['Ιωάννης Παπαδόπουλος', 'Papadopoulos Ioannis'],
    ['Łukasz Wiśniewski', 'lukasz wisniewsky'],
    ['สมชาย วงศ์สวัสดิ์', 'Somchai Wongsawat'],
    ['Dr. José Maria Fernández', 'Jose Fernandez'],
  ])('%s is %s', (one, other) => expect(alike(one, other)).toBe(true));

  it.each([
    ['Владимир Щербаков', 'Vladimir Yeltsov'],
    ['Maria', 'Maria Fernández'],
    ['Wang Xiaoming', 'Huang Xiaoming'],
    ['Jose Fernandez', 'Jose Gonzalez'],
    ['', 'Jose Gonzalez'],
    ['李', '王小明'],
  ])('%s is not %s', (one, other) => expect(alike(one, other)).toBe(false));

  it('bounds what it compares, whatever is typed', () => {
    const long = Array.from({ length: 5_000 }, (_, at) => `word${at}`).join(' ');
    expect(foldName(long)).toHaveLength(12);
    expect(foldName('x'.repeat(5_000))[0]?.plain).toHaveLength(30);
    expect(foldName('…—!')).toEqual([]);
  });

  it('knows how alike words are', () => {
    expect(jaroWinkler('martha', 'marhta')).toBeCloseTo(0.961, 3);
    expect(jaroWinkler('dixon', 'dicksonx')).toBeCloseTo(0.813, 3);
    expect(jaroWinkler('abc', 'xyz')).toBe(0);
    expect(isWithin('garcia', 'gracia', 1)).toBe(true);
    expect(isWithin('garcia', 'gaci', 1)).toBe(false);
  });
});

it('docs/compliance.md has the table of 10,000 names in all scripts', { timeout: 600_000 }, async () => {
  const document = await readFile(new URL('../../../../docs/compliance.md', import.meta.url), 'utf8');
  const plain = (text: string | null) => text?.replaceAll(/ +|-{2,}/g, ' ').replaceAll(/[ :-]+\|/g, '|');
  expect(plain(tablesIn(document))).toBe(plain(screeningTables()));
});

describe('lists as files', () => {
  const person = (name: string, bornOn: string | null = null) => ({ name, bornOn });

  it('find people by all their names, and addresses in any case', async () => {
    const provider = new FileProvider(DEMO_LISTS);
    const [hit] = await provider.names(person('FICTIVUS Zoltán'));
    expect(hit).toMatchObject({ list: 'invented', name: 'Zoltan Fictivus', countries: ['XX'] });
    expect(hit?.entry).toMatch(/^demo-1:[0-9a-f]{12}$/);
    expect(await provider.names(person('Золтан Фиктивус', '1962-01-01'))).toHaveLength(1);
    expect(await provider.names(person('Zoltan Fictivus', '1999-01-01'))).toEqual([]);
    expect(await provider.names(person('Zoltan Goodperson'))).toEqual([]);
    const listed = '0xf1c71710f1c71710f1c71710f1c71710f1c71710';
    expect(await provider.address('ERC20', listed)).toMatchObject({ list: 'invented' });
    expect(await provider.address('ERC20', listed.toUpperCase().replace('X', 'x'))).not.toBeNull();
    expect(await provider.address('ERC20', listed.replace('f', 'e'))).toBeNull();
    // Whose key it is on one chain, theirs it is on the other.
    expect(await provider.address('BEP20', listed)).toMatchObject({ list: 'invented' });
    expect(await provider.lists()).toEqual([
      { list: 'demo-addresses.csv', names: 0, addresses: 1 },
      { list: 'demo-names.csv', names: 7, addresses: 0 },
    ]);
  });

  it.each(['OMNI', 'BTC', ''])('find addresses in any spelling, of the network %j', async network => {
    const segwit = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
    const of = (address: string) =>
      new FileProvider([{ name: 'addresses.csv', content: `network,address\n${network},${address}\n` }]);
    for (const [listed, asked] of [
      [segwit.toUpperCase(), segwit],
      [segwit, segwit.toUpperCase()],
      [` ${segwit}`, segwit],
    ] as const) {
      expect(await of(listed).address('OMNI', asked)).not.toBeNull();
    }
    const legacy = '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa';
    expect(await of(legacy).address('OMNI', legacy)).not.toBeNull();
    expect(await of(legacy).address('OMNI', legacy.toLowerCase())).toBeNull();
  });

  it('are read again when a file changes, and refuse what is no list', async () => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'lists-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    let nowMs = 0;
    const provider = new FileProvider(folder, () => nowMs);
    await expect(provider.version()).rejects.toThrow('neither names.csv nor addresses.csv');
    await writeFile(path.join(folder, 'names.csv'), 'id,name\n1,"Doe, ""Jane"""\n');
    const first = await provider.version();
    expect(await provider.names(person('Jane Doe'))).toHaveLength(1);
    await writeFile(path.join(folder, 'names.csv'), 'id,name\n1,John Miller\n');
    expect(await provider.version()).toBe(first);
    nowMs = 10_001;
    expect(await provider.version()).not.toBe(first);
    expect(await provider.names(person('Jane Doe'))).toEqual([]);
    await writeFile(path.join(folder, 'addresses.csv'), 'network,address\nERC20,\n');
    nowMs = 30_000;
    await expect(provider.names(person('Jane Doe'))).rejects.toThrow('addresses.csv is no list');
  });

  it('are comma-separated values, with quotes and any ends of lines', () => {
    const rows = readCsv('\uFEFFa,b\r\n1,"x\ny"\r\n"2",\n\n');
    expect(rows.map(row => [row('a'), row('b'), row('c')])).toEqual([
      ['1', 'x\ny', ''],
      ['2', '', ''],
    ]);
    expect(() => readCsv('a\n"1')).toThrow('not closed');
  });

  it('change their version with their content alone', () => {
    const lists = readLists(DEMO_LISTS);
    expect(readLists(DEMO_LISTS.toReversed()).version).toBe(lists.version);
  });
});
