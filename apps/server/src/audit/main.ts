// npm run audit [-- --until SEQ] [--unreleased]: replays the journal from its beginning and reports the first
// difference from the stored tables, using the server's database settings. Only reads; can run beside an exchange.
// --export FILE writes the journal into a file for an auditor, and with --books FILE what the public log says of it; --dump
// FILE audits such a file without any database: it ends with 0 if everything follows, 1 if something does not, 2 if it, or
// something that was named in public, could not be checked.
import { parseArgs } from 'node:util';
import { readSettings, SettingsError } from '../config/settings.ts';
import { SILENT_LOG } from '../database/log.ts';
import { runningEmbedded, startEmbedded } from '../database/embedded.ts';
import { auditJournal } from './audit-journal.ts';
import type { AuditResult } from './audit-result.ts';
import { runDumpAudit, runExport, unreleasedWarning } from './dump/commands.ts';

const USAGE =
  'Usage: npm run audit [-- --until SEQUENCE] [--unreleased]\n' +
  '       npm run audit -- --export FILE [--books FILE] [--until SEQUENCE]\n' +
  '       npm run audit -- --dump FILE [--log MIRROR | --books FILE] [--state FILE] [--unreleased]\n' +
  '--unreleased runs cores that came with the journal: programs of whoever made it, with all your rights\n';

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

function warn(line: string): void {
  process.stderr.write(`${line}\n`);
}

function report(result: AuditResult, seconds: number): void {
  for (const { first, last, core, logicVersion, released } of result.stretches) {
    const who = core === null ? 'the core of before cores were kept' : `core ${core.slice(0, 12)}`;
    const where = released ? '' : ', which this repository does not hold: taken from the database';
    say(`  ${first} to ${last}: ${who}, logic version ${logicVersion}${where}`);
  }
  for (const note of result.notes) say(`  Note: ${note}.`);
  const rows = Object.values(result.rows).reduce((sum, count) => sum + count, 0);
  const memory = Math.round(process.resourceUsage().maxRSS / 1024);
  say(
    `  ${result.commands} commands and ${rows} rows in ${seconds.toFixed(1)} s, ` +
      `${Math.round(result.commands / seconds)} commands/s, at most ${memory} MB`,
  );
  const difference = result.firstDifference;
  if (difference === null) {
    say(`Everything stored is what the journal leads to, up to sequence ${result.sequence}.`);
    say(`  journal ${result.journalHash}`);
    say(`  state   ${result.stateHash ?? 'none'}`);
    say(`  books   ${result.booksHash ?? 'none'}`);
    return;
  }
  say(`THE FIRST DIFFERENCE: ${difference.table}, ${difference.key}: ${difference.what}`);
  say(`  stored    ${difference.stored ?? 'nothing'}`);
  say(`  computed  ${difference.computed ?? 'nothing'}`);
}

function sequenceOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const until = Number(text);
  if (!(Number.isSafeInteger(until) && until > 0)) throw new TypeError('not a sequence');
  return until;
}

/** Audits or exports the database of the settings. Returns the exit code. */
async function withDatabase(
  exported: { readonly file: string | undefined; readonly books: string | undefined },
  until: number | undefined,
  unreleased: boolean,
) {
  const settings = readSettings();
  const { DATA_DIR: dataDir, DATABASE_URL: url } = settings;
  const running = url ?? (await runningEmbedded(dataDir));
  const embedded =
    running === null ? await startEmbedded({ dataDir, database: 'tallystick' }, SILENT_LOG) : null;
  try {
    const databaseUrl = running ?? embedded!.url;
    const { file, books } = exported;
    if (file !== undefined) return await runExport(databaseUrl, file, { untilSequence: until, books }, say);
    const startedAt = performance.now();
    const result = await auditJournal({
      databaseUrl,
      ...(until === undefined ? {} : { untilSequence: until }),
      unreleased: unreleased || settings.MODE === 'demo',
      onUnreleased: core => warn(unreleasedWarning(core, 'the database')),
      onProgress: ({ sequence, head }) => process.stderr.write(`  ${sequence} of ${head}\n`),
    });
    report(result, (performance.now() - startedAt) / 1000);
    return result.ok ? 0 : 1;
  } finally {
    await embedded?.stop();
  }
}

try {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({
    options: {
      until: text,
      unreleased: { type: 'boolean', default: false },
      export: text,
      dump: text,
      books: text,
      log: text,
      state: text,
    },
  });
  const { dump, books, log, state, unreleased } = values;
  if (log !== undefined && (dump === undefined || books !== undefined))
    throw new TypeError('--log is for --dump, and has the books as well');
  const until = sequenceOf(values.until);
  process.exitCode =
    dump === undefined
      ? await withDatabase({ file: values.export, books }, until, unreleased)
      : await runDumpAudit(dump, { books, log, state, unreleased }, { say, warn });
} catch (error) {
  if (!(error instanceof SettingsError || error instanceof TypeError)) throw error;
  warn(`${error.message}\n${USAGE}`.trimEnd());
  process.exitCode = 2;
}
