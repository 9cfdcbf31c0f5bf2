import { check } from '../check-failed.ts';
import { PLATFORM } from '../books.ts';
import { least, ceilDivide } from '../numbers.ts';
import { line } from '../line.ts';
import type { Part, Refusal } from '../part.ts';
import type { Halt, PerpetualConfig, PerpetualDuty, Status, World } from '../world.ts';
import { askedFields, type Asker } from './asks.ts';
import { PERPETUAL_COMMANDS, type PerpetualCommand } from './commands.ts';
import { endWith, expire, nextExpiryMs } from './conditional.ts';
import { contractOf, isSame } from './contract.ts';
import { liquidationE8 } from './figures.ts';
import { setInterval } from './funding-clock.ts';
import { openInterest, samplePremium, settleFunding } from './funding.ts';
import { carriedBy, required } from './account.ts';
import { settleAccounts } from './cross.ts';
import { actOnMark, updateMark } from './risk.ts';
import {
  askerOf,
  feesOf,
  newContracted,
  type Conditional,
  type Contracted,
  type Order,
  type Position,
  type Waiting,
} from './state.ts';
import { checkSums } from './sums.ts';
import { EXECUTION, trade } from './trading.ts';
import { Venue, type VenueState } from './venue.ts';

/** Orders that one passing of time ends at most. */
const MOST_EXPIRED = 500;
const STATUSES: readonly Status[] = ['open', 'cancelOnly', 'halted'];

/** Perpetual contracts. */
export class PerpetualPart implements Part, PerpetualDuty {
  readonly commands = PERPETUAL_COMMANDS;
  readonly #world: World;
  readonly #venue: Venue;

  constructor(world: World) {
    this.#world = world;
    this.#venue = new Venue(world, endWith);
    world.perpetual = this;
  }

  apply(command: PerpetualCommand): Refusal {
    if (command.type === 'configurePerpetual') return this.#configure(command.perpetual);
    if (command.type === 'setPerpetualStatus') {
      const market = this.#venue.markets.get(command.marketId);
      if (market === undefined) return 'unknown_perpetual';
      if (!STATUSES.includes(command.status)) return 'invalid_perpetual';
      market.status = command.status;
      return null;
    }
    const refusal = trade(this.#venue, command);
    this.#check();
    return refusal;
  }

  applyOrder(command: { readonly type: string; readonly customerId: number }): Refusal {
    return this.apply(command as PerpetualCommand);
  }

  indexTicked(marketId: number): void {
    const market = this.#venue.markets.get(marketId);
    if (market === undefined) return;
    updateMark(this.#venue, market, EXECUTION);
    this.#check();
  }

  dueAtMs(): number {
    let due = Math.min(nextExpiryMs(this.#venue), this.#venue.expiring.first()?.dueAtMs ?? Infinity);
    for (const { clock } of this.#venue.markets.values()) due = Math.min(due, clock.nextSampleAtMs);
    return due;
  }

  /** Orders expire first. Each minute a sample and the mark; before them the funding whose interval is over, of one contract at a time. */
  passTime(): void {
    const { now } = this.#world;
    this.#expire(now);
    expire(this.#venue);
    for (const market of this.#venue.markets.values()) {
      if (market.clock.nextSampleAtMs > now) continue;
      const isOver = market.clock.nextFundingAtMs <= now;
      if (isOver) settleFunding(this.#venue, market);
      samplePremium(this.#venue, market);
      updateMark(this.#venue, market, EXECUTION);
      if (isOver) break;
    }
    this.#check();
  }

  #expire(now: number): void {
    for (let left = MOST_EXPIRED; left > 0; left--) {
      const due = this.#venue.expiring.first();
      if (due === undefined || due.dueAtMs > now) return;
      this.#venue.takeOff(this.#venue.find(due.id)!, 'expired');
    }
  }

  cancelByTimer(customerId: number, marketId: number, onlyGuarded: boolean): number {
    const own = this.#venue.markets.get(marketId)!.traders.get(customerId)?.positions.values() ?? [];
    const waiting = [...own].flatMap(({ opening, closings }) => [
      ...(opening === null ? [] : [opening]),
      ...closings,
    ]);
    const ended = waiting.filter(one => !onlyGuarded || askerOf(one)?.asks.guarded === true);
    for (const one of ended) this.#venue.takeOff(one, 'cancelTimer');
    return ended.length;
  }

  openInterestMinor(currencyId: number): bigint {
    let sum = 0n;
    for (const market of this.#venue.markets.values()) {
      if (market.contract.quoteId === currencyId) sum += openInterest(market);
    }
    return sum;
  }

  cancelOpenings(customerId: number): void {
    for (const { traders } of this.#venue.markets.values()) {
      for (const position of [...(traders.get(customerId)?.positions.values() ?? [])]) {
        if (position.opening !== null) this.#venue.endOpening(position, 'ownLimit');
      }
    }
  }

  settleAccounts(): void {
    settleAccounts(this.#venue, EXECUTION);
    this.#check();
  }

  requiredMinor(customerId: number, currencyId: number): bigint {
    return required(this.#venue, customerId, currencyId);
  }

  carries(customerId: number, currencyId: number): boolean {
    return carriedBy(this.#venue, customerId, currencyId).length > 0;
  }

  config(marketId: number): PerpetualConfig | null {
    return this.#venue.markets.get(marketId)?.contract.config ?? null;
  }

  canonical(config: PerpetualConfig): PerpetualConfig | string {
    const listed = this.#world.markets.get(config.marketId);
    if (listed === undefined) return 'unknown_market';
    return contractOf(config, listed.base, listed.quote)?.config ?? 'invalid_perpetual';
  }

  changeTerms(config: PerpetualConfig): Refusal {
    const market = this.#venue.markets.get(config.marketId);
    if (market === undefined) return 'unknown_perpetual';
    const contract = contractOf(config, market.listed.base, market.listed.quote);
    if (contract === null || !hasGridOf(market, contract.config)) return 'invalid_perpetual';
    const { fees } = contract;
    const { maker, taker, liquidation } = market.contract.fees;
    const rises = fees.maker > maker || fees.taker > taker || fees.liquidation > liquidation;
    for (const position of market.positions.values()) {
      if (rises) position.kept = feesOf(position);
      position.makerFee = least(position.makerFee, fees.maker);
    }
    return this.#configure(config);
  }

  nextFundingAtMs(marketId: number): number {
    return this.#venue.markets.get(marketId)?.clock.nextFundingAtMs ?? 0;
  }

  status(marketId: number): Status | null {
    return this.#venue.markets.get(marketId)?.status ?? null;
  }

  setHalt(marketId: number, status: Status, halt: Halt | null): void {
    const market = this.#venue.markets.get(marketId)!;
    market.status = status;
    market.halt = halt;
    if (halt?.mode === 'recovery') market.haltedUntilMs = halt.sinceMs;
  }

  resumed(marketId: number): void {
    actOnMark(this.#venue, this.#venue.markets.get(marketId)!, EXECUTION);
    this.#check();
  }

  get state(): unknown {
    return this.#venue.state;
  }

  set state(state: unknown) {
    this.#venue.state = state as VenueState;
  }

  *lines(): Iterable<string> {
    for (const market of this.#venue.markets.values()) {
      checkSums(market);
      yield contractLine(market);
      for (const position of market.positions.values()) {
        if (position.order === null) {
          yield* positionLines(position);
          yield* askedLines(position.id, position);
        }
        for (const waiting of [position.opening, ...position.closings]) {
          if (waiting === null || waiting.order === null) continue;
          yield orderLine(waiting, waiting.order);
          yield* askedLines(waiting.order.id, waiting.order);
        }
      }
      for (const { customerId, mode, cross } of market.traders.values()) {
        if (mode !== 'each') yield line('positionMode', customerId, market.id, mode);
        if (cross) yield line('marginType', customerId, market.id, 'cross');
      }
    }
    for (const order of this.#venue.conditionals) yield conditionalLine(order);
    for (const [key, { multiple, topUpLimit }] of this.#venue.choices) {
      if (multiple !== null || topUpLimit > 0n) yield line('choice', ...key.split('/'), multiple, topUpLimit);
    }
  }

  #configure(config: PerpetualConfig): Refusal {
    const listed = this.#world.markets.get(config.marketId);
    if (listed === undefined) return 'unknown_market';
    const contract = contractOf(config, listed.base, listed.quote);
    if (contract === null) return 'invalid_perpetual';
    const { markets } = this.#venue;
    const market = markets.get(listed.id);
    if (market === undefined) {
      markets.set(listed.id, newContracted(listed, contract, this.#world.now));
      const sorted = [...markets].toSorted(([a], [b]) => a - b);
      markets.clear();
      for (const [id, one] of sorted) markets.set(id, one);
      return null;
    }
    if (!hasGridOf(market, contract.config)) return 'invalid_perpetual';
    if (isSame(market.contract, contract)) return null;
    market.contract = contract;
    setInterval(market.clock, contract.config.fundingIntervalMs, this.#world.now);
    return null;
  }

  /** As much is open long as short; the clearing accounts hold what shorts were opened for, less longs. */
  #check(): void {
    const mirrored = new Map<number, bigint>();
    for (const { id, contract, openLots, entry } of this.#venue.markets.values()) {
      check(
        openLots.long === openLots.short,
        `contract ${id}: ${openLots.long} long, ${openLots.short} short`,
      );
      mirrored.set(contract.quoteId, (mirrored.get(contract.quoteId) ?? 0n) + entry.short - entry.long);
    }
    for (const [currency, expected] of mirrored) {
      const held = this.#world.books.available(PLATFORM, 'perpetualClearing', currency);
      check(held === expected, `perpetualClearing holds ${held}, not ${expected}`);
    }
  }
}

function hasGridOf({ contract: { config } }: Contracted, { tickSize, lotSize }: PerpetualConfig): boolean {
  return config.tickSize === tickSize && config.lotSize === lotSize;
}

function contractLine({
  id,
  contract: { config },
  status,
  mark,
  lastTicks,
  openLots,
  clock,
}: Contracted): string {
  return line(
    'contract',
    id,
    config.tickSize,
    config.lotSize,
    config.makerFeePpm,
    config.takerFeePpm,
    config.priceBandPpm,
    config.fundingIntervalMs,
    config.interestPpm,
    config.fundingCapPpm,
    config.staleAfterMs,
    config.liquidationFeePpm,
    status,
    mark?.priceE8,
    lastTicks === 0n ? null : lastTicks,
    openLots.long,
    clock.nextFundingAtMs,
    clock.rateE8,
    clock.samples,
  );
}

function* askedLines(id: number, asker: Asker): Iterable<string> {
  const fields = askedFields(asker);
  if (fields !== null) yield line('asked', id, ...fields);
}

function* positionLines(position: Position): Iterable<string> {
  yield positionLine(position);
  const { id, removedMargin, topUpLimit, topUpUsed } = position;
  if (removedMargin === 0n && topUpLimit === 0n && topUpUsed === 0n) return;
  yield line('margin', id, removedMargin, topUpLimit, topUpUsed);
}

function positionLine(position: Position): string {
  const { market, lots } = position;
  const closing = position.closings[0] ?? null;
  const { contract } = market;
  return line(
    'position',
    position.id,
    position.trader.customerId,
    market.id,
    position.side,
    position.orderType,
    position.multiple,
    position.maintenance,
    position.orderedLots,
    position.limitTicks,
    position.openedLots === 0n ? 'pending' : 'holding',
    position.opening?.lots ?? 0n,
    position.waitingMargin + position.waitingFee,
    position.orderEnd,
    position.openedLots,
    position.openedValue,
    position.openedLots - lots,
    position.closedValue,
    position.entry,
    position.margin,
    position.addedMargin,
    position.realised,
    position.fees,
    position.liquidationFee,
    position.funding,
    position.insurancePaid,
    lots === 0n || position.trader.cross ? null : liquidationE8(contract, position, position.maintenance),
    lots === 0n || position.trader.cross ? null : bankruptcyE8(position),
    position.takeProfit,
    position.stopLoss,
    position.triggered,
    closing === null ? null : `${closing.number}:${closing.price}:${closing.lots}`,
    position.placedAtMs,
    position.openedAtMs,
  );
}

function orderLine({ position, effect, lots }: Waiting, order: Order): string {
  const frozen = effect === 'open' ? position.waitingMargin + position.waitingFee : 0n;
  return line(
    'contractOrder',
    order.id,
    order.trader.customerId,
    order.market.id,
    order.side === 'long' ? 'buy' : 'sell',
    order.onlyReduces,
    order.orderType,
    order.multiple,
    order.lots,
    order.limitTicks,
    lots,
    frozen,
    order.filledLots,
    order.filledValue,
    order.fees,
    order.realised,
    order.placedAtMs,
  );
}

function conditionalLine({ id, trader, market, asked, extreme, placedAtMs }: Conditional): string {
  const { trail } = asked;
  return line(
    'conditional',
    id,
    trader.customerId,
    market.id,
    asked.side === 'long' ? 'buy' : 'sell',
    asked.effect,
    asked.positionId,
    asked.kind,
    asked.orderType,
    asked.lots,
    asked.multiple,
    asked.priceTicks,
    asked.triggerSource,
    asked.triggerTicks,
    trail === null ? null : `${trail.by}:${trail.distance}`,
    extreme,
    asked.clientOrderId,
    asked.expiresAtMs,
    placedAtMs,
  );
}

/** The price at which the margin is used up, rounded so that it still covers it; null if it covers every price. */
function bankruptcyE8({ market: { contract }, side, lots, entry, margin }: Position): bigint | null {
  const size = lots * contract.unit;
  if (side === 'short') return ((entry + margin) * contract.tickE8) / size;
  return entry <= margin ? null : ceilDivide((entry - margin) * contract.tickE8, size);
}
