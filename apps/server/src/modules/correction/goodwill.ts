import { PLATFORM_OWNER, type Currency, type ReadonlyExchange } from '@tallystick/core';
import { formatMinor } from '@tallystick/core/money/decimal';
import type { DeskOutput } from '@tallystick/protocol/desk';
import { GOODWILL_MAXIMA } from '@tallystick/protocol/desk/settings';
import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import { inTransaction } from '../../database/transaction.ts';
import { CallFailure } from '../../http/call-failure.ts';
import { settingMinor } from '../market/amount.ts';
import { isClosed } from '../account/closed.ts';
import type { CustomerNews } from '../notification/customer-news.ts';
import type { PlatformSettings } from '../../settings/platform-settings.ts';
import type { MarketUnitsTable } from '../market/units.ts';
import { pageOf, readCursor } from '../../http/page.ts';
import { isRefusal } from '../../http/submit.ts';
import type { GoodwillBus } from './goodwill-bus.ts';
import * as store from './goodwill-store.ts';
import type { Goodwill, NewGoodwill } from './goodwill-store.ts';
import { isLinked } from './linked-accounts.ts';
import { GOODWILL_MESSAGES } from './goodwill-message.ts';

export interface GoodwillOptions {
  readonly pool: pg.Pool;
  readonly bus: GoodwillBus;
  readonly exchange: Pick<ReadonlyExchange, 'balance' | 'currencies'>;
  readonly units: MarketUnitsTable;
  readonly settings: Pick<PlatformSettings, 'get'>;
  readonly news: CustomerNews;
  readonly now: () => number;
  readonly log: Pick<FastifyBaseLogger, 'error'>;
}

const DAYS_SHOWN_MS = 30 * 86_400_000;

type Payment = Pick<NewGoodwill, 'customerId' | 'currencyId' | 'amountMinor'>;

/** Compensation the house pays for mistakes. The row is the decision; the payment follows from it once. */
export class GoodwillPayments {
  readonly #options: GoodwillOptions;

  constructor(options: GoodwillOptions) {
    this.#options = options;
  }

  /**
   * Call it in the proposal's or confirmation's transaction; it blocks other payments until that ends. @throws
   * CallFailure unknown_customer (who has left), account_linked, goodwill_ceiling, insufficient_balance (of the treasury)
   */
  async refuse(db: store.Queries, { customerId, currencyId, amountMinor }: Payment): Promise<void> {
    const { exchange, units, now } = this.#options;
    const currency = units.currency(currencyId);
    await store.lockCeilings(db);
    if (await isClosed(db, customerId)) throw new CallFailure('unknown_customer', { field: 'customer_id' });
    if (await isLinked(db, customerId)) throw new CallFailure('account_linked', { field: 'customer_id' });
    const { dailyMinor, customerMinor } = this.#ceilings(currency);
    const paid = await store.paidSoFar(db, currencyId, customerId, now());
    refuseBeyond(currency, 'day', amountMinor, dailyMinor - paid.todayMinor);
    refuseBeyond(currency, 'customer', amountMinor, customerMinor - paid.customerMinor);
    const { availableMinor } = exchange.balance(treasuryOf(currencyId));
    if (availableMinor < amountMinor) {
      const available = formatMinor(availableMinor, currency.decimals);
      throw new CallFailure('insufficient_balance', { field: 'amount', available, currency: currency.code });
    }
  }

  /** Records the payment; call `payAll` after the commit. */
  async decide(db: store.Queries, goodwill: Omit<NewGoodwill, 'atMs'>): Promise<void> {
    await store.insertGoodwill(db, { ...goodwill, atMs: this.#options.now() });
  }

  /** Pays what was decided. Called after decisions, crashes and times when the exchange was busy. */
  async payAll(): Promise<void> {
    for (const goodwill of await store.unpaid(this.#options.pool)) {
      try {
        await this.#pay(goodwill);
      } catch (error) {
        this.#options.log.error({ err: error, goodwill: goodwill.id }, 'goodwill is paid later');
      }
    }
  }

  /** The total paid, and the sum of each of the last days with payments. */
  totals(): Promise<store.PaidTotal[]> {
    const { pool, now } = this.#options;
    return store.paidTotals(pool, now() - DAYS_SHOWN_MS);
  }

  /** `desk/goodwill`. */
  async list(cursor: string | undefined, limit: number): Promise<DeskOutput<'GET desk/goodwill'>> {
    const { pool, units } = this.#options;
    const rows = await store.listGoodwill(pool, readCursor(cursor, 1)?.[0] ?? null, limit + 1);
    const page = pageOf(
      rows,
      limit,
      row => String(row.id),
      row => {
        const { code, decimals } = units.currency(row.currencyId);
        return {
          id: row.id,
          customer_id: row.customerId,
          currency: code,
          amount: formatMinor(row.amountMinor, decimals),
          reason: row.reason,
          text: row.text,
          state: row.state,
          failure: row.failure,
          made_by: row.maker,
          confirmed_by: row.confirmer,
          confirmed_at_ms: row.confirmedAtMs,
        };
      },
    );
    return { ...page, ceilings: await this.#ceilingsLeft() };
  }

  async #ceilingsLeft(): Promise<DeskOutput<'GET desk/goodwill'>['ceilings']> {
    const { pool, exchange, settings, now } = this.#options;
    const ceilings = [];
    for (const currency of exchange.currencies()) {
      if (!settings.get('corrections').items.some(item => item.currency_id === currency.id)) continue;
      const { dailyMinor, customerMinor } = this.#ceilings(currency);
      const { todayMinor } = await store.paidSoFar(pool, currency.id, null, now());
      const leftMinor = dailyMinor > todayMinor ? dailyMinor - todayMinor : 0n;
      const treasuryMinor = exchange.balance(treasuryOf(currency.id)).availableMinor;
      ceilings.push({
        currency_id: currency.id,
        currency: currency.code,
        daily: formatMinor(dailyMinor, currency.decimals),
        left_today: formatMinor(leftMinor, currency.decimals),
        per_customer: formatMinor(customerMinor, currency.decimals),
        treasury: formatMinor(treasuryMinor, currency.decimals),
      });
    }
    return ceilings;
  }

  /** The ceiling set, limited by the fixed maximum in case the setting was tampered with. */
  #ceilings(currency: Currency): { readonly dailyMinor: bigint; readonly customerMinor: bigint } {
    const set = this.#options.settings
      .get('corrections')
      .items.find(item => item.currency_id === currency.id);
    const most = GOODWILL_MAXIMA[currency.id];
    const least = (one = '0', other = '0'): bigint => {
      const [a, b] = [settingMinor(one, currency), settingMinor(other, currency)];
      return a < b ? a : b;
    };
    return {
      dailyMinor: least(set?.daily, most?.daily),
      customerMinor: least(set?.per_customer, most?.per_customer),
    };
  }

  async #pay(goodwill: Goodwill): Promise<void> {
    const { pool, bus, news, units } = this.#options;
    const { id, customerId, currencyId, amountMinor } = goodwill;
    let failure: string | null = null;
    // The engine forgets its keys after a while, so the ledger is asked, which keeps everything.
    if (!(await store.isInLedger(pool, id))) {
      try {
        await bus.pay({ type: 'payGoodwill', goodwillId: id, customerId, currencyId, amountMinor });
      } catch (error) {
        if (!isRefusal(error)) throw error;
        failure = error.code;
      }
    }
    const { code, decimals } = units.currency(currencyId);
    const values = { amount: formatMinor(amountMinor, decimals), currency: code, text: goodwill.text };
    const isFirst = await inTransaction(pool, async client => {
      if (!(await store.endGoodwill(client, id, failure))) return false;
      if (failure === null) await news.write(client, customerId, GOODWILL_MESSAGES[goodwill.reason], values);
      return failure === null;
    });
    if (isFirst) news.wake();
  }
}

function refuseBeyond(
  currency: Currency,
  which: 'day' | 'customer',
  amountMinor: bigint,
  leftMinor: bigint,
): void {
  if (amountMinor <= leftMinor) return;
  const left = formatMinor(leftMinor > 0n ? leftMinor : 0n, currency.decimals);
  throw new CallFailure('goodwill_ceiling', {
    field: 'amount',
    ceiling: which,
    left,
    currency: currency.code,
  });
}

function treasuryOf(currencyId: number) {
  return { ownerId: PLATFORM_OWNER, account: 'treasury', currencyId } as const;
}
