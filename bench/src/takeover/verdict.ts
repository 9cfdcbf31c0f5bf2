import { decodeEntries } from '@tallystick/server/engine/journal/command-codec';
import { JOURNAL_START, journalRows } from '@tallystick/server/engine/journal/journal-reader';
import pg from 'pg';
import { SCOPE } from './senders.ts';

export interface Verdict {
  /** Keys that were acknowledged. */
  readonly acknowledged: number;
  /** Acknowledged, but not in the journal or with another sequence there. */
  readonly lost: number;
  /** Keys that stand in the journal twice. */
  readonly doubled: number;
  /** Rows of an epoch lower than the one before. */
  readonly fallen: number;
  /** Of the last row. */
  readonly epoch: number;
}

/** Reads the whole journal; the reader verifies each row's place in the chain. Refused commands are with their keys. */
export async function judge(
  databaseUrl: string,
  acknowledged: ReadonlyMap<string, number>,
): Promise<Verdict> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const journaled = new Map<string, number>();
    let doubled = 0;
    let fallen = 0;
    let epoch = 0;
    for await (const row of journalRows(client, JOURNAL_START)) {
      if (row.epoch < epoch) fallen++;
      epoch = row.epoch;
      for (const entry of decodeEntries(row.commands, row.firstSequence)) {
        if ('mark' in entry || entry.idempotency?.scope !== SCOPE) continue;
        const { key } = entry.idempotency;
        if (journaled.has(key)) doubled++;
        journaled.set(key, entry.sequence);
      }
    }
    const refused = await client.query<{ key: string; sequence: string }>(
      `select key, sequence from idempotency where scope = $1 and result not like '[%'`,
      [SCOPE],
    );
    for (const { key, sequence } of refused.rows) {
      if (journaled.has(key)) doubled++;
      journaled.set(key, Number(sequence));
    }
    let lost = 0;
    for (const [key, sequence] of acknowledged) if (journaled.get(key) !== sequence) lost++;
    return { acknowledged: acknowledged.size, lost, doubled, fallen, epoch };
  } finally {
    await client.end();
  }
}
