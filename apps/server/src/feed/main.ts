// npm run feed [-- COMMAND]: lists the feed's subscribers and their positions, using the server's database settings. A
// running server continues from a position set here.
import { parseArgs } from 'node:util';
import type pg from 'pg';
import { readSettings, SettingsError } from '../config/settings.ts';
import { runningEmbedded, startEmbedded } from '../database/embedded.ts';
import { SILENT_LOG } from '../database/log.ts';
import { createPool } from '../database/pool.ts';
import { listSubscribers, replayFrom, retire, skipOne } from './operate.ts';

const USAGE = `Usage: npm run feed [-- COMMAND]
  list                       every subscriber, its position, and the age of what it has still to handle (default)
  replay NAME SEQUENCE OFFICE  everything after the exchange's sequence and the office's position happens again
  skip NAME                  leaves out the one event that cannot be handled
  retire NAME                forgets a subscriber that no program has any more, so that events need not wait for it
`;

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

function whole(text: string | undefined): number {
  const value = Number(text);
  if (text === undefined || !Number.isSafeInteger(value) || value < 0)
    throw new TypeError(`no position: ${text}`);
  return value;
}

function nameOf(text: string | undefined): string {
  if (text === undefined) throw new TypeError('which subscriber?');
  return text;
}

async function run(pool: pg.Pool, [command = 'list', name, ...rest]: readonly string[]): Promise<void> {
  switch (command) {
    case 'list':
      for (const line of await listSubscribers(pool, Date.now())) say(line);
      return;
    case 'replay':
      await replayFrom(pool, nameOf(name), { sequence: whole(rest[0]), office: whole(rest[1]) });
      say(`${name} begins again after sequence ${rest[0]} and office position ${rest[1]}`);
      return;
    case 'skip': {
      const skipped = await skipOne(pool, nameOf(name));
      say(skipped === null ? `${name} has nothing to leave out` : `${name} leaves out ${skipped}`);
      return;
    }
    case 'retire':
      await retire(pool, nameOf(name));
      say(`${name} is forgotten`);
      return;
    default:
      throw new TypeError(`no such command: ${command}`);
  }
}

try {
  const { positionals } = parseArgs({ allowPositionals: true });
  const { DATA_DIR: dataDir, DATABASE_URL: url } = readSettings();
  const running = url ?? (await runningEmbedded(dataDir));
  const embedded =
    running === null ? await startEmbedded({ dataDir, database: 'tallystick' }, SILENT_LOG) : null;
  const pool = createPool(running ?? embedded!.url, 1, SILENT_LOG);
  try {
    await run(pool, positionals);
  } finally {
    await pool.end();
    await embedded?.stop();
  }
} catch (error) {
  if (!(error instanceof SettingsError || error instanceof TypeError || error instanceof RangeError))
    throw error;
  process.stderr.write(`${error.message}\n${USAGE}`);
  process.exitCode = 2;
}
