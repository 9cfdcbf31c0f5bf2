import { journalHashAt, journalRows } from '@tallystick/server/engine/journal/journal-reader';
import type pg from 'pg';
import type { Machine } from '../engine/machine.ts';
import type { Senders } from '../senders.ts';
import { Finding } from './finding.ts';
import type { Judge } from './judge.ts';

/** Plays what is new in the journal, and holds it against what everybody was told. */
export async function judgeSoFar(
  judge: Judge,
  machine: Machine,
  { clients, refusals }: Senders,
  direct: pg.Client,
): Promise<void> {
  const happened = machine.takeHappened();
  let rows = machine.takeRows();
  const { sequence } = judge.at;
  if ((rows[0]?.firstSequence ?? machine.engine.sequence() + 1) !== sequence + 1) {
    // An engine died before it told of them.
    rows = await Array.fromAsync(
      journalRows(direct, { sequence, hash: await checkStillThere(judge, direct) }),
    );
  }
  for (const row of rows) {
    judge.play(row, refusals, happened);
    clients.journaled(row);
  }
  judge.settle(refusals);
  clients.compareNew();
  judge.compare(machine.engine.exchange);
}

/** What was acknowledged is in the journal, as it was. Resolves with its hash. */
export async function checkStillThere(judge: Judge, direct: pg.Client): Promise<Buffer> {
  const { sequence, hash } = judge.at;
  const kept = await journalHashAt(direct, sequence);
  if (kept?.toString('hex') === hash) return kept;
  throw new Finding(`what was acknowledged up to ${sequence}`, `${kept?.toString('hex')}`, hash);
}
