import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FolderStore } from '../object-store/folder-store.ts';
import { takeOverWitnesses, takeOverWitnessFiles } from './earlier-files.ts';
import { Witness, WitnessError, WitnessMoved, type Witnessed } from './witness.ts';

let folder: string;
let store: FolderStore;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'tallystick-witness-'));
  store = new FolderStore(path.join(folder, 'objects'));
});
afterEach(() => rm(folder, { recursive: true }));

const tree = (size: number, origin = 'test.example/log'): Witnessed => ({
  origin,
  size,
  root: String(size).padStart(64, '0'),
});
const textOf = ({ origin, size, root }: Witnessed) => Buffer.from(`${origin}\n${size}\n${root}\n`);
const open = () => new Witness(store, 'price');
const numbers = () => readdir(path.join(folder, 'objects/witness/price'));

describe('a witness', () => {
  it('remembers what was signed last, beyond a restart', async () => {
    const witness = open();
    expect(await witness.read()).toBe(null);
    for (const size of [5, 9, 9, 12]) await witness.write(tree(size));
    expect(await open().read()).toEqual(tree(12));
    expect(await numbers()).toEqual(['000000000004']);
    const later = open();
    await later.read();
    await later.write(tree(20));
    expect(await open().read()).toEqual(tree(20));
  });

  it('lets one of two signers go on from the same tree', async () => {
    await open().write(tree(5));
    const [one, other] = [open(), open()];
    await Promise.all([one.read(), other.read()]);
    const ends = await Promise.allSettled([one.write(tree(7)), other.write(tree(8))]);
    expect(ends.map(end => end.status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(ends.find(end => end.status === 'rejected')?.reason).toBeInstanceOf(WitnessMoved);
    const winner = ends[0]?.status === 'fulfilled' ? tree(7) : tree(8);
    expect(await open().read()).toEqual(winner);
  });

  it('refuses a signer that was away while others wrote, also where theirs are deleted by now', async () => {
    await open().write(tree(5));
    const away = open();
    await away.read();
    const active = open();
    await active.read();
    for (const size of [6, 7, 8]) await active.write(tree(size));
    expect(await numbers()).toEqual(['000000000004']);
    await expect(away.write(tree(6))).rejects.toThrow(WitnessMoved);
    expect(await numbers()).toEqual(['000000000004']);
    expect(await open().read()).toEqual(tree(8));
    // Neither can the active one be misled by it.
    await active.write(tree(9));
    expect(await open().read()).toEqual(tree(9));
  });

  it('never goes back, except to begin another log', async () => {
    const witness = open();
    await witness.write(tree(9));
    await expect(witness.write(tree(8))).rejects.toThrow(WitnessMoved);
    await witness.write(tree(2, 'test.example/new-log'));
    expect(await open().read()).toEqual(tree(2, 'test.example/new-log'));
  });

  it('says when it cannot be read, and keeps each log apart', async () => {
    await store.putIfAbsent('witness/price/000000000003', Buffer.from('nonsense'));
    await expect(open().read()).rejects.toThrow(WitnessError);
    expect(await new Witness(store, 'audit').read()).toBe(null);
  });
});

describe('what earlier versions remembered in DATA_DIR', () => {
  const file = (name: string) => path.join(folder, name);

  it('is taken over once, for each log', async () => {
    await writeFile(file('price-log-checkpoint'), textOf(tree(40)));
    await writeFile(file('journal-checkpoint'), textOf(tree(50)));
    await writeFile(file('audit-log-checkpoint'), textOf(tree(60)));
    for (let start = 0; start < 2; start++) await takeOverWitnessFiles(folder, store);
    for (const [log, size] of [
      ['price', 40],
      ['journal', 50],
      ['audit', 60],
    ] as const) {
      expect(await new Witness(store, log).read()).toEqual(tree(size));
    }
    expect(await readdir(folder)).toEqual(['objects']);
  });

  it.each([
    ['is as far: as before', tree(40), tree(40)],
    ['is further, as after a downgrade', tree(45), tree(45)],
    ['is behind', tree(39), tree(40)],
    ['is of another log', tree(99, 'test.example/other'), tree(40)],
  ])('and %s', async (_what, earlier, then) => {
    await open().write(tree(40));
    await writeFile(file('price-log-checkpoint'), textOf(earlier));
    await takeOverWitnessFiles(folder, store);
    expect(await open().read()).toEqual(then);
    expect(await readdir(folder)).toEqual(['objects']);
  });

  it('and cannot be read stays so', async () => {
    await writeFile(file('price-log-checkpoint'), 'nonsense');
    await takeOverWitnessFiles(folder, store);
    await expect(open().read()).rejects.toThrow(WitnessError);
  });
});

it('moves to another store, and does not put that one back', async () => {
  const other = new FolderStore(path.join(folder, 'other'));
  const there = new Witness(other, 'price');
  await open().write(tree(40));
  await takeOverWitnesses(store, other);
  expect([await open().read(), await there.read()]).toEqual([null, tree(40)]);
  await there.write(tree(70));
  await open().write(tree(41));
  await takeOverWitnesses(store, other);
  expect([await open().read(), await there.read()]).toEqual([null, tree(70)]);
});
