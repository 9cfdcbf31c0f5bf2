import type { DeskOutput, DeskRequest } from '@tallystick/protocol/desk';
import type { Operator } from '../../../http/operator.ts';
import type { marketRoutes } from '../../market/routes.ts';
import type { DeskExchange } from '../../../approval/desk-exchange.ts';
import { stopAtOnce, stoppableMarkets, type StopParts } from './status.ts';

export interface DeskMarketsOptions extends StopParts {
  readonly exchange: DeskExchange;
  readonly market: Pick<ReturnType<typeof marketRoutes>, 'quotations'>;
  /** What each index is made of. */
  readonly sources: { of(marketId: number): DeskOutput<'GET desk/markets'>['items'][number]['index'] };
}

/** Markets as the desk sees them, and the switch that stops them. */
export class DeskMarkets {
  readonly #options: DeskMarketsOptions;

  constructor(options: DeskMarketsOptions) {
    this.#options = options;
  }

  async list(): Promise<DeskOutput<'GET desk/markets'>> {
    const { market: markets, sources } = this.#options;
    const { items } = await markets.quotations();
    return { items: items.map(({ market, ticker }) => ({ market, ticker, index: sources.of(market.id) })) };
  }

  /** See `stopAtOnce`. */
  stop(
    operator: Operator,
    input: DeskRequest<'POST desk/market_stop'>,
  ): Promise<DeskOutput<'POST desk/market_stop'>> {
    return stopAtOnce(this.#options, stoppableMarkets(this.#options.exchange), operator, input);
  }
}
