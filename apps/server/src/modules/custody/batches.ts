import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import type { AuditLog } from '../../audit-log/audit-log.ts';
import type { ExportedFile } from '../../chains/custody/custody-chain.ts';
import { inTransaction } from '../../database/transaction.ts';
import { CallFailure } from '../../http/call-failure.ts';
import type { Operator } from '../../http/operator.ts';
import type { PayoutHold } from '../../payout-hold/payout-hold.ts';
import type { Vault } from '../../vault/vault.ts';
import type { BatchedPayouts } from '../withdrawal/batched.ts';
import { draftedOf, type BatchChecks, type BatchDetail } from './batch-checks.ts';
import type { BatchFollower } from './follower.ts';
import type { CustodyPlan } from './plan.ts';
import * as store from './store.ts';
import type { BatchState } from './store.ts';

export interface BatchesOptions {
  readonly pool: pg.Pool;
  /** Where payments go is kept sealed. */
  readonly vault: Vault;
  readonly checks: BatchChecks;
  readonly plan: CustodyPlan;
  readonly payouts: BatchedPayouts;
  readonly follower: BatchFollower;
  readonly hold: PayoutHold;
  readonly audit: AuditLog;
  readonly now: () => number;
  readonly log: Pick<FastifyBaseLogger, 'warn'>;
}

const CANCELLABLE: readonly BatchState[] = ['draft', 'exported', 'signed'];

/**
 * What was drafted, on its way: taken out for the signer, compared on its return, sent, or cancelled. Whatever is decided
 * is written before anything leaves; two operators at once are put in order by the batch's row.
 */
export class Batches {
  readonly #options: BatchesOptions;

  constructor(options: BatchesOptions) {
    this.#options = options;
  }

  /** The newest version's file for the signer. @throws CallFailure not_found, already_decided, payouts_held, batch_changed, batch_withdrawal_held */
  async export(id: number, operator: Operator): Promise<ExportedFile> {
    const { pool, hold, audit, now, checks } = this.#options;
    await checks.refuseUnknown(id);
    await hold.refuse();
    return inTransaction(pool, async client => {
      const batch = await checks.inState(client, id, ['draft', 'exported', 'signed']);
      const chain = checks.chain(batch.network);
      await checks.refuseUnpayable(client, chain, await store.itemsOf(client, this.#options.vault, id));
      const newest = await checks.newest(client, batch);
      if (batch.state === 'draft') {
        await store.changeBatch(client, id, { state: 'exported', exportedAtMs: now() });
      }
      await audit.write(client, operator, {
        action: 'custody.export',
        subject: `custody_batch:${id}`,
        before: { state: batch.state },
        after: { version: batch.version, digest: batch.digest },
      });
      return chain.file(batch, newest.map(draftedOf));
    });
  }

  /**
   * Takes the signed file in. What is not exactly what was asked for is refused as a whole, with everything that
   * deviates on the log and at the batch. One version is signed once: another signature takes a new version. @throws
   * CallFailure not_found, already_decided, payouts_held, batch_changed, batch_withdrawal_held
   */
  async takeSigned(id: number, version: number, content: string, operator: Operator): Promise<void> {
    const { pool, hold, audit, plan, now, checks } = this.#options;
    await checks.refuseUnknown(id);
    await hold.refuse();
    await inTransaction(pool, async client => {
      const batch = await checks.inState(client, id, ['exported', 'signed']);
      if (batch.version !== version) throw new CallFailure('already_decided', { state: batch.state });
      const chain = checks.chain(batch.network);
      await checks.refuseUnpayable(client, chain, await store.itemsOf(client, this.#options.vault, id));
      const newest = await checks.newest(client, batch);
      const limits = plan.terms(chain);
      const { transactions, deviations } = await chain.check(newest.map(draftedOf), content, limits);
      await store.setDeviations(client, id, deviations);
      const isGood = deviations.length === 0;
      if (isGood) {
        // Whoever signed twice could send the first by hand: forgotten, it would be taken for somebody else's.
        const isOther = transactions.some(({ transactionId }, place) => {
          const kept = newest[place]?.transactionId ?? null;
          return kept !== null && kept !== transactionId;
        });
        if (isOther) throw new CallFailure('already_decided', { state: batch.state });
        for (const [place, signed] of transactions.entries()) {
          await store.keepSigned(client, this.#options.vault, newest[place]!.id, signed);
        }
        await store.changeBatch(client, id, { state: 'signed', signedAtMs: now() });
      }
      await audit.write(client, operator, {
        action: isGood ? 'custody.signed' : 'custody.signed_refused',
        subject: `custody_batch:${id}`,
        before: { state: batch.state },
        after: isGood
          ? { version, transactions: transactions.map(one => one.transactionId) }
          : { version, deviations },
      });
    });
  }

  /**
   * Notes that the batch is on its way, then sends it. What cannot be sent now is sent again later. @throws CallFailure
   * not_found, already_decided, payouts_held, batch_changed, batch_withdrawal_held
   */
  async send(id: number, operator: Operator): Promise<void> {
    const { pool, hold, payouts, audit, follower, now, log, checks } = this.#options;
    await checks.refuseUnknown(id);
    await hold.refuse();
    await inTransaction(pool, async client => {
      const batch = await checks.inState(client, id, ['signed']);
      const chain = checks.chain(batch.network);
      const items = await store.itemsOf(client, this.#options.vault, id);
      await checks.refuseUnpayable(client, chain, items);
      const newest = await checks.newest(client, batch);
      for (const one of newest) {
        await store.changeTransaction(client, one.id, { state: 'broadcasting' });
        for (const [index, itemId] of one.itemIds.entries()) {
          const withdrawalId = items.find(item => item.id === itemId)?.withdrawalId ?? null;
          if (withdrawalId === null || one.transactionId === null) continue;
          const place = one.payoutPlaces[index] ?? null;
          await payouts.pays(client, withdrawalId, { transactionId: one.transactionId, place }, operator.id);
        }
      }
      await store.changeBatch(client, id, { state: 'broadcasting', sentBy: operator.id, sentAtMs: now() });
      await audit.write(client, operator, {
        action: 'custody.send',
        subject: `custody_batch:${id}`,
        before: { state: 'signed' },
        after: { version: batch.version, transactions: newest.map(one => one.transactionId) },
      });
    });
    await follower.broadcast(id).catch((error: unknown) => {
      log.warn({ err: error, batch: id }, 'a batch is sent again later');
    });
  }

  /**
   * Gives everything back. A payout that was taken out for signing cannot be cancelled, since whoever has the file could
   * still make it: replace it and leave it out. @throws CallFailure not_found, already_decided
   */
  async cancel(id: number, reason: string, operator: Operator): Promise<void> {
    const { pool, audit, now, checks } = this.#options;
    await inTransaction(pool, async client => {
      const batch = await checks.inState(client, id, CANCELLABLE);
      const transactions = await store.transactionsOf(client, this.#options.vault, id);
      const items = await store.itemsOf(client, this.#options.vault, id);
      if (!mayCancel({ batch, items, transactions })) {
        throw new CallFailure('already_decided', { state: batch.state });
      }
      const ids = items.map(item => item.id);
      await store.closeItems(client, ids, 'dropped');
      for (const one of transactions) await store.changeTransaction(client, one.id, { state: 'replaced' });
      await store.changeBatch(client, id, { state: 'cancelled', endedAtMs: now() });
      await audit.write(client, operator, {
        action: 'custody.cancel',
        subject: `custody_batch:${id}`,
        before: { state: batch.state },
        after: { state: 'cancelled', reason },
      });
    });
  }
}

/** Nothing of it was sent, and no file that pays customers is with a signer. */
export function mayCancel({ batch, transactions }: BatchDetail): boolean {
  if (!CANCELLABLE.includes(batch.state)) return false;
  if (transactions.some(one => one.state !== 'drafted' && one.state !== 'signed')) return false;
  return batch.kind !== 'payout' || batch.exportedAtMs === null;
}
