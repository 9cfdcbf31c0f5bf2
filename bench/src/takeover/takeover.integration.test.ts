import { findPatroni } from '@tallystick/server/testing/cluster/patroni-cluster';
import { findPostgres } from '@tallystick/server/testing/cluster/postgres-host';
import { debianPackage } from '@tallystick/server/testing/debian';
import { describe, expect, it } from 'vitest';
import { NEEDS_ROOT, type Fault } from './faults.ts';
import { takeoverRounds } from './rounds.ts';

const TIMES: readonly (readonly [Fault, number])[] = [
  ['kill', 10],
  ['pause', 10],
  ['cut', 10],
  ['db-kill', 2],
  ['db-cut', 1],
];
const LIMIT_MS = 500_000;

/** Why it cannot be tried here, or null. */
async function missing(fault: Fault): Promise<string | null> {
  const database = fault.startsWith('db-') ? findPatroni() : findPostgres();
  for (const found of [await database, await debianPackage('nats-server')])
    if ('missing' in found) return found.missing;
  return NEEDS_ROOT.has(fault) && process.getuid?.() !== 0 ? 'cables are pulled by root only' : null;
}

describe('when the active core or the primary’s host fails under load, another goes on', () => {
  it.for(TIMES)(
    '%s, %i times: nothing acknowledged is lost, nothing is done twice',
    { timeout: LIMIT_MS },
    async ([fault, rounds], context) => {
      const reason = await missing(fault);
      if (reason !== null) return context.skip(reason);
      const { takeovers, verdict } = await takeoverRounds(fault, rounds, { senders: 16, betweenMs: 300 });
      expect(takeovers).toHaveLength(rounds);
      expect(verdict).toMatchObject({ lost: 0, doubled: 0, fallen: 0 });
      expect(verdict.acknowledged).toBeGreaterThan(rounds);
      expect(verdict.epoch).toBeGreaterThan(rounds);
    },
  );
});
