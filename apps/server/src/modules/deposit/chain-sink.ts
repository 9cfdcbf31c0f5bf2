import type pg from 'pg';
import { nextId } from '../../database/rows.ts';
import { placeOf } from '../../chains/deposit-addresses.ts';
import type { Transfer, TransferSink } from '../../chains/watcher/chain-watcher.ts';
import { inTransaction } from '../../database/transaction.ts';
import { isClosed } from '../account/closed.ts';
import type { ComplianceChecks } from '../compliance/module.ts';
import type { DepositReversals } from './reversals.ts';
import type { DepositBooking } from './booking.ts';
import * as store from './store.ts';
import type { Deposit, DepositFlag, DepositState } from './store.ts';

export interface ChainSinkOptions {
  readonly pool: pg.Pool;
  readonly booking: DepositBooking;
  readonly reversals: Pick<DepositReversals, 'giveWay'>;
  readonly compliance: Pick<ComplianceChecks, 'address' | 'addressSeen'>;
  readonly now: () => number;
}

/**
 * Records what the chain watcher reports. Each transfer becomes one row under its key before it is credited, so any
 * report may be repeated. If a waiting voucher names the same transaction, that voucher becomes the row; if the voucher
 * is already paid, the transfer is not paid again.
 */
export class ChainSink implements TransferSink {
  readonly #options: ChainSinkOptions;

  constructor(options: ChainSinkOptions) {
    this.#options = options;
  }

  async onConfirmed(transfer: Transfer): Promise<void> {
    const { pool, booking, compliance } = this.#options;
    const { customerId, network, sender } = transfer;
    const listed = sender === null ? null : await compliance.address(network, sender);
    const id = await inTransaction(pool, async client => {
      await store.lockClaims(client);
      const known = await store.findByTransfer(client, transfer.key);
      const taken = known?.id ?? (await this.#take(client, transfer));
      if (sender !== null && listed !== null) {
        const movement = { customerId, movement: `deposit/${taken}`, address: sender };
        await compliance.addressSeen(client, movement, listed);
      }
      return taken;
    });
    await booking.finish(id);
  }

  async onReorganised(transfer: Transfer): Promise<void> {
    const { pool, booking } = this.#options;
    const known = await inTransaction(pool, client => store.findByTransfer(client, transfer.key));
    if (known === null) return;
    // Finish a half-done booking first: only then can it be reversed.
    await booking.finish(known.id);
    await inTransaction(pool, async client => {
      const deposit = await store.findDeposit(client, known.id, true);
      if (deposit !== null) await this.#takeBack(client, deposit);
    });
    await booking.finish(known.id);
  }

  /** The id of the new row, or of the voucher that became it. */
  async #take(client: pg.ClientBase, transfer: Transfer): Promise<number> {
    const named = await store.findByTransaction(client, transfer.network, transfer.transactionHash);
    const vouchers = named.filter(one => one.channel === 'voucher');
    const waiting = vouchers.find(one => isOwn(one, transfer) && one.state === 'processing');
    if (waiting !== undefined) return this.#adopt(client, waiting, transfer);
    const paid = vouchers.find(one => one.state === 'approving' || one.state === 'passed');
    // Whoever has left takes nothing out any more: people decide what becomes of it.
    if (await isClosed(client, transfer.customerId)) {
      if (paid !== undefined) await store.addFlag(client, paid.id, 'transaction_credited');
      return this.#insert(client, transfer, 'processing', ['account_closed']);
    }
    if (paid === undefined) return this.#insert(client, transfer, 'approving', []);
    await store.addFlag(client, paid.id, 'transaction_credited');
    // Another customer was paid for naming it: the owner is credited too, and operators see the flag.
    if (paid.customerId !== transfer.customerId) {
      return this.#insert(client, transfer, 'approving', ['transaction_credited']);
    }
    const covers =
      paid.amountMinor === transfer.amountMinor &&
      paid.currencyId === transfer.currencyId &&
      !named.some(one => one.coveredBy === paid.id);
    return covers
      ? this.#insert(client, transfer, 'covered', [], paid.id)
      : this.#insert(client, transfer, 'processing', ['transaction_credited']);
  }

  async #adopt(client: pg.ClientBase, voucher: Deposit, transfer: Transfer): Promise<number> {
    const differs = voucher.amountMinor !== transfer.amountMinor;
    await store.changeDeposit(client, voucher.id, 'processing', {
      channel: 'chain',
      transferKey: transfer.key,
      amountMinor: transfer.amountMinor,
      ...placeOf(transfer.address),
      state: 'approving',
      decidedAtMs: this.#options.now(),
    });
    if (differs) await store.addFlag(client, voucher.id, 'amount_differs');
    return voucher.id;
  }

  async #insert(
    client: pg.ClientBase,
    transfer: Transfer,
    state: DepositState,
    flags: readonly DepositFlag[],
    coveredBy?: number,
  ): Promise<number> {
    const id = await nextId(client, 'deposits');
    const atMs = this.#options.now();
    await store.insertDeposit(client, {
      id,
      customerId: transfer.customerId,
      channel: 'chain',
      currencyId: transfer.currencyId,
      network: transfer.network,
      amountMinor: transfer.amountMinor,
      paidMinor: null,
      paidCurrency: null,
      rate: null,
      ...placeOf(transfer.address),
      transactionId: transfer.transactionHash,
      transferKey: transfer.key,
      pictureId: null,
      // Crediting what the program held back overrules the program, so it takes two people.
      approvalsNeeded: state === 'processing' ? 2 : 1,
      state,
      flags,
      createdAtMs: atMs,
      ...(state === 'processing' ? {} : { decidedAtMs: atMs }),
      ...(coveredBy === undefined ? {} : { coveredBy }),
    });
    return id;
  }

  async #takeBack(client: pg.ClientBase, deposit: Deposit): Promise<void> {
    const { id, state, coveredBy } = deposit;
    if (state === 'passed') {
      await this.#options.reversals.giveWay(client, id);
      await store.changeDeposit(client, id, 'passed', { state: 'reversing' });
      await store.addFlag(client, id, 'reorganised');
    }
    // Nothing was credited for it, and nothing will be.
    if (state === 'processing') {
      await store.changeDeposit(client, id, 'processing', {
        state: 'rejected',
        decidedAtMs: this.#options.now(),
      });
      await store.addFlag(client, id, 'reorganised');
    }
    if (state === 'covered' && coveredBy !== null) await store.addFlag(client, coveredBy, 'reorganised');
  }
}

function isOwn(deposit: Deposit, transfer: Transfer): boolean {
  return deposit.customerId === transfer.customerId && deposit.currencyId === transfer.currencyId;
}
