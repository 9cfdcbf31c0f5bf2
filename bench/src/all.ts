/** `npm run bench`: every benchmark one after the other, each in a process of its own, then one table or array. */
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { progress, report, type Row } from './report.ts';

const BENCHES = ['book', 'chat', 'core', 'option', 'orders', 'perpetual', 'recovery', 'sockets', 'web'];

const rows: Row[] = [];
for (const bench of BENCHES) {
  progress(`bench:${bench} …`);
  const file = path.join(import.meta.dirname, `${bench}.ts`);
  const run = spawnSync(process.execPath, [file, '--json'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  if (run.status !== 0) throw new Error(`bench:${bench} ended with ${run.status ?? run.signal}`);
  for (const row of JSON.parse(run.stdout) as Row[]) rows.push({ ...row, name: `${bench}: ${row.name}` });
}
report(rows);
