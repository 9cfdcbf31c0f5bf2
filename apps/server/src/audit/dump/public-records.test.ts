import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { publicRecords, readBooks } from '@tallystick/audit';
import { TILE_WIDTH, tilePath, tileWidth, writeBundle } from '@tallystick/verify/tiles';
import { afterEach, beforeEach, expect, it } from 'vitest';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'tallystick-records-'));
});
afterEach(() => rm(folder, { recursive: true }));

/** A mirror with records of the kind books, as the mirror program leaves it; only `from` on has files. */
async function mirror(size: number, from = 0): Promise<void> {
  await writeFile(
    path.join(folder, 'checkpoint'),
    `log.example/public\n${size}\nroot\n\n— log.example/public sig\n`,
  );
  for (let index = Math.floor(from / TILE_WIDTH); index * TILE_WIDTH < size; index++) {
    const width = tileWidth(0, index, size);
    const entries = Array.from({ length: width }, (_, i) => Buffer.from(record(index * TILE_WIDTH + i + 1)));
    const file = path.join(folder, tilePath('entries', index, width));
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, writeBundle(entries));
  }
}

const record = (sequence: number): string =>
  JSON.stringify({ body: { hash: hashOf(sequence), sequence }, kind: 'books', note: 'é' });
const hashOf = (sequence: number): string => sequence.toString(16).padStart(64, '0');

it.each([0, 1, 255, 256, 257, 600])('reads the %i records of a mirror', async size => {
  await mirror(size);
  const all: string[] = [];
  for await (const some of publicRecords(folder)) all.push(...some);
  expect(all).toEqual(Array.from({ length: size }, (_, i) => record(i + 1)));
});

it('reads the books that a mirror names', async () => {
  await mirror(300);
  const books = await readBooks(folder);
  expect(books.size).toBe(300);
  expect(books.get(257)).toBe(hashOf(257));
});

it('finds the files of a large log', async () => {
  await mirror(256_010, 256_000);
  await expect(readBooks(folder)).rejects.toThrow(path.join('tile', 'entries', '000'));
  for (let index = 0; index < 1_000; index++) {
    const file = path.join(folder, tilePath('entries', index));
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(
      file,
      writeBundle(Array.from({ length: TILE_WIDTH }, () => Buffer.from('{"body":{},"kind":"notice"}'))),
    );
  }
  expect([...(await readBooks(folder)).keys()]).toEqual(Array.from({ length: 10 }, (_, i) => 256_001 + i));
});

it('refuses a folder that is no whole mirror', async () => {
  await expect(readBooks(folder)).rejects.toThrow('checkpoint');
  await mirror(3);
  const file = path.join(folder, tilePath('entries', 0, 3));
  await writeFile(file, writeBundle([Buffer.from(record(1))]));
  await expect(readBooks(folder)).rejects.toThrow('does not hold 3 entries');
  await writeFile(file, Buffer.from([0, 9, 1]));
  await expect(readBooks(folder)).rejects.toThrow('does not hold 3 entries');
  await writeFile(path.join(folder, 'checkpoint'), 'nothing\n');
  await expect(readBooks(folder)).rejects.toThrow('has no checkpoint');
});
