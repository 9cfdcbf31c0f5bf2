import { formatMinor } from '@tallystick/core/money/decimal';
import type { CallOutput } from '@tallystick/protocol';
import { CallFailure } from '../../http/call-failure.ts';
import type { RegisterCall } from '../../http/call-router.ts';
import { isInterval, type MarketService, type Quotation } from './service.ts';
import { amountMinor, type MarketUnitsTable } from './units.ts';
import { worth } from './valuation.ts';
import type { Rates } from '../../feeds/rates.ts';
import { wireRate } from './wire-rate.ts';
import { wireCandle, wireDepth, wireMarket, wirePublicTrade, wireTicker } from './wire.ts';
import type { CandleUnitsOf, MarketsShown } from './wire.ts';

/** Levels of the book in the page's first answer; the socket sends the full book: see sockets/public-topics.ts. */
const DEPTH_LEVELS = 200;
/** More decimals than the currency's own, so that a rate of 0.0000000123 keeps its digits. */
const RATE_DECIMALS = 18;

export function marketRoutes(
  service: MarketService,
  shown: MarketsShown & {
    readonly units: MarketUnitsTable;
    readonly rates: Pick<Rates, 'all'>;
    readonly candleUnits: CandleUnitsOf;
  },
) {
  const { units } = shown;

  function wireQuotation({ market, status, ticker, closesTicks }: Quotation) {
    const of = units.of(market.id);
    return {
      market: wireMarket(market, status, of, shown.exchange.terms),
      ticker: wireTicker(ticker, of, shown),
      sparkline: closesTicks.map(ticks => of.price(ticks)),
    };
  }

  /** All markets; the desk lists them as well. */
  async function quotations(): Promise<CallOutput<'GET currency/quotation_new'>> {
    return { items: (await service.quotations()).map(wireQuotation) };
  }

  function calls(register: RegisterCall): void {
    register('GET currency/quotation_new', quotations);
    register('GET currency/new_timeshar', async input => {
      const { market_id: marketId, interval, kind, limit, to_ms: toMs } = input;
      if (!isInterval(interval)) throw new CallFailure('interval_unknown', { field: 'interval' });
      const of = shown.candleUnits(kind, marketId);
      const { candles, sequence } = await service.candles(marketId, interval, limit, kind, toMs);
      return { interval, kind, items: candles.map(candle => wireCandle(candle, of)), sequence };
    });
    register('GET currency/deal', ({ market_id: marketId }) => {
      const of = units.of(marketId);
      const { depth, trades, ticker } = service.page(marketId);
      return {
        depth: wireDepth(marketId, depth.sequence, depth.data, of, DEPTH_LEVELS),
        trades: trades.map(trade => wirePublicTrade(trade, of)),
        ticker: wireTicker(ticker, of, shown),
      };
    });
    register('GET currency/trades', async ({ market_id: marketId, from_id, from_ms, to_ms, limit }) => {
      const of = units.of(marketId);
      const filter = { marketId, fromId: from_id, fromMs: from_ms, toMs: to_ms, limit };
      return { items: (await service.trades(filter)).map(trade => wirePublicTrade(trade, of)) };
    });
    register('GET currency/rates', () => ({ items: shown.rates.all().map(wireRate) }));
    register('GET coin/convert', input => {
      const from = units.currency(input.from, 'from');
      const to = units.currency(input.to, 'to');
      const minor = amountMinor(input.amount, from, 'amount');
      const rate = service.rate(from.id, to.id);
      const oneE18 = 10n ** BigInt(from.decimals + RATE_DECIMALS - to.decimals);
      return {
        ...input,
        value: rate === null ? null : formatMinor(worth(minor, rate), to.decimals),
        rate: rate === null ? null : formatMinor(worth(oneE18, rate), RATE_DECIMALS),
      };
    });
  }

  return { quotations, calls };
}
