import { openDatabase } from '@tallystick/server/database/database';
import { SILENT_LOG } from '@tallystick/server/database/log';
import { verifyProjections } from '@tallystick/server/engine/projections/verify';
import { recoverTables } from '@tallystick/server/engine/projecting/recover-tables';
import type { Check } from '../attack.ts';

/** Compares the journal since its newest snapshot with every balance, order and posting; returns its last time. */
export async function booksBalance(dataDir: string): Promise<Check & { readonly lastAtMs: number }> {
  const database = await openDatabase({ url: null, dataDir, connections: 2 }, SILENT_LOG);
  const client = await database.pool.connect();
  try {
    const { exchange, position } = await recoverTables(client, {
      onBadSnapshot: ({ reason }) => {
        throw new Error(reason);
      },
    });
    const faults = await verifyProjections(client, exchange);
    return {
      promise: 'the books balance: every currency sums to zero, every balance is what its entries add up to',
      seen: `${faults.length} faults after ${position.sequence} commands${faults.length === 0 ? '' : `: ${faults.join('; ')}`}`,
      held: faults.length === 0,
      lastAtMs: exchange.lastAtMs,
    };
  } finally {
    client.release();
    await database.close();
  }
}
