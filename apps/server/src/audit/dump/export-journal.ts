import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { ClientBase } from 'pg';
import { releasedCores } from '../../engine/cores/released.ts';
import { JOURNAL_START, journalRows, type JournalPosition } from '../../engine/journal/journal-reader.ts';
import { journalEnd } from '../journal-audit.ts';
import { DUMP_KIND, rowLine, type DumpLine } from './dump-format.ts';

export interface ExportOptions {
  readonly untilSequence?: number;
  readonly onProgress?: (progress: { readonly sequence: number; readonly head: number }) => void;
}

const PROGRESS_EVERY = 100_000;

/**
 * Writes the journal into a file for an auditor, `.gz` packed; each row's place in the chain is verified on the way. One
 * page of rows is in memory at a time. Returns where the dump ends.
 */
export async function exportJournal(
  stored: ClientBase,
  file: string,
  options: ExportOptions = {},
): Promise<JournalPosition> {
  let end = JOURNAL_START;
  async function* lines(): AsyncGenerator<string> {
    yield lineOf({ kind: DUMP_KIND, ...(await blinding(stored)) });
    yield* cores(stored);
    const head = await journalEnd(stored);
    let told = 0;
    for await (const row of journalRows(stored, JOURNAL_START, options.untilSequence)) {
      yield lineOf(rowLine(row));
      end = { sequence: row.lastSequence, hash: row.hash };
      if (end.sequence - told < PROGRESS_EVERY) continue;
      told = end.sequence;
      options.onProgress?.({ sequence: told, head });
    }
    yield lineOf({ end: { sequence: end.sequence, hash: end.hash.toString('hex') } });
  }
  const out = createWriteStream(file, { mode: 0o600 });
  const source = Readable.from(lines());
  if (file.endsWith('.gz')) await pipeline(source, createGzip(), out);
  else await pipeline(source, out);
  return end;
}

/** With it, and only with it, whoever has the rows finds them in the signed heads of the journal: decision 0113. */
async function blinding(stored: ClientBase): Promise<{ readonly blinding?: string }> {
  const { rows } = await stored.query<{ blinding: string }>(
    `select encode(blinding, 'hex') as blinding from log_trees where log = 'journal' and blinding is not null`,
  );
  return rows[0] ?? {};
}

/** Those of this repository are left out. */
async function* cores(stored: ClientBase): AsyncGenerator<string> {
  const { rows } = await stored.query<{ hash: Buffer; code: Buffer }>(
    'select hash, code from core_bundles where not hash = any ($1) order by hash',
    [releasedCores().map(({ hash }) => Buffer.from(hash, 'hex'))],
  );
  for (const { hash, code } of rows) {
    yield lineOf({ core: hash.toString('hex'), code: code.toString('base64') });
  }
}

function lineOf(line: DumpLine): string {
  return `${JSON.stringify(line)}\n`;
}
