import type { SnapshotReader } from '../snapshot/reader.ts';
import type { SnapshotWriter } from '../snapshot/writer.ts';
import type { ListedMarket } from './listed-market.ts';
import type { IndexSource, IndexTick } from './price-log.ts';
import type { MarketStatus } from './terms.ts';

/** For snapshots; may only grow at the end. */
export const STATUSES: readonly MarketStatus[] = ['open', 'cancelOnly', 'halted'];

export function writeMarket(writer: SnapshotWriter, market: ListedMarket): void {
  const { config, indexTick } = market;
  writer.int(config.id);
  writer.int(config.baseCurrencyId);
  writer.int(config.quoteCurrencyId);
  writer.text(config.tickSize);
  writer.text(config.lotSize);
  writer.int64(config.minNotionalMinor);
  writer.int(config.priceBandPpm);
  writer.int(config.makerFeePpm);
  writer.int(config.takerFeePpm);
  writer.word(STATUSES, market.status);
  writer.int(market.lastPriceTicks);
  writer.bool(indexTick !== null);
  if (indexTick !== null) writeTick(writer, indexTick);
}

function writeTick(writer: SnapshotWriter, tick: IndexTick): void {
  writer.int(tick.number);
  writer.int(tick.priceE8);
  writer.int(tick.atMs);
  writer.text(tick.previousHash);
  writer.text(tick.hash);
  writer.int(tick.sources.length);
  for (const source of tick.sources) {
    writer.text(source.name);
    writer.int(source.priceE8);
    writer.int(source.atMs);
  }
}

export function readTick(reader: SnapshotReader, marketId: number): IndexTick {
  const number = reader.int();
  const priceE8 = reader.int();
  const atMs = reader.int();
  const previousHash = reader.text();
  const hash = reader.text();
  const sources: IndexSource[] = [];
  for (let left = reader.int(); left > 0; left--) {
    sources.push({ name: reader.text(), priceE8: reader.int(), atMs: reader.int() });
  }
  return { number, marketId, priceE8, sources, atMs, previousHash, hash };
}
