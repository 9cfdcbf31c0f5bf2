import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { FolderStore } from '../object-store/folder-store.ts';
import { Archive, ArchiveError, type ArchiveRow } from './archive.ts';

let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'tallystick-archive-'));
  await mkdir(path.join(dataDir, 'price-log'));
});
afterAll(() => rm(dataDir, { recursive: true }));

async function written(first: number): Promise<ArchiveRow> {
  const hash = String(first).padStart(64, '0');
  const lines = [{ previous_hash: hash }, ...Array.from({ length: 600 }, (_, i) => ({ number: first + i }))];
  const bytes = gzipSync(lines.map(line => `${JSON.stringify(line)}\n`).join(''));
  await writeFile(path.join(dataDir, 'price-log', `${String(first).padStart(12, '0')}.ndjson.gz`), bytes);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { first, last: first + 599, firstAtMs: 0, lastAtMs: 0, lastHash: hash, sha256, bytes: bytes.length };
}

it('opens one file at a time, and a damaged one does not block others', async () => {
  const rows = await Promise.all([1, 601, 1201, 1801, 2401, 3001].map(written));
  rows[2] = { ...rows[2]!, sha256: '0'.repeat(64) };
  const happened: string[] = [];
  class Watched extends Archive {
    override bytes(row: ArchiveRow): Promise<Buffer> {
      happened.push(`reads ${row.first}`);
      return super.bytes(row);
    }
  }
  const archive = new Watched(new pg.Pool(), new FolderStore(dataDir));
  const answers = rows.map(async row => {
    const { ticks } = await archive.ticks(row);
    happened.push(`has ${ticks[0]?.number}`);
  });
  const ends = await Promise.allSettled(answers);
  expect(ends.map(end => end.status === 'rejected' && end.reason instanceof ArchiveError)).toEqual(
    rows.map(row => row.first === 1201),
  );
  const whole = rows
    .filter(row => row.first !== 1201)
    .flatMap(({ first }) => [`reads ${first}`, `has ${first}`]);
  expect(happened.filter(word => word !== 'reads 1201')).toEqual(whole);
});
