import { namedRecords } from '@tallystick/audit';
import { isRecordBody, type RecordBody } from '@tallystick/verify/public-log/records';
import { DifferenceFound, type Stretch } from '../audit-result.ts';
import type { HeadsCompared } from './compare-heads.ts';

/** A core that the public log names as the one that writes the journal; null: from before cores were kept. */
export interface NamedCore {
  readonly record: number;
  readonly core: string | null;
  readonly atMs: number;
}

/** A stretch of a dump, with the time of its newest row. */
export interface DumpStretch extends Stretch {
  readonly lastAtMs: number;
}

/**
 * The records `source` of a mirror, in the log's order.
 *
 * @throws TypeError for a record that is none
 */
export async function readSources(file: string): Promise<NamedCore[]> {
  const found: NamedCore[] = [];
  for await (const records of namedRecords(file)) {
    for (const { kind, number, atMs, body } of records) {
      if (kind !== 'source') continue;
      if (!isRecordBody('source', body) || number === null || atMs === null)
        throw new TypeError(`${file} has a record of the source that is none`);
      found.push({ record: number, core: (body as unknown as RecordBody<'source'>).core, atMs });
    }
  }
  return found;
}

/**
 * The stretches, as far as signed heads cover them, whose core the public log names nowhere. Those from before its first
 * word of any core are left out.
 *
 * @throws DifferenceFound for a core that is named, and wrote nothing although the journal of that time is there
 */
export function unnamedCores(
  stretches: readonly DumpStretch[],
  sources: readonly NamedCore[],
  heads: HeadsCompared,
): DumpStretch[] {
  const wrote = new Set(stretches.map(({ core }) => core));
  const missing = sources.find(({ core, atMs }) => atMs < heads.atMs && !wrote.has(core));
  if (missing !== undefined) {
    throw new DifferenceFound({
      table: 'source',
      key: `record=${missing.record}`,
      stored: missing.core ?? 'the core of before cores were kept',
      computed: null,
      what: 'the public log names a core that wrote no row of this journal',
    });
  }
  const named = new Set(sources.map(({ core }) => core));
  const since = sources[0]?.atMs ?? Infinity;
  return stretches.filter(
    ({ core, first, lastAtMs }) => !named.has(core) && first <= heads.sequence && lastAtMs >= since,
  );
}
