import type {
  AccountKey,
  CustomerAccount,
  Event,
  EventOf,
  LaunchOrder,
  PositionView,
} from '@tallystick/core';
import type { ExchangeBodies } from '../../events/event.ts';
import { FillRanges, PERPETUAL, SPOT } from './fill-ranges.ts';
import { big, integer, RowsTable, text } from './rows-table.ts';
import { termsOf } from './terms-set.ts';

interface EventRow {
  readonly sequence: number;
  readonly ordinal: number;
  readonly kind: keyof ExchangeBodies;
  readonly customerId: number | null;
  readonly atMs: number;
  readonly body: string;
}

/** All kinds are written in their first version: see `feed/kinds/kind.ts` before changing one. */
const VERSION = 1;
/** A reader holds the fills of a row in memory. */
const MOST_FILLS = 200;

type MovedReason = ExchangeBodies['moneyMoved']['reason'];
const MOVED: ReadonlySet<string> = new Set<MovedReason>([
  'faucet',
  'deposit',
  'depositReversal',
  'goodwill',
  'transfer',
]);

/**
 * What a batch adds to the feed. Fills are many, and stand in their tables already: the feed has ranges of them, one row
 * for all that nothing else comes between.
 */
export class ExchangeEvents {
  readonly table = new RowsTable<EventRow>('exchange_events', {
    sequence: big(row => row.sequence),
    ordinal: integer(row => row.ordinal),
    kind: text(row => row.kind),
    version: integer(() => VERSION),
    customer_id: integer(row => row.customerId),
    at_ms: big(row => row.atMs),
    body: text(row => row.body),
  });
  readonly #kinds = new Set<keyof ExchangeBodies>();
  #sequence = 0;
  #atMs = 0;
  #ordinal = 0;
  readonly #fills = new FillRanges();
  #payments = 0;
  /** Of the launch posting before the order it belongs to: what was released, or null if it was something else. */
  #launchPosted: { readonly releasedMinor: bigint | null } | null = null;
  /** Before the launch order it belongs to. */
  #committed: EventOf<'launchCommitted'> | null = null;
  /** References of the deposits this command opened. */
  readonly #deposited = new Set<string>();

  /** Of the batch so far, in no order. */
  get kinds(): ReadonlySet<string> {
    return this.#kinds;
  }

  begin(sequence: number, atMs: number): void {
    this.#sequence = sequence;
    this.#atMs = atMs;
    this.#ordinal = 0;
    this.#launchPosted = null;
    if (this.#deposited.size > 0) this.#deposited.clear();
  }

  /** After the events of a command. */
  end(): void {
    if (this.#payments === 0) return;
    const payments = this.#payments;
    this.#payments = 0;
    this.#push('trustInterestPaid', null, { sequence: this.#sequence, payments });
  }

  /** Ends the batch. */
  close(): void {
    this.#closeFills();
  }

  clear(): void {
    this.#kinds.clear();
  }

  filled(line: 'spot' | 'perpetual', tradeId: number): void {
    const fills = this.#fills;
    if (fills.count === 0) fills.begin(this.#sequence, this.#ordinal++, this.#atMs);
    fills.add(this.#sequence, line === 'spot' ? SPOT : PERPETUAL, tradeId);
    if (fills.count >= MOST_FILLS) this.#closeFills();
  }

  posted({ reason, reference, postingId, entries }: EventOf<'posted'>): void {
    if (MOVED.has(reason)) {
      for (const entry of entries) {
        if (!isCustomers(entry)) continue;
        const { account, currencyId, amountMinor } = entry;
        const body = {
          reason: reason as MovedReason,
          reference,
          postingId,
          account,
          currencyId,
          amountMinor,
        };
        this.#push('moneyMoved', entry.ownerId, body);
      }
    } else if (reason === 'launchRelease') {
      this.#launchPosted = { releasedMinor: entries.find(entry => entry.ownerId > 0)?.amountMinor ?? null };
    } else if (reason === 'launchPayment' || reason === 'launchUnfreeze') {
      this.#launchPosted = { releasedMinor: null };
    } else if (reason === 'trustPurchase') {
      this.#deposited.add(reference);
    }
  }

  /** Everything else that is told; `filled` and `posted` are asked too often to look for their kind. */
  record(event: Event): void {
    switch (event.type) {
      case 'positionChanged':
        this.#position(event.position);
        break;
      case 'positionLiquidated':
        this.#liquidation(event);
        break;
      case 'positionDeleveraged':
        this.#deleveraging(event);
        break;
      case 'stopTriggered':
        this.#push('stopTriggered', event.customerId, {
          ...headOf(event),
          stop: event.kind,
          lots: event.lots,
          triggerTicks: event.triggerTicks,
          markE8: event.mark.markE8,
        });
        break;
      case 'fundingSettled':
        if (event.positionIds.length > 0) this.#funding(event);
        break;
      case 'optionChanged':
        this.#option(event);
        break;
      case 'trustInterestPaid':
        this.#payments++;
        break;
      case 'trustOrderChanged':
        this.#trustOrder(event);
        break;
      case 'launchOrderChanged':
        this.#launchOrder(event.order);
        break;
      case 'launchCommitted':
        this.#committed = event;
        break;
      case 'launchOfferChanged':
        this.#push('launchOfferChanged', null, {
          offerId: event.offer.terms.offerId,
          status: event.offer.status,
        });
        break;
      case 'withdrawalChanged': {
        const { withdrawalId, currencyId, amountMinor, feeMinor, state } = event;
        const body = { withdrawalId, currencyId, amountMinor, feeMinor, state };
        this.#push('withdrawalChanged', event.customerId, body);
        break;
      }
      case 'rebateSettled': {
        const { currencyId, amountMinor, untilMs, postingId } = event;
        this.#push('rebateSettled', event.promoterId, { currencyId, amountMinor, untilMs, postingId });
        break;
      }
      case 'converted': {
        const { fromCurrencyId, toCurrencyId, paidMinor, receivedMinor, orderIds } = event;
        const body = { fromCurrencyId, toCurrencyId, paidMinor, receivedMinor, orderIds };
        this.#push('converted', event.customerId, body);
        break;
      }
      case 'dustConverted': {
        const { dustId, toCurrencyId, receivedMinor } = event;
        const paid = event.lines.map(line => [line.currencyId, line.amountMinor] as const);
        this.#push('dustConverted', event.customerId, { dustId, toCurrencyId, receivedMinor, paid });
        break;
      }
      case 'promoterLinked':
        this.#push('promoterLinked', event.customerId, { promoterId: event.promoterId });
        break;
      case 'referralStandingSet':
        this.#push('referralStandingSet', event.customerId, { standing: event.standing });
        break;
      case 'customerOpened':
        this.#push('customerOpened', event.customerId, {});
        break;
      case 'currencyConfigured':
      case 'marketConfigured':
      case 'perpetualConfigured':
      case 'optionTermsSet':
      case 'trustProductChanged':
      case 'dustTermsSet':
      case 'referralTermsChanged':
        this.#push('termsSet', null, termsOf(event));
        break;
      case 'customerFrozenSet':
        this.#push('customerFrozen', event.customerId, { frozen: event.frozen });
        break;
      case 'debtChanged':
        this.#push('debtChanged', event.customerId, {
          currencyId: event.currencyId,
          owedMinor: event.owedMinor,
        });
        break;
      case 'limitsChanged': {
        const { customerId, dailyLossMinor, coolDownUntilMs } = event.limits;
        this.#push('limitsChanged', customerId, { dailyLossMinor, coolDownUntilMs });
        break;
      }
      case 'marketStatusSet':
      case 'perpetualStatusSet': {
        const line = event.type === 'marketStatusSet' ? 'spot' : 'perpetual';
        this.#push('marketStatusSet', null, { line, marketId: event.marketId, status: event.status });
        break;
      }
      case 'haltChanged': {
        const { line, marketId, halt } = event;
        const mode = halt?.mode ?? null;
        const untilMs = halt?.untilMs ?? null;
        this.#push('haltChanged', null, { line, marketId, mode, reason: halt?.reason ?? null, untilMs });
        break;
      }
      case 'termsAnnounced': {
        const { line, marketId, effectiveAtMs } = event;
        this.#push('termsAnnounced', null, { line, marketId, effectiveAtMs });
        break;
      }
      default:
    }
  }

  #position(position: PositionView): void {
    if (position.status !== 'closed' || position.closeReason === null) return;
    const { realisedMinor, feeMinor, liquidationFeeMinor, fundingMinor, insurancePaidMinor } = position;
    this.#push('positionEnded', position.customerId, {
      ...headOf(position),
      reason: position.closeReason,
      lots: position.closedLots,
      netMinor: realisedMinor - feeMinor - liquidationFeeMinor + fundingMinor + insurancePaidMinor,
    });
  }

  /** While lots remain it is not over. */
  #liquidation(event: EventOf<'positionLiquidated'>): void {
    if (event.remainingLots > 0) return;
    this.#push('positionLiquidated', event.customerId, {
      ...headOf(event),
      lots: event.lots,
      markE8: event.mark.markE8,
      feeMinor: event.liquidationFeeMinor + event.feeMinor,
      returnedMinor: event.returnedMinor,
    });
  }

  #deleveraging(event: EventOf<'positionDeleveraged'>): void {
    const { lots, againstPositionId, valueMinor, realisedMinor, returnedMinor } = event;
    this.#push('positionDeleveraged', event.customerId, {
      ...headOf(event),
      lots,
      markE8: event.mark.markE8,
      againstPositionId,
      valueMinor,
      realisedMinor,
      returnedMinor,
    });
  }

  #funding({ marketId, fundingId, fundingAtMs, rateE8, mark }: EventOf<'fundingSettled'>): void {
    this.#push('fundingSettled', null, { marketId, fundingId, fundingAtMs, rateE8, markE8: mark.markE8 });
  }

  #option({ option }: EventOf<'optionChanged'>): void {
    const { optionId, marketId, currencyId, practice, direction, seconds, stakeMinor, result } = option;
    const bought = { optionId, marketId, currencyId, practice, direction, seconds, stakeMinor };
    if (option.state === 'pending') {
      this.#push('optionBought', option.customerId, bought);
    } else if (option.state === 'settled' && result !== null) {
      const payoutMinor = option.payoutMinor ?? 0n;
      this.#push('optionSettled', option.customerId, { ...bought, result, payoutMinor });
    }
  }

  #trustOrder({ order }: EventOf<'trustOrderChanged'>): void {
    if (order.state === 'hosting') {
      // Renewal switched on or off, or interest paid, is another state of one that is there.
      if (!this.#deposited.has(`trust:${order.orderId}`)) return;
      const { orderId, productId, currencyId, cycleDays, principalMinor, renewalOf } = order;
      const body = { orderId, productId, currencyId, cycleDays, principalMinor, renewalOf };
      this.#push('trustOrderOpened', order.customerId, body);
      return;
    }
    const { orderId, currencyId, state, cycleDays, principalMinor, paidMinor, penaltyMinor } = order;
    this.#push('trustOrderEnded', order.customerId, {
      ...{ orderId, currencyId, state, cycleDays, principalMinor, paidMinor, penaltyMinor },
    });
  }

  /** Its postings come before it and say what happened: a release of nothing has none. */
  #launchOrder(order: LaunchOrder): void {
    const posted = this.#launchPosted;
    this.#launchPosted = null;
    const { offerId, orderId, customerId, committed, spent, allocatedMinor } = order;
    const pairs = (all: LaunchOrder['spent']): (readonly [number, bigint])[] =>
      all.map(one => [one.currencyId, one.amountMinor]);
    const made = this.#committed;
    this.#committed = null;
    if (made?.orderId === orderId) {
      const { currencyId, amountMinor } = made;
      this.#push('launchCommitted', customerId, { offerId, orderId, currencyId, amountMinor });
    }
    if (order.returned) {
      this.#push('launchReturned', customerId, { offerId, orderId, committed: pairs(committed) });
    } else if (posted === null || allocatedMinor === null) {
      return;
    } else if (posted.releasedMinor === null) {
      const body = { offerId, orderId, allocatedMinor, committed: pairs(committed), spent: pairs(spent) };
      this.#push('launchAllocated', customerId, body);
    } else {
      this.#push('launchReleased', customerId, { offerId, orderId, releasedMinor: posted.releasedMinor });
    }
  }

  #push<K extends keyof ExchangeBodies>(kind: K, customerId: number | null, body: ExchangeBodies[K]): void {
    this.#closeFills();
    this.#kinds.add(kind);
    this.table.push({
      sequence: this.#sequence,
      ordinal: this.#ordinal++,
      kind,
      customerId,
      atMs: this.#atMs,
      body: JSON.stringify(body, (_name, value: unknown) =>
        typeof value === 'bigint' ? String(value) : value,
      ),
    });
  }

  #closeFills(): void {
    const fills = this.#fills;
    if (fills.count === 0) return;
    this.#kinds.add('fills');
    const { sequence, ordinal, atMs } = fills;
    this.table.push({ sequence, ordinal, kind: 'fills', customerId: null, atMs, body: fills.take() });
  }
}

function headOf(of: Pick<PositionView, 'positionId' | 'marketId' | 'side'>): {
  readonly positionId: number;
  readonly marketId: number;
  readonly side: PositionView['side'];
} {
  return { positionId: of.positionId, marketId: of.marketId, side: of.side };
}

function isCustomers<Entry extends AccountKey>(
  entry: Entry,
): entry is Entry & { readonly account: CustomerAccount } {
  return entry.ownerId > 0;
}
