import type { DeskOutput, DeskRequest } from '@tallystick/protocol/desk';
import { valueOf } from '@tallystick/core/launch/figures';
import { formatMinor } from '@tallystick/core/money/decimal';
import type pg from 'pg';
import { CallFailure } from '../../http/call-failure.ts';
import type { launchRoutes } from './routes.ts';
import { listOrders } from './store.ts';
import { wireAmounts } from './wire.ts';
import { pageOf, readCursor } from '../../http/page.ts';
import type { DeskExchange } from '../../approval/desk-exchange.ts';
import { isCancellable, isEditable, shownAs } from './proposal-kinds.ts';

export interface DeskOffersOptions {
  readonly pool: pg.Pool;
  readonly exchange: DeskExchange;
  readonly launch: Pick<ReturnType<typeof launchRoutes>, 'deskOffers'>;
  readonly now: () => number;
}

/** Smaller ids belong to the offers listed at a start. */
const FIRST_FREE_ID = 101;

/** Offers and their participants, for operators to read. Terms change only by proposal. */
export class DeskOffers {
  readonly #options: DeskOffersOptions;

  constructor(options: DeskOffersOptions) {
    this.#options = options;
  }

  async offers(): Promise<DeskOutput<'GET desk/launch_offers'>> {
    const { exchange, launch, now } = this.#options;
    const offers = await launch.deskOffers();
    const known = offers.map(({ offer }) => offer.terms);
    const next = (taken: readonly number[]): number => Math.max(FIRST_FREE_ID - 1, ...taken) + 1;
    return {
      items: offers
        .map(({ offer, wire, texts }) => {
          const { own: _, invited: __, ...shown } = wire;
          return {
            offer: shown,
            terms: shownAs(exchange, offer.terms, texts),
            editable: isEditable(offer, now()),
            cancellable: isCancellable(offer, now()),
          };
        })
        .toReversed(),
      server_time_ms: now(),
      next: {
        offer_id: Math.max(0, ...known.map(terms => terms.offerId)) + 1,
        currency_id: next([
          ...exchange.currencies().map(({ id }) => id),
          ...known.map(({ currency }) => currency.id),
        ]),
        market_id: next([...exchange.markets().map(({ id }) => id), ...known.map(({ market }) => market.id)]),
      },
    };
  }

  async orders(input: DeskRequest<'GET desk/launch_orders'>): Promise<DeskOutput<'GET desk/launch_orders'>> {
    const { pool, exchange } = this.#options;
    const offer = exchange.launch.offer(input.offer_id);
    const figures = exchange.launch.figures(input.offer_id);
    if (offer === null || figures === null) {
      throw new CallFailure('unknown_launch_offer', { field: 'offer_id' });
    }
    const currencyOf = (id: number) => {
      const currency = exchange.currency(id);
      if (currency === null) throw new Error(`currency ${id} has vanished`);
      return currency;
    };
    const quote = currencyOf(offer.terms.market.quoteCurrencyId);
    const units = (minor: bigint): string => formatMinor(minor, offer.terms.currency.decimals);
    const rows = await listOrders(pool, {
      offerId: input.offer_id,
      beforeId: readCursor(input.cursor, 1)?.[0] ?? null,
      limit: input.limit + 1,
    });
    return pageOf(
      rows,
      input.limit,
      row => String(row.orderId),
      row => ({
        order_id: row.orderId,
        customer_id: row.customerId,
        committed: wireAmounts(row.committed, currencyOf),
        value: formatMinor(valueOf(row.committed, figures), quote.decimals),
        allocated: row.allocatedMinor === null ? null : units(row.allocatedMinor),
        spent: wireAmounts(row.spent, currencyOf),
        released: units(row.releasedMinor),
        created_at_ms: row.createdAtMs,
      }),
    );
  }
}
