import type { ClientBase } from 'pg';
import { HaltError } from '../engine-error.ts';
import { recover, type Recovered, type RecoveryOptions } from '../recovery.ts';
import { ProjectionCatchUp } from './catch-up.ts';
import { claimProjections } from './position.ts';

/**
 * As `recover`, and brings the tables to the journal's end. `epoch` is the caller's lease; left out, nobody holds one.
 * Throws HaltError also if the tables know more than the journal.
 */
export async function recoverTables(
  client: ClientBase,
  { epoch, ...options }: Omit<RecoveryOptions, 'catchUp' | 'untilSequence'> & { readonly epoch?: number },
): Promise<Recovered> {
  const held = epoch ?? (await newestEpoch(client));
  const projected = await claimProjections(client, held);
  const found = await recover(client, {
    ...options,
    catchUp: new ProjectionCatchUp(client, held, projected),
  });
  if (projected > found.position.sequence) {
    throw new HaltError(
      `the tables are at sequence ${projected}, but the journal ends at ${found.position.sequence}`,
    );
  }
  return found;
}

async function newestEpoch(client: ClientBase): Promise<number> {
  const { rows } = await client.query<{ epoch: string }>('select epoch from engine_lease');
  return Number(rows[0]?.epoch ?? 0);
}
