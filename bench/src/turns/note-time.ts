/** Preloaded into a benchmark's programs: each records its processor time at its end. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';

const folder = process.env['BENCH_TIMES'];
const program = path.basename(process.argv[1] ?? '');
process.on('exit', () => {
  if (folder === undefined || program === '') return;
  const { user, system } = process.cpuUsage();
  const note = { program, seconds: (user + system) / 1e6 };
  writeFileSync(path.join(folder, `${process.pid}.json`), JSON.stringify(note));
});
