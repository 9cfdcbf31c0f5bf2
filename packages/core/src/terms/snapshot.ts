import type { Markets } from '../market/market.ts';
import type { MarketConfig } from '../market/terms.ts';
import type { Perpetual } from '../perpetual/perpetual.ts';
import { readConfig, writeConfig } from '../perpetual/snapshot.ts';
import type { PerpetualConfig } from '../perpetual/terms.ts';
import { SnapshotUnreadable, type SnapshotReader } from '../snapshot/reader.ts';
import type { SnapshotWriter } from '../snapshot/writer.ts';
import type { Spot } from '../spot/spot.ts';
import { readHalt, TRADING_LINES, writeHalt } from '../market/halt.ts';
import type { Halts } from './halts.ts';
import type { Announced } from './reader.ts';

/** The state of `Terms`. */
interface Kept {
  readonly halts: Halts;
  readonly spotLater: Map<number, Announced<MarketConfig>>;
  readonly perpetualLater: Map<number, Announced<PerpetualConfig>>;
}

/** Announcements, halts, and the fees that orders and positions keep. */
export function writeTerms(writer: SnapshotWriter, terms: Kept, spot: Spot, perpetual: Perpetual): void {
  writeMap(writer, terms.spotLater, announced => {
    writeTimes(writer, announced);
    writeMarketConfig(writer, announced.config);
  });
  writeMap(writer, terms.perpetualLater, announced => {
    writeTimes(writer, announced);
    writeConfig(writer, announced.config);
  });
  for (const line of TRADING_LINES) {
    writeMap(writer, terms.halts.running[line], halt => writeHalt(writer, halt));
    writeMap(writer, terms.halts.lastFullMs[line], lastMs => writer.int(lastMs));
  }
  const orders = spot.ordersWithKeptFees();
  writer.int(orders.length);
  for (const { orderId, keptMakerFeePpm, keptTakerFeePpm } of orders) {
    writer.int(orderId);
    writer.int(keptMakerFeePpm);
    writer.int(keptTakerFeePpm);
  }
  const positions = perpetual.positionsWithKeptFees();
  writer.int(positions.length);
  for (const { positionId, kept } of positions) {
    writer.int(positionId);
    writer.int(kept.makerFeePpm);
    writer.int(kept.takerFeePpm);
    writer.int(kept.liquidationFeePpm);
  }
}

/** Reads into new parts whose markets, orders and positions are already restored. */
export function readTerms(
  reader: SnapshotReader,
  terms: Kept,
  markets: Markets,
  spot: Spot,
  perpetual: Perpetual,
): void {
  const isListed = (line: (typeof TRADING_LINES)[number], id: number) =>
    line === 'spot' ? markets.market(id) !== undefined : perpetual.contract(id) !== null;
  readMap(reader, id => {
    if (!isListed('spot', id)) throw new SnapshotUnreadable(`terms of market ${id}`);
    const times = readTimes(reader);
    terms.spotLater.set(id, { ...times, config: readMarketConfig(reader) });
  });
  readMap(reader, id => {
    if (!isListed('perpetual', id)) throw new SnapshotUnreadable(`terms of contract ${id}`);
    const times = readTimes(reader);
    terms.perpetualLater.set(id, { ...times, config: readConfig(reader) });
  });
  for (const line of TRADING_LINES) {
    readMap(reader, id => {
      if (!isListed(line, id)) throw new SnapshotUnreadable(`halt of ${line} ${id}`);
      terms.halts.restore(line, id, readHalt(reader));
    });
    readMap(reader, id => terms.halts.restoreLast(line, id, reader.int()));
  }
  for (let left = reader.int(); left > 0; left--) {
    const order = spot.order(reader.int());
    if (order === undefined) throw new SnapshotUnreadable('fees of an order that does not wait');
    order.keptMakerFeePpm = reader.int();
    order.keptTakerFeePpm = reader.int();
  }
  for (let left = reader.int(); left > 0; left--) {
    const positionId = reader.int();
    const kept = {
      makerFeePpm: reader.int(),
      takerFeePpm: reader.int(),
      liquidationFeePpm: reader.int(),
    };
    if (!perpetual.restoreKept(positionId, kept)) throw new SnapshotUnreadable(`fees of ${positionId}`);
  }
}

function writeMap<T>(writer: SnapshotWriter, map: ReadonlyMap<number, T>, write: (value: T) => void): void {
  writer.int(map.size);
  for (const [id, value] of [...map].toSorted(([a], [b]) => a - b)) {
    writer.int(id);
    write(value);
  }
}

function readMap(reader: SnapshotReader, read: (id: number) => void): void {
  for (let left = reader.int(); left > 0; left--) read(reader.int());
}

function writeTimes(writer: SnapshotWriter, { announcedAtMs, effectiveAtMs }: Announced<unknown>): void {
  writer.int(announcedAtMs);
  writer.int(effectiveAtMs);
}

function readTimes(reader: SnapshotReader): Omit<Announced<unknown>, 'config'> {
  return { announcedAtMs: reader.int(), effectiveAtMs: reader.int() };
}

function writeMarketConfig(writer: SnapshotWriter, config: MarketConfig): void {
  writer.int(config.id);
  writer.int(config.baseCurrencyId);
  writer.int(config.quoteCurrencyId);
  writer.text(config.tickSize);
  writer.text(config.lotSize);
  writer.text(config.minNotional);
  writer.int(config.priceBandPpm);
  writer.int(config.makerFeePpm);
  writer.int(config.takerFeePpm);
}

function readMarketConfig(reader: SnapshotReader): MarketConfig {
  return {
    id: reader.int(),
    baseCurrencyId: reader.int(),
    quoteCurrencyId: reader.int(),
    tickSize: reader.text(),
    lotSize: reader.text(),
    minNotional: reader.text(),
    priceBandPpm: reader.int(),
    makerFeePpm: reader.int(),
    takerFeePpm: reader.int(),
  };
}
