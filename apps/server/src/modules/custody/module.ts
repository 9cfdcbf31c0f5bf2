import type { ReadonlyExchange } from '@tallystick/core';
import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import type { AuditLog } from '../../audit-log/audit-log.ts';
import type { Chains } from '../../chains/chains.ts';
import { defineModule } from '../../module/module.ts';
import type { PayoutHold } from '../../payout-hold/payout-hold.ts';
import type { PlatformSettings } from '../../settings/platform-settings.ts';
import { PeriodicJob } from '../../timekeeping/periodic-job.ts';
import type { Vault } from '../../vault/vault.ts';
import type { MarketUnitsTable } from '../market/units.ts';
import { BatchedPayouts } from '../withdrawal/batched.ts';
import { BatchChecks } from './batch-checks.ts';
import { Batches } from './batches.ts';
import { Differences } from './differences.ts';
import { BatchDrafting } from './drafting.ts';
import { BatchFollower } from './follower.ts';
import { CustodyPlan } from './plan.ts';
import { CustodyQueue } from './queue.ts';
import { CustodyReconciliation } from './reconciliation.ts';
import { registerCustodyCalls } from './routes.ts';

/** How often batches are followed, and chain and ledger compared. */
const EVERY_MS = 15_000;

export interface CustodyOptions {
  readonly pool: pg.Pool;
  readonly exchange: Pick<ReadonlyExchange, 'isFrozen'>;
  readonly vault: Vault;
  readonly units: MarketUnitsTable;
  readonly settings: Pick<PlatformSettings, 'get'>;
  readonly chains: Pick<Chains, 'custody' | 'confirmations'>;
  readonly hold: PayoutHold;
  readonly audit: AuditLog;
  readonly now: () => number;
  /** See `Clock.certainNow`: decides whether a second person has waited long enough. */
  readonly certainNow: () => number;
  readonly log: FastifyBaseLogger;
}

/** Money at the chains: what lies there, batches for the offline signer, and the comparison with the ledger. */
export function createCustody(options: CustodyOptions) {
  const { units, log } = options;
  const chains = options.chains.custody;
  const ledgerDecimals = (currencyId: number): number => units.currency(currencyId).decimals;
  const payouts = new BatchedPayouts(options);
  const plan = new CustodyPlan({ ...options, payouts, ledgerDecimals });
  const follower = new BatchFollower({
    ...options,
    chains,
    payouts,
    confirmations: network => options.chains.confirmations(network),
  });
  const checks = new BatchChecks({ ...options, chains, plan, payouts });
  const drafting = new BatchDrafting({ ...options, checks, plan, payouts, follower });
  const batches = new Batches({ ...options, checks, plan, payouts, follower });
  const reconciliation = new CustodyReconciliation({ ...options, chains, ledgerDecimals });
  const differences = new Differences(options);
  /** First what has moved, so that the comparison knows it. */
  const turn = async (): Promise<void> => {
    await follower.followAll();
    await reconciliation.compareAll();
  };
  return defineModule({
    name: 'custody',
    turn,
    /** Compares chains with the ledger where this process is the worker; elsewhere it shows what that has found. */
    comparison: reconciliation,
    queues: [new CustodyQueue({ ...options, chains, differences })],
    deskCalls: register =>
      registerCustodyCalls(register, { ...options, chains, checks, drafting, batches, plan, reconciliation }),
    start() {
      if (chains.length === 0) return () => {};
      const failure = 'custody could not look at its chains';
      return new PeriodicJob(turn, { everyMs: EVERY_MS, log, failure }).start();
    },
  });
}
