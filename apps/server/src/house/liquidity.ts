import type { ReadonlyExchange } from '@tallystick/core';
import { parseDecimal } from '@tallystick/core/money/decimal';
import type { FastifyBaseLogger } from 'fastify';
import { USDT } from '@tallystick/protocol/currency-ids';
import type { Settings } from '../config/settings.ts';
import { HOUSE_ID, houseFundsMinor } from '../demo/population.ts';
import type { CommandBus } from '../engine/command-bus.ts';
import { DemoTraders } from './demo-traders.ts';
import { quoteSettings } from './house-settings.ts';
import { launchedPriceE8 } from './launched-price.ts';
import { MarketMaker } from './market-maker.ts';
import { PerpetualDesk } from './perpetual-desk.ts';
import { PerpetualVenue } from './perpetual-venue.ts';
import { SpotDesk } from './spot-desk.ts';
import { SpotVenue } from './spot-venue.ts';
import type { MarketUnitsTable } from '../modules/market/units.ts';
import type { Valuation } from '../modules/market/valuation.ts';

export interface LiquidityOptions {
  readonly settings: Settings;
  readonly bus: CommandBus;
  readonly exchange: ReadonlyExchange;
  readonly units: MarketUnitsTable;
  readonly valuation: Valuation;
  readonly traderIds: readonly number[];
  readonly now: () => number;
  /** Whether commands are not stamped at the moment. */
  readonly clockStopped: () => boolean;
  readonly log: FastifyBaseLogger;
}

export interface Liquidity {
  readonly indexTicked: (marketId: number, priceE8: number) => void;
  readonly indexStale: (marketId: number) => void;
  stop(): Promise<void>;
}

/** A launched currency has no index: the house uses its own price, updated this often. */
const LAUNCHED_EVERY_MS = 2_000;
/** Quotes of launched currencies are smaller and wider apart, because their value is uncertain. */
const LAUNCHED = {
  spreadPpm: 6_000,
  levels: 8,
  stepPpm: 3_000,
  levelValue: 300,
  inventoryValue: 6_000,
} as const;
/** Typical value of a demo order: the logarithm of orders is spread around this one's (`SpotDesk`). */
export const TYPICAL_DOLLARS = 400;
/** Typical value of a demo position, and the share of orders that are for contracts. */
const TYPICAL_POSITION = 1_500;
const PERPETUAL_SHARE = 0.3;

/** The house's quotes and, in demo, the traders who trade with them. */
export function startLiquidity(options: LiquidityOptions): Liquidity {
  const { settings, bus, exchange, units, valuation, traderIds, now, clockStopped, log } = options;
  /** USDT value of a unit of the market's quote currency; used for sizes only, so it may be rough. */
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
      const own = market === null ? null : quoteSettings(settings, market, dollarsPerQuote(marketId));
      return own === null || units.of(marketId).hasIndex ? own : { ...own, ...LAUNCHED };
    },
    log,
  });
  const marketIds = exchange.markets().map(market => market.id);
  const perpetualMaker = new MarketMaker({
    bus,
    venue: new PerpetualVenue({ exchange, customerId: HOUSE_ID, now }),
    settingsOf(marketId) {
      const contract = exchange.perpetual.contract(marketId);
      return contract === null ? null : quoteSettings(settings, contract, 1);
    },
    log,
  });
  const population = { bus, customerIds: traderIds, seed: settings.FEED_SEED, isPaused: clockStopped, log };
  const traders = [
    new DemoTraders({
      ...population,
      desk: new SpotDesk({
        exchange,
        marketIds,
        typicalValue: marketId => TYPICAL_DOLLARS / dollarsPerQuote(marketId),
      }),
      ordersPerSecond: settings.DEMO_TRADES_PER_SECOND,
    }),
    new DemoTraders({
      ...population,
      desk: new PerpetualDesk({ exchange, now, typicalValue: TYPICAL_POSITION }),
      ordersPerSecond: settings.DEMO_TRADES_PER_SECOND * PERPETUAL_SHARE,
    }),
  ];
  for (const one of traders) one.start();
  const quoteLaunched = (): void => {
    if (clockStopped()) return;
    for (const { terms, status } of exchange.launch.offers()) {
      if (status !== 'launched' && status !== 'released') continue;
      const { id, tickSize } = terms.market;
      if (!marketIds.includes(id)) marketIds.push(id);
      const lastE8 = (exchange.referencePriceTicks(id) ?? 0) * Number(parseDecimal(tickSize, 8));
      maker.indexTicked(id, launchedPriceE8(terms.issuePriceE8, now() - terms.launchMs, lastE8));
    }
  };
  quoteLaunched();
  const quoting = setInterval(quoteLaunched, LAUNCHED_EVERY_MS);
  return {
    indexTicked(marketId, priceE8) {
      maker.indexTicked(marketId, priceE8);
      perpetualMaker.indexTicked(marketId, priceE8);
    },
    indexStale(marketId) {
      maker.indexStale(marketId);
      perpetualMaker.indexStale(marketId);
    },
    async stop() {
      clearInterval(quoting);
      for (const one of traders) await one.stop();
      await Promise.all([maker.stop(), perpetualMaker.stop()]);
    },
  };
}
