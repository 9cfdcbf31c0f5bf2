import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { consistencyFromTiles, GrowingTree, tilePath, tileWidth } from '@tallystick/verify/tiles';
import { checkPublicLog, runLogCheck } from '@tallystick/verify/public-log/check';
import { SamplePublicLog, sampleRecords } from '@tallystick/verify/testing/sample-public-log';
import { WitnessKey } from '@tallystick/witness/key';
import { emptyState, State } from '@tallystick/witness/state';
import { Witness } from '@tallystick/witness/witness';

/** How long a whole public log takes to check, and a witness to sign a head: `npm run bench:public-log -- [RECORDS]`. */
const RECORDS = Number(process.argv[2] ?? 100_000);
const HEADS = 10;

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const log = new SamplePublicLog(sampleRecords(RECORDS));
const files = log.files();
const bytes = [...files.values()].reduce((sum, file) => sum + file.length, 0);

const startedAt = performance.now();
const report = runLogCheck(
  checkPublicLog({ keys: [log.signer.key], witnesses: [], need: 0 }),
  file => files.get(file) ?? null,
);
const tookMs = performance.now() - startedAt;
if (!report.ok) throw new Error(`${report.file}: ${report.problem}`);
const heapMb = Math.round(process.memoryUsage().rss / 2 ** 20);
say(
  `${RECORDS} records, ${files.size} files, ${(bytes / 2 ** 20).toFixed(1)} MB: checked in ${Math.round(tookMs)} ms`,
);
say(
  `  ${Math.round((RECORDS / tookMs) * 1_000)} records a second; the process has ${heapMb} MB, the log itself included`,
);

const folder = await mkdtemp(path.join(tmpdir(), 'tallystick-bench-'));
const key = WitnessKey.create('witness.example/bench');
await writeFile(path.join(folder, 'state.json'), emptyState(key.key));
const witness = new Witness({
  key,
  state: await State.open(path.join(folder, 'state.json'), key.key),
  logs: [log.signer.key],
  now: Date.now,
  keep: () => Promise.reject(new Error('a right log was refused')),
});
const sizes = Array.from({ length: HEADS }, (_, i) => RECORDS - (HEADS - 1 - i) * 3);
const heads: { size: number; note: string; proof: Uint8Array[] }[] = [];
for (const [i, size] of sizes.entries()) {
  const tiles = new Map<string, Uint8Array>();
  const tree = new GrowingTree((level, index, hashes) => tiles.set(tilePath(level, index), hashes));
  for (const leaf of log.leaves.slice(0, size)) tree.add(leaf);
  for (const { level, index, hashes } of tree.unfinished()) tiles.set(tilePath(level, index), hashes);
  const before = sizes[i - 1] ?? 0;
  const read = (level: number, index: number) => {
    const tile = tiles.get(tilePath(level, index));
    if (tile === undefined || tileWidth(level, index, size) === 0) throw new Error('a tile is missing');
    return Promise.resolve(tile);
  };
  const proof = before === 0 ? [] : await consistencyFromTiles(before, size, read);
  heads.push({ size, note: log.checkpoint(size), proof });
}
const signedAt = performance.now();
let old = 0;
for (const { size, note, proof } of heads) {
  const { status } = await witness.add({ old, proof, note });
  if (status !== 200) throw new Error(`the witness answered ${status}`);
  old = size;
}
const eachMs = (performance.now() - signedAt) / heads.length;
say(`a witness checks, remembers (on disk) and signs a head in ${eachMs.toFixed(1)} ms`);
await rm(folder, { recursive: true });
