import type { Exchange } from '@tallystick/core';
import type { FastifyBaseLogger } from 'fastify';
import type { Settings } from './config/settings.ts';
import { HOUSE_ID, houseFundsMinor } from './demo/population.ts';
import type { CommandBus } from './engine/command-bus.ts';
import { DemoTraders } from './house/demo-traders.ts';
import { quoteSettings } from './house/house-settings.ts';
import { MarketMaker } from './house/market-maker.ts';
import { SpotVenue } from './house/spot-venue.ts';
import type { Valuation } from './modules/market/valuation.ts';

export interface LiquidityOptions {
  readonly settings: Settings;
  readonly bus: CommandBus;
  readonly exchange: Exchange;
  readonly valuation: Valuation;
  readonly traderIds: readonly number[];
  readonly log: FastifyBaseLogger;
}

export interface Liquidity {
  readonly indexTicked: (marketId: number, priceE8: number) => void;
  readonly indexStale: (marketId: number) => void;
  stop(): Promise<void>;
}

const USDT = 3;
/** Of an ordinary demo order. */
const TYPICAL_DOLLARS = 400;

/** The house's quotes and, in demo, the traders who live off them. */
export function startLiquidity(options: LiquidityOptions): Liquidity {
  const { settings, bus, exchange, valuation, traderIds, log } = options;
  /** What a unit of the market's quote currency is worth in USDT; sizes only, so a rough number will do. */
  const dollarsPerQuote = (marketId: number): number => {
    const quote = exchange.currency(exchange.market(marketId)?.quoteCurrencyId ?? USDT);
    const dollar = exchange.currency(USDT);
    if (quote === null || dollar === null || quote.id === USDT) return 1;
    const minor = valuation.value(10n ** BigInt(quote.decimals), quote.id, USDT);
    return minor === null ? 1 : Number(minor) / 10 ** dollar.decimals;
  };
  const maker = new MarketMaker({
    bus,
    venue: new SpotVenue({
      exchange,
      customerId: HOUSE_ID,
      neutralLots(marketId) {
        const market = exchange.market(marketId);
        if (market === null) return 0;
        return Number(houseFundsMinor(exchange, market.baseCurrencyId) / market.baseMinorPerLot);
      },
    }),
    settingsOf(marketId) {
      const market = exchange.market(marketId);
      return market === null ? null : quoteSettings(settings, market, dollarsPerQuote(marketId));
    },
    log,
  });
  const traders = new DemoTraders({
    bus,
    exchange,
    customerIds: traderIds,
    marketIds: exchange.markets().map(market => market.id),
    ordersPerSecond: settings.DEMO_TRADES_PER_SECOND,
    typicalValue: marketId => TYPICAL_DOLLARS / dollarsPerQuote(marketId),
    seed: settings.FEED_SEED,
    log,
  });
  traders.start();
  return {
    indexTicked: (marketId, priceE8) => maker.indexTicked(marketId, priceE8),
    indexStale: marketId => maker.indexStale(marketId),
    async stop() {
      await traders.stop();
      await maker.stop();
    },
  };
}
