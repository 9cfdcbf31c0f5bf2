import type pg from 'pg';
import type { CustodyChain } from '../../chains/custody/custody-chain.ts';
import type { RegisterDeskCall } from '../../http/desk-router.ts';
import { pageOf, readCursor } from '../../http/page.ts';
import type { PayoutHold } from '../../payout-hold/payout-hold.ts';
import { operatorNames } from '../account/queue-people.ts';
import type { MarketUnitsTable } from '../market/units.ts';
import type { BatchChecks, BatchDetail } from './batch-checks.ts';
import { mayCancel, type Batches } from './batches.ts';
import type { BatchDrafting } from './drafting.ts';
import type { CustodyPlan } from './plan.ts';
import { positions } from './positions.ts';
import type { CustodyReconciliation } from './reconciliation.ts';
import { listBatches } from './store.ts';
import { wireBatch, wireNetwork, wirePayout, wireSummary, wireSweep, type BatchView } from './wire.ts';

export interface CustodyRoutesOptions {
  readonly pool: pg.Pool;
  readonly chains: readonly CustodyChain[];
  readonly checks: BatchChecks;
  readonly drafting: BatchDrafting;
  readonly batches: Batches;
  readonly plan: CustodyPlan;
  readonly reconciliation: Pick<CustodyReconciliation, 'health'>;
  readonly hold: Pick<PayoutHold, 'holders'>;
  readonly units: MarketUnitsTable;
  readonly now: () => number;
}

/** Calls of the desk about custody. */
export function registerCustodyCalls(register: RegisterDeskCall, options: CustodyRoutesOptions): void {
  const { pool, chains, checks, drafting, batches, plan, reconciliation, hold, units, now } = options;

  const viewOf = async (detail: BatchDetail): Promise<BatchView> => {
    const { batch } = detail;
    const chain = checks.chain(batch.network);
    const fromMs = checks.replaceableFromMs(detail);
    const whoIs = await operatorNames(pool, [batch.createdBy, batch.sentBy]);
    return {
      ...detail,
      chain,
      whoIs,
      mayCancel: mayCancel(detail),
      mayReplace: fromMs !== null && fromMs <= now(),
      replaceableFromMs: fromMs,
      held: hold.holders.length > 0,
    };
  };
  const wireOf = async (id: number) => wireBatch(await viewOf(await checks.detail(id)), units);

  register('GET desk/custody', async () => ({
    items: await Promise.all(
      chains.map(async chain =>
        wireNetwork(
          {
            chain,
            terms: plan.terms(chain),
            health: reconciliation.health(chain.network),
            positions: await positions(pool, chain.network),
            toCold: await plan.toCold(chain),
          },
          units,
        ),
      ),
    ),
  }));
  register('GET desk/custody_plan', async ({ network }) => {
    const chain = checks.chain(network);
    const payouts = await plan.payouts(chain);
    const sweeps = await drafting.sweeps(chain);
    return {
      payouts: payouts.map(one => wirePayout(one, units)),
      sweeps: sweeps.map(one => wireSweep(one, chain, units)),
    };
  });
  register('GET desk/custody_batches', async ({ network, cursor, limit }) => {
    const beforeId = readCursor(cursor, 1)?.[0] ?? null;
    const networks = chains.map(chain => chain.network).filter(one => one === (network ?? one));
    const found = await listBatches(pool, { networks, beforeId, limit: limit + 1 });
    const views = await Promise.all(found.map(async one => viewOf(await checks.detail(one.id))));
    return pageOf(
      views,
      limit,
      view => String(view.batch.id),
      view => wireSummary(view, units),
    );
  });
  register('GET desk/custody_batch', ({ batch_id: id }) => wireOf(id));
  register('POST desk/custody_build', async (input, { operator }) =>
    wireOf(await drafting.build(input.network, input.kind, input.withdrawal_ids ?? null, operator)),
  );
  register('POST desk/custody_export', async ({ batch_id: id }, { operator }) => ({
    ...(await batches.export(id, operator)),
  }));
  register('POST desk/custody_signed', async ({ batch_id: id, version, content }, { operator }) => {
    await batches.takeSigned(id, version, content, operator);
    return wireOf(id);
  });
  register('POST desk/custody_send', async ({ batch_id: id }, { operator }) => {
    await batches.send(id, operator);
    return wireOf(id);
  });
  register('POST desk/custody_replace', async ({ batch_id: id, leave_out: leaveOut }, { operator }) => {
    await drafting.replace(id, leaveOut, operator);
    return wireOf(id);
  });
  register('POST desk/custody_cancel', async ({ batch_id: id, reason }, { operator }) => {
    await batches.cancel(id, reason, operator);
    return wireOf(id);
  });
}
