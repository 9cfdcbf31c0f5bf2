import { createHash } from 'node:crypto';
import { USDT } from '@tallystick/core/testing/demo-exchange';
import type { Database } from '../../database/database.ts';
import type { CoreModule } from '../../engine/cores/core.ts';

/**
 * Gives customer 1 five million in a snapshot's state, and updates the snapshot's hash.
 *
 * @param core wrote the snapshot.
 */
export async function forgeSnapshot(
  database: Database,
  core: Pick<CoreModule, 'Exchange'>,
  sequence: number,
): Promise<void> {
  const { rows } = await database.pool.query<{ bytes: Buffer }>(
    'select bytes from snapshot_chunks where sequence = $1 order by number',
    [sequence],
  );
  const exchange = core.Exchange.restore(Buffer.concat(rows.map(row => row.bytes)));
  const outcome = exchange.apply(
    {
      type: 'credit',
      customerId: 1,
      account: 'spot',
      currencyId: USDT,
      amountMinor: 5_000_000_000_000n,
      from: 'faucet',
      reference: 'forged',
    },
    exchange.lastAtMs,
  );
  if (!outcome.ok) throw new Error(outcome.refusal.code);
  const bytes = Buffer.from(exchange.snapshot());
  await database.pool.query('delete from snapshot_chunks where sequence = $1', [sequence]);
  await database.pool.query('insert into snapshot_chunks (sequence, number, bytes) values ($1, 0, $2)', [
    sequence,
    bytes,
  ]);
  await database.pool.query('update snapshots set state_hash = $2, byte_length = $3 where sequence = $1', [
    sequence,
    createHash('sha256').update(bytes).digest('hex'),
    bytes.length,
  ]);
}
