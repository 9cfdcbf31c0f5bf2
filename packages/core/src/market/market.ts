import type { CommandOf } from '../command.ts';
import type { EventLog } from '../event-log.ts';
import { invariant } from '../invariant.ts';
import { MAX_CURRENCY_ID } from '../ledger/ledger.ts';
import type { Currency } from '../money/currency.ts';
import { formatMinor } from '../money/decimal.ts';
import { isIntegerWithin } from '../money/integer.ts';
import type { CommandOwner } from '../product.ts';
import type { Refusal } from '../refusal.ts';
import { refuse } from '../refuse.ts';
import { SnapshotUnreadable, type SnapshotReader } from '../snapshot/reader.ts';
import type { SnapshotWriter } from '../snapshot/writer.ts';
import type { MarketCommand } from './command.ts';
import { deriveMarket } from './derive-terms.ts';
import { ListedMarket } from './listed-market.ts';
import { FIRST_PREVIOUS_HASH, hashTick, type IndexSource, type IndexTick } from './price-log.ts';
import { readTick, STATUSES, writeMarket } from './snapshot.ts';
import type { Market, MarketConfig } from './terms.ts';

export const CURRENCY_CODE = /^[A-Z0-9]{1,12}$/;
export const MAX_CURRENCY_DECIMALS = 12;
const MAX_SOURCES = 32;
const SOURCE_NAME = /^[\x21-\x7e]{1,32}$/;

/** Currencies, markets with their status, and the price log with the index prices. */
export class Markets implements CommandOwner<MarketCommand> {
  readonly #log: EventLog;
  readonly #currencies = new Map<number, Currency>();
  readonly #markets = new Map<number, ListedMarket>();
  #ticks = 0;
  #headHash = FIRST_PREVIOUS_HASH;

  constructor(log: EventLog) {
    this.#log = log;
  }

  currency(id: number): Currency | undefined {
    return this.#currencies.get(id);
  }

  market(id: number): ListedMarket | undefined {
    return this.#markets.get(id);
  }

  currencies(): Currency[] {
    return [...this.#currencies.values()].toSorted((a, b) => a.id - b.id);
  }

  /** By id. */
  all(): ListedMarket[] {
    return [...this.#markets.values()].toSorted((a, b) => a.config.id - b.config.id);
  }

  head(): { readonly number: number; readonly hash: string } {
    return { number: this.#ticks, hash: this.#headHash };
  }

  apply(command: MarketCommand, atMs: number): Refusal | null {
    switch (command.type) {
      case 'configureCurrency':
        return this.configureCurrency(command.currency);
      case 'configureMarket':
        return this.configureMarket(command.market);
      case 'setMarketStatus':
        return this.#setStatus(command);
      case 'recordIndexTick':
        return this.#recordIndexTick(command, atMs);
    }
  }

  /** Configuring a currency again exactly as it is changes nothing. */
  configureCurrency({ id, code, decimals, name }: Currency): Refusal | null {
    if (!isIntegerWithin(id, 1, MAX_CURRENCY_ID)) return refuse('invalid_currency', 'id');
    if (typeof code !== 'string' || !CURRENCY_CODE.test(code)) return refuse('invalid_currency', 'code');
    if (!isIntegerWithin(decimals, 0, MAX_CURRENCY_DECIMALS)) return refuse('invalid_currency', 'decimals');
    const existing = this.#currencies.get(id);
    if (existing !== undefined) {
      if (existing.code !== code) return refuse('invalid_currency', 'code');
      if (existing.decimals !== decimals) return refuse('invalid_currency', 'decimals');
      return null;
    }
    for (const other of this.#currencies.values()) {
      if (other.code === code) return refuse('invalid_currency', 'code');
    }
    const currency: Currency = { id, code, decimals, ...(name !== undefined && { name }) };
    this.#currencies.set(id, currency);
    this.#log.push({ type: 'currencyConfigured', currency });
    return null;
  }

  /** Names are not in the markets' own part of a snapshot: the part that gave a name sets it again. */
  nameCurrency(id: number, name: string): void {
    const currency = this.#currencies.get(id);
    if (currency !== undefined) this.#currencies.set(id, { ...currency, name });
  }

  /** Lists a market, or changes fees, band and minimum of one. Tick and lot size of a listed market never change. */
  configureMarket(config: MarketConfig): Refusal | null {
    const base = this.#currencies.get(config.baseCurrencyId);
    if (base === undefined) return refuse('unknown_currency', 'base_currency_id');
    const quote = this.#currencies.get(config.quoteCurrencyId);
    if (quote === undefined) return refuse('unknown_currency', 'quote_currency_id');
    const derived = deriveMarket(config, base, quote);
    if ('refusal' in derived) return derived.refusal;
    const { market } = derived;
    const existing = this.#markets.get(market.id);
    if (existing === undefined) {
      this.#markets.set(market.id, new ListedMarket(market, base, quote));
    } else {
      const now = existing.config;
      if (now.baseCurrencyId !== market.baseCurrencyId) return refuse('invalid_market', 'base_currency_id');
      if (now.quoteCurrencyId !== market.quoteCurrencyId)
        return refuse('invalid_market', 'quote_currency_id');
      if (now.tickSize !== market.tickSize) return refuse('invalid_market', 'tick_size');
      if (now.lotSize !== market.lotSize) return refuse('invalid_market', 'lot_size');
      if (isSameConfiguration(now, market)) return null;
      existing.reconfigure(market);
    }
    this.#log.push({ type: 'marketConfigured', market });
    return null;
  }

  #setStatus(command: CommandOf<'setMarketStatus'>): Refusal | null {
    const market = this.#markets.get(command.marketId);
    if (market === undefined) return refuse('unknown_market', 'market_id');
    if (!STATUSES.includes(command.status)) return refuse('invalid_market', 'status');
    if (market.status === command.status) return null;
    market.status = command.status;
    this.#log.push({ type: 'marketStatusSet', marketId: command.marketId, status: command.status });
    return null;
  }

  /**
   * Numbers and chains a tick. Its time is the command's, so it cannot be backdated. The sources' own times are
   * recorded as they came, because a replayed feed keeps the times of its recording.
   */
  #recordIndexTick(command: CommandOf<'recordIndexTick'>, atMs: number): Refusal | null {
    const market = this.#markets.get(command.marketId);
    if (market === undefined) return refuse('unknown_market', 'market_id');
    if (!isIntegerWithin(command.priceE8, 1, Number.MAX_SAFE_INTEGER)) return refuse('invalid_tick', 'price');
    const { sources } = command;
    if (sources.length === 0 || sources.length > MAX_SOURCES || !sources.every(isSource)) {
      return refuse('invalid_tick', 'sources');
    }
    const number = this.#ticks + 1;
    const previousHash = this.#headHash;
    const body = {
      number,
      marketId: command.marketId,
      priceE8: command.priceE8,
      sources: sources.map(source => ({ name: source.name, priceE8: source.priceE8, atMs: source.atMs })),
      atMs,
    };
    const tick: IndexTick = { ...body, previousHash, hash: hashTick(previousHash, body) };
    this.#ticks = number;
    this.#headHash = tick.hash;
    market.indexTicked(tick);
    this.#log.push({ type: 'indexTicked', ...tick });
    return null;
  }

  /** The newest index tick of the market of these two currencies; null where none has an index. */
  indexOf(baseCurrencyId: number, quoteCurrencyId: number): IndexTick | null {
    for (const { config, indexTick } of this.#markets.values()) {
      if (indexTick === null) continue;
      if (config.baseCurrencyId === baseCurrencyId && config.quoteCurrencyId === quoteCurrencyId)
        return indexTick;
    }
    return null;
  }

  checkAll(): void {
    for (const { indexTick } of this.#markets.values()) {
      if (indexTick === null) continue;
      invariant(indexTick.number <= this.#ticks, `tick ${indexTick.number} is beyond the price log`);
      invariant(
        hashTick(indexTick.previousHash, indexTick) === indexTick.hash,
        `tick ${indexTick.number} hash`,
      );
      const isHead = indexTick.number === this.#ticks;
      invariant(!isHead || indexTick.hash === this.#headHash, 'the price log head is not its newest tick');
    }
  }

  write(writer: SnapshotWriter): void {
    writer.int(this.#currencies.size);
    for (const currency of this.currencies()) {
      writer.int(currency.id);
      writer.text(currency.code);
      writer.int(currency.decimals);
    }
    writer.int(this.#markets.size);
    for (const market of this.all()) writeMarket(writer, market);
    writer.int(this.#ticks);
    writer.text(this.#headHash);
  }

  read(reader: SnapshotReader): void {
    for (let left = reader.int(); left > 0; left--) {
      const currency = { id: reader.int(), code: reader.text(), decimals: reader.int() };
      if (this.configureCurrency(currency) !== null) {
        throw new SnapshotUnreadable(`currency ${currency.id}`);
      }
    }
    for (let left = reader.int(); left > 0; left--) this.#readMarket(reader);
    this.#ticks = reader.int();
    this.#headHash = reader.text();
  }

  #readMarket(reader: SnapshotReader): void {
    const id = reader.int();
    const baseCurrencyId = reader.int();
    const quoteCurrencyId = reader.int();
    const market = {
      id,
      baseCurrencyId,
      quoteCurrencyId,
      tickSize: reader.text(),
      lotSize: reader.text(),
      minNotional: formatMinor(reader.int64(), this.#currencies.get(quoteCurrencyId)?.decimals ?? 0),
      priceBandPpm: reader.int(),
      makerFeePpm: reader.int(),
      takerFeePpm: reader.int(),
    };
    if (this.configureMarket(market) !== null) {
      throw new SnapshotUnreadable(`market ${id}`);
    }
    const listed = this.#markets.get(id)!;
    listed.status = reader.word(STATUSES);
    listed.traded(reader.int());
    if (reader.bool()) listed.indexTicked(readTick(reader, id));
  }
}

function isSource(source: IndexSource): boolean {
  return (
    typeof source.name === 'string' &&
    SOURCE_NAME.test(source.name) &&
    isIntegerWithin(source.priceE8, 1, Number.MAX_SAFE_INTEGER) &&
    isIntegerWithin(source.atMs, 0, Number.MAX_SAFE_INTEGER)
  );
}

function isSameConfiguration(a: Market, b: Market): boolean {
  return (
    a.minNotionalMinor === b.minNotionalMinor &&
    a.priceBandPpm === b.priceBandPpm &&
    a.makerFeePpm === b.makerFeePpm &&
    a.takerFeePpm === b.takerFeePpm
  );
}
