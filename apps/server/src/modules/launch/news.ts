import type { Currency, Exchange, LaunchAmount, LaunchOffer, LaunchOrder } from '@tallystick/core';
import { formatMinor } from '@tallystick/core/money/decimal';
import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import { inTransaction } from '../../database/transaction.ts';
import { InTurn } from '../in-turn.ts';
import { writeCustomerNotices, type CustomerNotice } from '../notice/write.ts';
import { ordersOf } from './store.ts';

export interface LaunchNewsOptions {
  readonly pool: pg.Pool;
  readonly exchange: Pick<Exchange, 'launch' | 'currency'>;
  readonly now: () => number;
  readonly log: FastifyBaseLogger;
}

const LOOK_EVERY_MS = 2_000;
const MILLION = 1_000_000n;

type Told = Pick<CustomerNotice, 'kind' | 'values'>;

/** Something that happened to an offer: once the tables show it of every order, each customer is told once. */
interface Step {
  readonly name: string;
  /** False while the tables are still behind. */
  readonly isDone: (order: LaunchOrder) => boolean;
  readonly tell: (order: LaunchOrder) => Told | null;
}

/** Tells customers what came of their commitments: allocated, returned, released. */
export class LaunchNews {
  readonly #options: LaunchNewsOptions;
  readonly #turns: InTurn;

  constructor(options: LaunchNewsOptions) {
    this.#options = options;
    this.#turns = new InTurn(() => this.#tellAll(), {
      everyMs: LOOK_EVERY_MS,
      log: options.log,
      failure: 'news of offers could not be told; they will be with the next',
    });
  }

  /** Returns the way to stop. */
  start(): () => Promise<void> {
    return this.#turns.start();
  }

  /** Whatever was not told yet. One at a time. */
  tell(): Promise<void> {
    return this.#turns.now();
  }

  /** What a crash kept from being told is told at the next turn. */
  async #tellAll(): Promise<void> {
    const { exchange, pool } = this.#options;
    const offers = exchange.launch
      .offers()
      .filter(({ status }) => status !== 'open' && status !== 'settling');
    if (offers.length === 0) return;
    const { rows } = await pool.query<{ key: string }>(
      `select offer_id || '/' || step as key from launch_told`,
    );
    const told = new Set(rows.map(row => row.key));
    for (const offer of offers) {
      const steps = this.#stepsOf(offer).filter(step => !told.has(`${offer.terms.offerId}/${step.name}`));
      if (steps.length === 0) continue;
      const orders = await ordersOf(pool, offer.terms.offerId);
      for (const step of steps) if (orders.every(step.isDone)) await this.#tell(offer, step, orders);
    }
  }

  async #tell(offer: LaunchOffer, step: Step, orders: readonly LaunchOrder[]): Promise<void> {
    const { pool, now } = this.#options;
    await inTransaction(pool, async client => {
      const { rowCount } = await client.query(
        'insert into launch_told (offer_id, step, at_ms) values ($1, $2, $3) on conflict do nothing',
        [offer.terms.offerId, step.name, now()],
      );
      if (rowCount === 0) return;
      const notices = orders.flatMap(order => {
        const news = step.tell(order);
        return news === null ? [] : [{ ...news, customerId: order.customerId, atMs: now() }];
      });
      await writeCustomerNotices(client, notices);
    });
  }

  #stepsOf({ terms, status, result }: LaunchOffer): Step[] {
    const { code, decimals } = terms.currency;
    const units = (minor: bigint): string => formatMinor(minor, decimals);
    const steps: Step[] = [];
    if (result !== null) {
      steps.push({
        name: 'allocated',
        isDone: order => order.allocatedMinor !== null,
        tell: ({ allocatedMinor, committed, spent }) => ({
          kind: 'launchAllocated',
          values: {
            code,
            allocated: units(allocatedMinor ?? 0n),
            spent: this.#amounts(spent),
            refunded: this.#amounts(minus(committed, spent)),
          },
        }),
      });
    }
    if (status === 'cancelled') {
      steps.push({
        name: 'returned',
        isDone: order => order.returned,
        tell: ({ committed }) => ({
          kind: 'launchReturned',
          values: { code, refunded: this.#amounts(committed) },
        }),
      });
    }
    if (status !== 'launched' && status !== 'released') return steps;
    let ppm = 0;
    for (const [i, release] of terms.releases.entries()) {
      const before = BigInt(ppm);
      const after = BigInt((ppm += release.ppm));
      if (terms.launchMs + release.afterMs > this.#options.now()) break;
      const dueBy = (order: LaunchOrder, part: bigint): bigint =>
        ((order.allocatedMinor ?? 0n) * part) / MILLION;
      steps.push({
        name: `released-${i + 1}`,
        isDone: order => order.releasedMinor >= dueBy(order, after),
        tell: order => {
          const released = dueBy(order, after) - dueBy(order, before);
          return released === 0n
            ? null
            : { kind: 'launchReleased', values: { code, released: units(released) } };
        },
      });
    }
    return steps;
  }

  /** `12.5 USDT + 0.001 BTC`, or 0. */
  #amounts(amounts: readonly LaunchAmount[]): string {
    const shown = amounts.map(({ currencyId, amountMinor }) => {
      const currency: Currency | null = this.#options.exchange.currency(currencyId);
      return currency === null ? '' : `${formatMinor(amountMinor, currency.decimals)} ${currency.code}`;
    });
    return shown.length === 0 ? '0' : shown.join(' + ');
  }
}

function minus(committed: readonly LaunchAmount[], spent: readonly LaunchAmount[]): LaunchAmount[] {
  return committed.flatMap(({ currencyId, amountMinor }) => {
    const left = amountMinor - (spent.find(one => one.currencyId === currencyId)?.amountMinor ?? 0n);
    return left === 0n ? [] : [{ currencyId, amountMinor: left }];
  });
}
