import { createHash } from 'node:crypto';
import { configureCurrency, configureMarket } from './markets.ts';
import { line } from './line.ts';
import { isWhole } from './numbers.ts';
import type { Part, Refusal } from './part.ts';
import type { Currency, MarketConfig, Status, Tick, World } from './world.ts';

interface Source {
  readonly name: string;
  readonly priceE8: number;
  readonly atMs: number;
}

interface IndexPrice {
  readonly type: 'recordIndexTick';
  readonly marketId: number;
  readonly priceE8: number;
  readonly sources: readonly Source[];
}

type MarketCommand =
  | { readonly type: 'configureCurrency'; readonly currency: Currency }
  | { readonly type: 'configureMarket'; readonly market: MarketConfig }
  | { readonly type: 'setMarketStatus'; readonly marketId: number; readonly status: Status }
  | IndexPrice;

const STATUSES = ['open', 'cancelOnly', 'halted'];

/** Currencies, markets with their status, and the price log. */
export class MarketPart implements Part {
  readonly commands = ['configureCurrency', 'configureMarket', 'setMarketStatus', 'recordIndexTick'];
  readonly #world: World;

  constructor(world: World) {
    this.#world = world;
  }

  apply(command: MarketCommand): Refusal {
    switch (command.type) {
      case 'configureCurrency':
        return configureCurrency(this.#world, command.currency);
      case 'configureMarket':
        return configureMarket(this.#world, command.market);
      case 'setMarketStatus': {
        const market = this.#world.markets.get(command.marketId);
        if (market === undefined) return 'unknown_market';
        if (!STATUSES.includes(command.status)) return 'invalid_market';
        market.status = command.status;
        return null;
      }
      case 'recordIndexTick':
        return this.#record(command);
    }
  }

  /** The tick gets its number, the command's time, and its place in the chain: see docs/price-log.md. */
  #record({ marketId, priceE8, sources }: IndexPrice): Refusal {
    const world = this.#world;
    const market = world.markets.get(marketId);
    if (market === undefined) return 'unknown_market';
    const isValid =
      isWhole(priceE8, 1, Number.MAX_SAFE_INTEGER) &&
      sources.length > 0 &&
      sources.length <= 32 &&
      sources.every(isSource);
    if (!isValid) return 'invalid_tick';
    world.ticks++;
    const hash = createHash('sha256').update(Buffer.from(world.headHash, 'hex'));
    hash.update('tallystick index tick 1\n');
    hash.update(u64(world.ticks)).update(u32(marketId)).update(u64(priceE8)).update(u64(world.now));
    hash.update(u32(sources.length));
    for (const source of sources) {
      hash.update(u32(source.name.length)).update(source.name);
      hash.update(u64(source.priceE8)).update(u64(source.atMs));
    }
    world.headHash = hash.digest('hex');
    const tick: Tick = {
      number: world.ticks,
      marketId,
      priceE8: BigInt(priceE8),
      atMs: world.now,
      hash: world.headHash,
    };
    market.tick = tick;
    return null;
  }

  *lines(): Iterable<string> {
    const { currencies, markets, ticks, headHash } = this.#world;
    yield line('log', ticks, headHash);
    for (const { id, code, decimals } of currencies.values()) yield line('currency', id, code, decimals);
    for (const { id, base, quote, terms, status, tick, lastPriceTicks } of markets.values()) {
      const { tickSize, lotSize, minNotional, priceBandPpm, makerFeePpm, takerFeePpm } = terms.config;
      const price = tick === null ? [null, null] : [tick.number, tick.priceE8];
      const last = lastPriceTicks === 0n ? null : lastPriceTicks;
      yield line(
        'market',
        id,
        base.id,
        quote.id,
        tickSize,
        lotSize,
        minNotional,
        priceBandPpm,
        makerFeePpm,
        takerFeePpm,
        status,
        last,
        ...price,
      );
    }
  }
}

function isSource({ name, priceE8, atMs }: Source): boolean {
  return (
    typeof name === 'string' &&
    /^[\x21-\x7e]{1,32}$/.test(name) &&
    isWhole(priceE8, 1, Number.MAX_SAFE_INTEGER) &&
    isWhole(atMs, 0, Number.MAX_SAFE_INTEGER)
  );
}

function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

function u64(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(BigInt(value));
  return bytes;
}
