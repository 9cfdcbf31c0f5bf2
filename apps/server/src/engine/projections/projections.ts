import type { Event, EventOf, PostingReason } from '@tallystick/core';
import { move, type AccountTotal, type AccountTotals } from './account-totals.ts';
import { BalanceRows } from './balances.ts';
import { CUSTOMER_DEBTS, CUSTOMER_STATES } from './customer-states.ts';
import { ExchangeEvents } from './exchange-events.ts';
import { IdempotencyRows } from './idempotency.ts';
import { LatestRows } from './latest.ts';
import { LAUNCH_COMMITMENTS, LAUNCH_ORDERS } from './launch.ts';
import { LEDGER_ENTRIES } from './ledger-entries.ts';
import { OPTIONS } from './options.ts';
import { OrderRows } from './orders.ts';
import { PerpetualRows } from './perpetual.ts';
import { PRICE_TICKS } from './price-ticks.ts';
import { clearColumns, type ProjectionTable } from './table.ts';
import { BOUND_SNAPSHOTS } from './bound-snapshots.ts';
import { ConversionRows } from './conversions.ts';
import { ReferralRows } from './referral.ts';
import { TRADES } from './trades.ts';
import { TRUST_ORDERS, TRUST_PAYMENTS } from './trust.ts';
import { WITHDRAWAL_STATES } from './withdrawal-states.ts';

/** Moves within one account: its total stays. */
const NO_ENTRY: ReadonlySet<PostingReason> = new Set<PostingReason>([
  'orderFreeze',
  'orderUnfreeze',
  'perpetualFreeze',
  'perpetualUnfreeze',
  'perpetualMargin',
]);

/** What one batch writes besides its journal row. */
export class Projections {
  readonly #totals: AccountTotals;
  readonly #orders: OrderRows;
  readonly #trades = TRADES.inserts();
  readonly #balances = new BalanceRows();
  readonly #ledgerEntries = LEDGER_ENTRIES.inserts();
  readonly #priceTicks = PRICE_TICKS.inserts();
  readonly #withdrawalStates = new LatestRows(WITHDRAWAL_STATES.upserts(), one => one.withdrawalId);
  readonly #customerStates = new LatestRows(CUSTOMER_STATES.upserts(), one => one.customerId);
  readonly #customerDebts = new LatestRows(
    CUSTOMER_DEBTS.upserts(),
    one => `${one.customerId}/${one.currencyId}`,
  );
  readonly #perpetual = new PerpetualRows();
  readonly #options = new LatestRows(OPTIONS.upserts(), one => one.optionId);
  readonly #trustOrders = new LatestRows(TRUST_ORDERS.upserts(), one => one.orderId);
  readonly #trustPayments = TRUST_PAYMENTS.inserts();
  readonly #launchOrders = new LatestRows(LAUNCH_ORDERS.upserts(), one => one.orderId);
  readonly #launchCommitments = LAUNCH_COMMITMENTS.inserts();
  /** For whoever is to be told. */
  readonly events = new ExchangeEvents();
  readonly #referral = new ReferralRows();
  readonly #conversions = new ConversionRows();
  readonly idempotency = new IdempotencyRows();
  readonly boundSnapshots = BOUND_SNAPSHOTS.updates('snapshots_bound');
  /** In the order of the statement's parameters. */
  readonly tables: readonly ProjectionTable[];

  /** Both are shared by all batches of one exchange: its balances, and its newest order in a batch. */
  constructor(totals: AccountTotals, newest: { orderId: number }) {
    this.#totals = totals;
    this.#orders = new OrderRows(newest);
    this.tables = [
      this.#orders.inserted,
      this.#orders.updated,
      this.#trades,
      this.#balances.first,
      this.#balances.later,
      this.#ledgerEntries,
      this.#priceTicks,
      this.#withdrawalStates.table,
      this.#customerStates.table,
      this.#customerDebts.table,
      ...this.#perpetual.tables,
      this.#options.table,
      this.#trustOrders.table,
      this.#trustPayments,
      this.#launchOrders.table,
      this.#launchCommitments,
      ...this.#referral.tables,
      ...this.#conversions.tables,
      this.idempotency.table,
      this.boundSnapshots,
      this.events.table,
    ];
  }

  /** Takes in the events of the command `sequence`, which the core has just applied. */
  record(events: readonly Event[], sequence: number, atMs: number): void {
    this.events.begin(sequence, atMs);
    for (let i = 0; i < events.length; i++) {
      const event = events[i]!;
      switch (event.type) {
        case 'posted':
          this.#post(event, events, i, atMs);
          this.events.posted(event);
          break;
        case 'orderChanged':
          this.#orders.change(event.order);
          break;
        case 'traded':
          this.#trades.push(event, { atMs });
          this.events.filled('spot', event.tradeId);
          break;
        case 'indexTicked':
          this.#priceTicks.push(event);
          break;
        case 'withdrawalChanged':
          this.#withdrawalStates.change(event, { sequence, atMs });
          this.events.record(event);
          break;
        case 'customerFrozenSet':
          this.#customerStates.change(event, { sequence, atMs });
          this.events.record(event);
          break;
        case 'launchOrderChanged':
          this.#launchOrders.change(event.order, { createdAtMs: atMs, changedAtMs: atMs, sequence });
          this.events.record(event);
          break;
        case 'launchCommitted':
          this.#launchCommitments.push(event, { atMs });
          this.events.record(event);
          break;
        case 'debtChanged':
          this.#customerDebts.change(event, { sequence, atMs });
          this.events.record(event);
          break;
        case 'perpetualTraded':
          this.#perpetual.record(event, sequence);
          this.events.filled('perpetual', event.tradeId);
          break;
        case 'positionChanged':
        case 'premiumSampled':
        case 'fundingSettled':
        case 'stopTriggered':
        case 'positionLiquidated':
        case 'positionDeleveraged':
        case 'positionsOffset':
        case 'perpetualConfigured':
        case 'perpetualStatusSet':
        case 'perpetualDepthChanged':
        case 'markChanged':
        case 'fundingSkipped':
          this.#perpetual.record(event, sequence);
          this.events.record(event);
          break;
        case 'optionChanged':
          this.#options.change(event.option, { sequence });
          this.events.record(event);
          break;
        case 'trustOrderChanged':
          this.#trustOrders.change(event.order, { sequence });
          this.events.record(event);
          break;
        case 'trustInterestPaid':
          this.#trustPayments.push(event, { sequence, atMs });
          this.events.record(event);
          break;
        case 'limitsChanged':
        case 'launchOfferChanged':
        case 'marketStatusSet':
        case 'termsAnnounced':
        case 'haltChanged':
        case 'trustProductChanged':
        case 'optionTermsSet':
        case 'currencyConfigured':
        case 'marketConfigured':
        case 'promoterLinked':
        case 'referralTermsChanged':
        case 'referralStandingSet':
        case 'dustTermsSet':
        case 'customerOpened':
          this.events.record(event);
          break;
        case 'rebateAccrued':
          this.#referral.accrued(event, { sequence, atMs });
          break;
        case 'converted':
          this.#conversions.converted(event, { sequence, atMs });
          this.events.record(event);
          break;
        case 'dustConverted':
          this.#conversions.dustConverted(event, { sequence, atMs });
          this.events.record(event);
          break;
        case 'rebateSettled':
          this.#referral.settled(event, { sequence, atMs });
          this.events.record(event);
          break;
        case 'practiceChanged':
        case 'depthChanged':
          break;
        default:
          event satisfies never;
      }
    }
    this.events.end();
  }

  /** Ends the batch: coalesced rows are laid out. */
  close(): void {
    this.#orders.close();
    this.#withdrawalStates.close();
    this.#customerStates.close();
    this.#customerDebts.close();
    this.#launchOrders.close();
    this.#perpetual.close();
    this.#options.close();
    this.#trustOrders.close();
    this.events.close();
    this.#referral.close();
    this.#balances.close();
  }

  clear(): void {
    for (const table of this.tables) clearColumns(table);
    this.events.clear();
  }

  #post(event: EventOf<'posted'>, events: readonly Event[], eventIndex: number, atMs: number): void {
    const { entries } = event;
    const totals: AccountTotal[] = [];
    for (let i = 0; i < entries.length; i++) {
      const entry = entries[i]!;
      const total = this.#totals.before(entry, events, eventIndex, i);
      move(total, entry, entry.amountMinor);
      this.#balances.change(total);
      totals.push(total);
    }
    if (NO_ENTRY.has(event.reason)) return;
    // One row per account and posting: an account's first entry speaks for all of its entries.
    for (let i = 0; i < entries.length; i++) {
      const total = totals[i]!;
      if (totals.indexOf(total) < i) continue;
      let { amountMinor } = entries[i]!;
      for (let j = i + 1; j < entries.length; j++)
        if (totals[j] === total) amountMinor += entries[j]!.amountMinor;
      if (amountMinor === 0n) continue;
      this.#ledgerEntries.push({
        ownerId: total.ownerId,
        postingId: event.postingId,
        account: total.account,
        currencyId: total.currencyId,
        amountMinor,
        balanceAfterMinor: total.availableMinor + total.frozenMinor,
        reason: event.reason,
        reference: event.reference,
        atMs,
      });
    }
  }
}
