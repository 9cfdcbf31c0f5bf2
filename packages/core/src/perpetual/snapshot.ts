import type { MarketStatus } from '../market/terms.ts';
import { SnapshotUnreadable, type SnapshotReader } from '../snapshot/reader.ts';
import type { SnapshotWriter } from '../snapshot/writer.ts';
import type { PerpetualConfig } from './terms.ts';
import type { MarkPrice } from './event.ts';
import type { FundingClock } from './funding-clock.ts';
import type { PerpetualMarket } from './perpetual-market.ts';
import { Position } from './position.ts';
import type { OpenPositions } from './open-positions.ts';
import type { OpeningEndReason, PerpetualOrderType, PositionSide, StopKind } from './position-view.ts';
import type { PerpetualTrader } from './position.ts';

/** Written as positions, so these lists may only grow at the end. */
const STATUSES: readonly MarketStatus[] = ['open', 'cancelOnly', 'halted'];
const SIDES: readonly PositionSide[] = ['long', 'short'];
const ORDER_TYPES: readonly PerpetualOrderType[] = ['limit', 'market'];
const STOP_KINDS: readonly (StopKind | 'none')[] = ['none', 'takeProfit', 'stopLoss'];
const END_REASONS: readonly (OpeningEndReason | 'none')[] = [
  'none',
  'filled',
  'cancelledByCustomer',
  'immediateRemainder',
  'selfTrade',
  'positionClosed',
  'wouldBeLiquidated',
  'ownLimit',
  'expired',
  'cancelTimer',
];

export function writeConfig(writer: SnapshotWriter, config: PerpetualConfig): void {
  writer.int(config.marketId);
  writer.text(config.tickSize);
  writer.text(config.lotSize);
  writer.int(config.multiples.length);
  for (const multiple of config.multiples) writer.int(multiple);
  writer.int(config.tiers.length);
  for (const { maxNotional, maintenancePpm, maxMultiple } of config.tiers) {
    writer.text(maxNotional);
    writer.int(maintenancePpm);
    writer.int(maxMultiple);
  }
  writer.int(config.makerFeePpm);
  writer.int(config.takerFeePpm);
  writer.int(config.priceBandPpm);
  writer.int(config.maxOrderLots);
  writer.int(config.maxOpenInterestLots);
  writer.text(config.maxCustomerNotional);
  writer.int(config.fundingIntervalMs);
  signed(writer, config.interestPpm);
  writer.int(config.fundingCapPpm);
  writer.int(config.staleAfterMs);
  writer.int(config.liquidationFeePpm);
}

export function readConfig(reader: SnapshotReader): PerpetualConfig {
  return {
    marketId: reader.int(),
    tickSize: reader.text(),
    lotSize: reader.text(),
    multiples: many(reader, () => reader.int()),
    tiers: many(reader, () => ({
      maxNotional: reader.text(),
      maintenancePpm: reader.int(),
      maxMultiple: reader.int(),
    })),
    makerFeePpm: reader.int(),
    takerFeePpm: reader.int(),
    priceBandPpm: reader.int(),
    maxOrderLots: reader.int(),
    maxOpenInterestLots: reader.int(),
    maxCustomerNotional: reader.text(),
    fundingIntervalMs: reader.int(),
    interestPpm: readSigned(reader),
    fundingCapPpm: reader.int(),
    staleAfterMs: reader.int(),
    liquidationFeePpm: reader.int(),
  };
}

/** State of a contract besides its configuration: prices, funding, positions by id, and the book in priority order. */
export function writeMarket(writer: SnapshotWriter, market: PerpetualMarket): void {
  writer.word(STATUSES, market.status);
  writer.int(market.lastPriceTicks);
  writer.bool(market.mark !== null);
  if (market.mark !== null) writeMark(writer, market.mark);
  writeClock(writer, market.clock);
  writer.int(market.positions.size);
  for (const position of market.positions.values()) writePosition(writer, position);
  // Orders that only reduce merged positions are written with the position modes.
  const orders = [...market.resting()].filter(({ effect, order }) => effect === 'open' || order === null);
  writer.int(orders.length);
  for (const { orderId } of orders) writer.int(orderId);
  for (const list of [market.triggered, market.unfinished]) {
    const open = list.filter(position => !position.ended);
    writer.int(open.length);
    for (const { positionId } of open) writer.int(positionId);
  }
}

/** Reads into a market that was just configured. */
export function readMarket(
  reader: SnapshotReader,
  market: PerpetualMarket,
  keeper: OpenPositions,
  traderOf: (customerId: number) => PerpetualTrader | undefined,
): void {
  market.status = reader.word(STATUSES);
  market.lastPriceTicks = reader.int();
  if (reader.bool()) {
    market.mark = readMark(reader, market.id);
    market.band.around(market.mark.markE8, market.mark.indexE8);
  }
  readClock(reader, market.clock);
  for (let left = reader.int(); left > 0; left--) readPosition(reader, market, keeper, traderOf);
  for (let left = reader.int(); left > 0; left--) {
    const orderId = reader.int();
    const order = keeper.findWaiting(orderId);
    if (order === undefined || order.slot !== 0 || order.position.trader.marketId !== market.id) {
      throw new SnapshotUnreadable(`order ${orderId} cannot rest in contract ${market.id}`);
    }
    market.rest(order);
  }
  const known = () => {
    const positionId = reader.int();
    const position = market.positions.get(positionId);
    if (position === undefined) throw new SnapshotUnreadable(`position ${positionId}`);
    return position;
  };
  market.triggered = many(reader, known);
  market.unfinished = many(reader, known);
  market.forgetTouched();
}

function writeMark(writer: SnapshotWriter, mark: MarkPrice): void {
  writer.int(mark.markE8);
  writer.int(mark.indexE8);
  writer.int(mark.indexTick);
  writer.int(mark.fundingPriceE8);
  signed(writer, mark.rateE8);
  writer.int(mark.nextFundingAtMs);
  writer.int(mark.fundingIntervalMs);
  writer.int(mark.basisPriceE8);
  writer.optionalInt(mark.lastPriceTicks);
  writer.int(mark.atMs);
}

function readMark(reader: SnapshotReader, marketId: number): MarkPrice {
  return {
    marketId,
    markE8: reader.int(),
    indexE8: reader.int(),
    indexTick: reader.int(),
    fundingPriceE8: reader.int(),
    rateE8: readSigned(reader),
    nextFundingAtMs: reader.int(),
    fundingIntervalMs: reader.int(),
    basisPriceE8: reader.int(),
    lastPriceTicks: reader.optionalInt(),
    atMs: reader.int(),
  };
}

function writeClock(writer: SnapshotWriter, clock: FundingClock): void {
  writer.int(clock.nextFundingAtMs);
  writer.int(clock.nextSampleAtMs);
  writer.int(clock.samples);
  signed(writer, clock.premiumSumE8);
  signed(writer, clock.rateE8);
  writer.int(clock.fundings);
  writer.int(clock.recent.length);
  for (const { atMs, basisE8 } of clock.recent) {
    writer.int(atMs);
    signed(writer, basisE8);
  }
}

function readClock(reader: SnapshotReader, clock: FundingClock): void {
  clock.nextFundingAtMs = reader.int();
  clock.nextSampleAtMs = reader.int();
  clock.samples = reader.int();
  clock.premiumSumE8 = readSigned(reader);
  clock.rateE8 = readSigned(reader);
  clock.fundings = reader.int();
  clock.recent = many(reader, () => ({ atMs: reader.int(), basisE8: readSigned(reader) }));
}

function writePosition(writer: SnapshotWriter, position: Position): void {
  const { opening } = position;
  const closing = position.closing?.order === null ? position.closing : null;
  writer.int(position.positionId);
  writer.int(position.trader.customerId);
  writer.word(SIDES, position.side);
  writer.word(ORDER_TYPES, position.orderType);
  writer.int(position.orderedLots);
  writer.int(position.multiple);
  writer.optionalInt(position.priceTicks);
  writer.optionalInt(position.takeProfitTicks);
  writer.optionalInt(position.stopLossTicks);
  writer.optionalText(position.clientOrderId);
  writer.int(position.maintenancePpm);
  writer.int(position.placedAtMs);
  writer.int(position.openedLots);
  writer.int(position.closedLots);
  for (const field of AMOUNTS) writer.int64(position[field]);
  writer.word(END_REASONS, position.openingEndReason ?? 'none');
  writer.word(STOP_KINDS, position.triggered ?? 'none');
  writer.bool(position.liquidationBegan);
  writer.bool(position.liquidationUnfinished);
  writer.optionalInt(position.openedAtMs);
  writer.int(position.updatedAtMs);
  writer.int(position.makerFeePpm);
  writer.int(opening?.lots ?? 0);
  writer.bool(closing !== null);
  if (closing === null) return;
  writer.int(closing.orderId);
  writer.int(closing.priceTicks);
  writer.int(closing.lots);
  writer.int(closing.placedAtMs);
}

/** In the order they are written. */
const AMOUNTS = [
  'openedValueMinor',
  'closedValueMinor',
  'entryValueMinor',
  'marginMinor',
  'addedMarginMinor',
  'realisedMinor',
  'feeMinor',
  'liquidationFeeMinor',
  'fundingMinor',
  'insurancePaidMinor',
  'waitingMarginMinor',
  'waitingFeeMinor',
] as const;

function readPosition(
  reader: SnapshotReader,
  market: PerpetualMarket,
  keeper: OpenPositions,
  traderOf: (customerId: number) => PerpetualTrader | undefined,
): void {
  const positionId = reader.int();
  const trader = traderOf(reader.int());
  if (trader === undefined || keeper.find(positionId) !== undefined) {
    throw new SnapshotUnreadable(`position ${positionId}`);
  }
  const terms = {
    side: reader.word(SIDES),
    orderType: reader.word(ORDER_TYPES),
    lots: reader.int(),
    multiple: reader.int(),
    priceTicks: reader.optionalInt(),
    takeProfitTicks: reader.optionalInt(),
    stopLossTicks: reader.optionalInt(),
    clientOrderId: reader.optionalText(),
  };
  const maintenancePpm = reader.int();
  const position = new Position(positionId, trader, terms, maintenancePpm, reader.int());
  position.openedLots = reader.int();
  position.closedLots = reader.int();
  for (const field of AMOUNTS) position[field] = reader.int64();
  position.openingEndReason = wordOrNull(reader.word(END_REASONS));
  position.triggered = wordOrNull(reader.word(STOP_KINDS));
  position.liquidationBegan = reader.bool();
  position.liquidationUnfinished = reader.bool();
  position.openedAtMs = reader.optionalInt();
  position.updatedAtMs = reader.int();
  position.makerFeePpm = reader.int();
  keeper.add(market, position);
  const waitingLots = reader.int();
  if (waitingLots > 0) keeper.waitOpening(market, position, waitingLots);
  if (reader.bool()) {
    const waiting = {
      orderId: reader.int(),
      priceTicks: reader.int(),
      lots: reader.int(),
      placedAtMs: reader.int(),
    };
    keeper.waitClosing(position, waiting, null);
  }
  const { side, lots, entryValueMinor } = position;
  market.openLots[side] += lots;
  market.entryMinor[side] += entryValueMinor;
  trader.exposureMinor += entryValueMinor;
  market.arm(position);
}

function wordOrNull<T extends string>(word: T | 'none'): T | null {
  return word === 'none' ? null : word;
}

function many<T>(reader: SnapshotReader, read: () => T): T[] {
  const items: T[] = [];
  for (let left = reader.int(); left > 0; left--) items.push(read());
  return items;
}

/** A safe integer of either sign. */
function signed(writer: SnapshotWriter, value: number): void {
  writer.int64(BigInt(value));
}

function readSigned(reader: SnapshotReader): number {
  return Number(reader.int64());
}
