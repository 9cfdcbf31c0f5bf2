// npm run ledger-export -- --month 2026-11 --out FILE: the month's ledger as double-entry CSV, with the server's database
// settings. Started again after an interruption it goes on where the file ends.
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { parseArgs } from 'node:util';
import { readSettings, SettingsError } from './config/settings.ts';
import { runningEmbedded, startEmbedded } from './database/embedded.ts';
import { SILENT_LOG } from './database/log.ts';
import { createPool } from './database/pool.ts';
import { BooksBroken } from './modules/books/bookings.ts';
import { writeLedgerFile } from './modules/books/ledger-file.ts';
import { keptFile } from './modules/books/month-files.ts';
import { monthNamed } from './modules/books/months.ts';

const USAGE = 'Usage: npm run ledger-export -- --month 2026-11 --out FILE\n';

try {
  const { values } = parseArgs({ options: { month: { type: 'string' }, out: { type: 'string' } } });
  const { month, out } = values;
  if (month === undefined || out === undefined || !/^20\d{2}-(0[1-9]|1[0-2])$/.test(month)) {
    throw new TypeError('a month and a file are needed');
  }
  const { DATA_DIR: dataDir, DATABASE_URL: url } = readSettings();
  const running = url ?? (await runningEmbedded(dataDir));
  const embedded =
    running === null ? await startEmbedded({ dataDir, database: 'tallystick' }, SILENT_LOG) : null;
  const pool = createPool(running ?? embedded!.url, 1, SILENT_LOG);
  try {
    const written = await writeLedgerFile(pool, monthNamed(month), out, postings =>
      process.stderr.write(`${postings} postings\n`),
    );
    const hash = createHash('sha256');
    for await (const chunk of createReadStream(out)) hash.update(chunk as Buffer);
    const sha256 = hash.digest('hex');
    const kept = await keptFile(pool, month);
    const from = written.resumedAfter === null ? '' : `, went on after posting ${written.resumedAfter}`;
    process.stdout.write(
      `${written.postings} postings in ${written.lines} lines${from}; each balances, and all are what was counted\n` +
        `SHA-256 ${sha256}${told(kept?.sha256 ?? null, sha256)}\n`,
    );
  } finally {
    await pool.end();
    await embedded?.stop();
  }
} catch (error) {
  if (error instanceof BooksBroken) {
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  } else if (error instanceof SettingsError || error instanceof TypeError) {
    process.stderr.write(`${error.message}\n${USAGE}`);
    process.exitCode = 2;
  } else throw error;
}

/** How the file stands to the digest that was noted when the month was closed. */
function told(kept: string | null, sha256: string): string {
  if (kept === null) return '';
  return kept === sha256
    ? ', as it was when the month was closed'
    : `; when the month was closed it was ${kept}`;
}
