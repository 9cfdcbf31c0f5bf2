import type { Markets } from '../market/market.ts';
import { formatMinor } from '../money/decimal.ts';
import { SnapshotUnreadable, type SnapshotReader } from '../snapshot/reader.ts';
import type { SnapshotWriter } from '../snapshot/writer.ts';
import type { Customers } from '../customer/customer.ts';
import { OpenOption } from './open-option.ts';
import { OptionMarket } from './option-market.ts';
import type { OptionTerms, OptionTick } from './terms.ts';
import type { OptionDirection } from './settlement.ts';
import { deriveTerms } from './derive-terms.ts';

/** For snapshots; may only grow at the end. */
const DIRECTIONS: readonly OptionDirection[] = ['rise', 'fall'];

/** The configured markets, and the open options by id. */
export function writeOptions(
  writer: SnapshotWriter,
  offered: ReadonlyMap<number, OptionMarket>,
  open: ReadonlyMap<number, OpenOption>,
): void {
  const markets = [...offered.values()].toSorted((a, b) => a.terms.marketId - b.terms.marketId);
  writer.int(markets.length);
  for (const market of markets) {
    writeTerms(writer, market.terms);
    writer.int(market.ticks.length);
    for (const tick of market.ticks) writeTick(writer, tick);
  }
  writer.int(open.size);
  // Ids rise with purchases, and a map keeps the order of insertion.
  for (const option of open.values()) writeOption(writer, option);
}

/** Fills `offered`; the caller adds up the open options. */
export function readOptions(
  reader: SnapshotReader,
  offered: Map<number, OptionMarket>,
  markets: Markets,
  customers: Customers,
): OpenOption[] {
  for (let left = reader.int(); left > 0; left--) {
    const market = new OptionMarket(readTerms(reader, markets));
    const { marketId } = market.terms;
    if (markets.market(marketId) === undefined || offered.has(marketId)) {
      throw new SnapshotUnreadable(`options of market ${marketId}`);
    }
    const ticks: OptionTick[] = [];
    for (let more = reader.int(); more > 0; more--) ticks.push(readTick(reader, marketId));
    market.restoreTicks(ticks);
    offered.set(marketId, market);
  }
  const open: OpenOption[] = [];
  let lastId = 0;
  for (let left = reader.int(); left > 0; left--) {
    const option = readOption(reader);
    const { optionId, customerId, marketId, currencyId } = option.bought;
    const known = customers.has(customerId) && markets.currency(currencyId) !== undefined;
    if (!known || !offered.has(marketId) || optionId <= lastId) {
      throw new SnapshotUnreadable(`option ${optionId}`);
    }
    lastId = optionId;
    open.push(option);
  }
  return open;
}

function writeTerms(writer: SnapshotWriter, terms: OptionTerms): void {
  writer.int(terms.marketId);
  writer.int(terms.version);
  writer.bool(terms.enabled);
  writer.int(terms.staleMs);
  writer.int(terms.times.length);
  for (const { seconds, payoutPpm } of terms.times) {
    writer.int(seconds);
    writer.int(payoutPpm);
  }
  writer.int(terms.currencies.length);
  for (const currency of terms.currencies) {
    writer.int(currency.currencyId);
    writer.int64(currency.minStakeMinor);
    writer.int64(currency.maxStakeMinor);
    writer.int64(currency.exposureLimitMinor);
  }
}

function readTerms(reader: SnapshotReader, markets: Markets): OptionTerms {
  const marketId = reader.int();
  const version = reader.int();
  const enabled = reader.bool();
  const staleMs = reader.int();
  const times: { seconds: number; payoutPpm: number }[] = [];
  for (let left = reader.int(); left > 0; left--) {
    times.push({ seconds: reader.int(), payoutPpm: reader.int() });
  }
  const currencies: { currencyId: number; minStake: string; maxStake: string; exposureLimit: string }[] = [];
  for (let left = reader.int(); left > 0; left--) {
    const currencyId = reader.int();
    const decimals = markets.currency(currencyId)?.decimals ?? 0;
    const amount = (): string => formatMinor(reader.int64(), decimals);
    currencies.push({ currencyId, minStake: amount(), maxStake: amount(), exposureLimit: amount() });
  }
  const config = { marketId, enabled, staleMs, times, currencies };
  const derived = deriveTerms(config, version, id => markets.currency(id));
  if ('refusal' in derived || version === 0)
    throw new SnapshotUnreadable(`option terms of market ${marketId}`);
  return derived.terms;
}

function writeOption(writer: SnapshotWriter, { bought, entry }: OpenOption): void {
  writer.int(bought.optionId);
  writer.int(bought.customerId);
  writer.int(bought.marketId);
  writer.word(DIRECTIONS, bought.direction);
  writer.int(bought.seconds);
  writer.int(bought.currencyId);
  writer.int64(bought.stakeMinor);
  writer.bool(bought.practice);
  writer.int(bought.termsVersion);
  writer.int(bought.payoutPpm);
  writer.int(bought.staleMs);
  writer.int(bought.boughtAtMs);
  writer.int(bought.chainHead.number);
  writer.text(bought.chainHead.hash);
  writer.int64(bought.countedMinor);
  writer.bool(entry !== null);
  if (entry !== null) writeTick(writer, entry);
}

function readOption(reader: SnapshotReader): OpenOption {
  const option = new OpenOption({
    optionId: reader.int(),
    customerId: reader.int(),
    marketId: reader.int(),
    direction: reader.word(DIRECTIONS),
    seconds: reader.int(),
    currencyId: reader.int(),
    stakeMinor: reader.int64(),
    practice: reader.bool(),
    termsVersion: reader.int(),
    payoutPpm: reader.int(),
    staleMs: reader.int(),
    boughtAtMs: reader.int(),
    chainHead: { number: reader.int(), hash: reader.text() },
    countedMinor: reader.int64(),
  });
  if (reader.bool()) option.enter(readTick(reader, option.bought.marketId));
  return option;
}

function writeTick(writer: SnapshotWriter, tick: OptionTick): void {
  writer.int(tick.number);
  writer.int(tick.priceE8);
  writer.int(tick.atMs);
  writer.text(tick.hash);
}

function readTick(reader: SnapshotReader, marketId: number): OptionTick {
  return {
    number: reader.int(),
    marketId,
    priceE8: reader.int(),
    atMs: reader.int(),
    hash: reader.text(),
  };
}
