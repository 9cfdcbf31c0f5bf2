import type { Event, EventOf, PostingReason } from '@tallystick/core';
import { move, type AccountTotals } from './account-totals.ts';
import { BalanceRows } from './balances.ts';
import { CustomerDebtsTable } from './customer-debts.ts';
import { CustomerStatesTable } from './customer-states.ts';
import { ExchangeEvents } from './exchange-events.ts';
import { IdempotencyTable } from './idempotency.ts';
import { LaunchCommitmentsTable, LaunchOrdersTable } from './launch.ts';
import { LedgerEntriesTable } from './ledger-entries.ts';
import { OptionsTable } from './options.ts';
import { OrderRows } from './orders.ts';
import { PerpetualRows } from './perpetual.ts';
import { PriceTicksTable } from './price-ticks.ts';
import { clearColumns, type ProjectionTable } from './table.ts';
import { boundSnapshotsTable } from './bound-snapshots.ts';
import { ConversionRows } from './conversions.ts';
import { ReferralRows } from './referral.ts';
import { TradesTable } from './trades.ts';
import { TrustOrdersTable } from './trust-orders.ts';
import { TrustPaymentsTable } from './trust-payments.ts';
import { WithdrawalStatesTable } from './withdrawal-states.ts';

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
  readonly #trades = new TradesTable();
  readonly #balances = new BalanceRows();
  readonly #ledgerEntries = new LedgerEntriesTable();
  readonly #priceTicks = new PriceTicksTable();
  readonly #withdrawalStates = new WithdrawalStatesTable();
  readonly #customerStates = new CustomerStatesTable();
  readonly #customerDebts = new CustomerDebtsTable();
  readonly #perpetual = new PerpetualRows();
  readonly #options = new OptionsTable();
  readonly #trustOrders = new TrustOrdersTable();
  readonly #trustPayments = new TrustPaymentsTable();
  readonly #launchOrders = new LaunchOrdersTable();
  readonly #launchCommitments = new LaunchCommitmentsTable();
  /** For whoever is to be told. */
  readonly events = new ExchangeEvents();
  readonly #referral = new ReferralRows();
  readonly #conversions = new ConversionRows();
  readonly idempotency = new IdempotencyTable();
  readonly boundSnapshots = boundSnapshotsTable();
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
      this.#withdrawalStates,
      this.#customerStates,
      this.#customerDebts,
      ...this.#perpetual.tables,
      this.#options,
      this.#trustOrders,
      this.#trustPayments,
      this.#launchOrders,
      this.#launchCommitments,
      ...this.#referral.tables,
      ...this.#conversions.tables,
      this.idempotency,
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
          this.#trades.add(event, atMs);
          this.events.filled('spot', event.tradeId);
          break;
        case 'indexTicked':
          this.#priceTicks.add(event);
          break;
        case 'withdrawalChanged':
          this.#withdrawalStates.change(event, { sequence, atMs });
          this.events.record(event);
          break;
        case 'customerFrozenSet':
          this.#customerStates.change(event.customerId, event.frozen, { sequence, atMs });
          this.events.record(event);
          break;
        case 'launchOrderChanged':
          this.#launchOrders.change(event.order, { sequence, atMs });
          this.events.record(event);
          break;
        case 'launchCommitted':
          this.#launchCommitments.add(event, atMs);
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
          this.#options.change(event.option, { sequence, atMs });
          this.events.record(event);
          break;
        case 'trustOrderChanged':
          this.#trustOrders.change(event.order, { sequence, atMs });
          this.events.record(event);
          break;
        case 'trustInterestPaid':
          this.#trustPayments.add(event, { sequence, atMs });
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
    for (let i = 0; i < entries.length; i++) {
      const entry = entries[i]!;
      const total = this.#totals.before(entry, events, eventIndex, i);
      move(total, entry, entry.amountMinor);
      this.#balances.change(total);
    }
    if (NO_ENTRY.has(event.reason)) return;
    // One row per account and posting: an account's first entry speaks for all of its entries.
    for (let i = 0; i < entries.length; i++) {
      const entry = entries[i]!;
      let amountMinor = 0n;
      let first = true;
      for (let j = 0; j < entries.length; j++) {
        const other = entries[j]!;
        if (
          other.ownerId !== entry.ownerId ||
          other.account !== entry.account ||
          other.currencyId !== entry.currencyId
        ) {
          continue;
        }
        if (j < i) {
          first = false;
          break;
        }
        amountMinor += other.amountMinor;
      }
      if (!first || amountMinor === 0n) continue;
      const total = this.#totals.before(entry, events, eventIndex, i);
      this.#ledgerEntries.add(entry, event, amountMinor, total.availableMinor + total.frozenMinor, atMs);
    }
  }
}
