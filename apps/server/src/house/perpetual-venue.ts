import type { Command, ReadonlyExchange, PositionView } from '@tallystick/core';
import {
  quotesOf,
  type HouseOrder,
  type LadderInput,
  type QuoteSettings,
  type RestingOrder,
} from './quote-settings.ts';
import type { Venue } from './venue.ts';

export interface PerpetualVenueOptions {
  readonly exchange: Pick<ReadonlyExchange, 'perpetual' | 'balance' | 'terms'>;
  readonly customerId: number;
  readonly now: () => number;
}

/** Low, so that no daily move liquidates the house; every contract offers it. */
const LEVERAGE = 2;
/** Share of the contract account's available money for the orders of one side of one contract. */
const SHARE_OF_BALANCE = 0.1;
/** Its inventory stays below this share of a customer's maximum, waiting orders not counted. */
const SHARE_OF_LIMIT = 0.25;
/** Each filled order is a position of its own; beyond this number, only the reducing side is quoted. */
const MANY_POSITIONS = 300;
/** Pairs offset at a time. */
const PAIRS_AT_ONCE = 20;

/**
 * Books of contracts; the inventory is the house's longs minus its shorts. Fills on both sides open positions both
 * ways, which it closes against each other, so that only the difference stays open.
 */
export class PerpetualVenue implements Venue {
  readonly #options: PerpetualVenueOptions;

  constructor(options: PerpetualVenueOptions) {
    this.#options = options;
  }

  /** Without a fresh index every opening order would be refused, so the house places none. */
  isOpen(marketId: number): boolean {
    const { exchange, now } = this.#options;
    const isTaken = exchange.perpetual.status(marketId) === 'open' || this.#isCloseOnly(marketId);
    return isTaken && !exchange.perpetual.isStale(marketId, now());
  }

  /** Customers reduce against the house's quotes, so it keeps quoting. */
  #isCloseOnly(marketId: number): boolean {
    const { exchange } = this.#options;
    const isStopped = exchange.perpetual.status(marketId) === 'cancelOnly';
    return isStopped && exchange.terms.halt('perpetual', marketId) !== null;
  }

  resting(marketId: number): readonly RestingOrder[] {
    return this.#positions(marketId)
      .filter(({ waitingLots }) => waitingLots > 0)
      .map(({ positionId, side, priceTicks, waitingLots }) => ({
        orderId: positionId,
        side: side === 'long' ? 'buy' : 'sell',
        priceTicks: priceTicks ?? 0,
        quantityLots: waitingLots,
      }));
  }

  ladder(marketId: number, settings: QuoteSettings, indexE8: number): LadderInput | null {
    const { exchange, customerId } = this.#options;
    const contract = exchange.perpetual.contract(marketId);
    if (contract === null) return null;
    const midTicks = indexE8 / contract.tickE8;
    const valuePerTickLot = Number(contract.tickSize) * Number(contract.lotSize);
    // Rough numbers are enough to decide what to offer; the ledger checks the orders.
    const unitsPerMinor = valuePerTickLot / Number(contract.quoteMinorPerTickLot);
    const { availableMinor, frozenMinor } = exchange.balance({
      ownerId: customerId,
      account: 'contract',
      currencyId: contract.quoteCurrencyId,
    });
    const spendable = Number(availableMinor + frozenMinor) * unitsPerMinor * LEVERAGE * SHARE_OF_BALANCE;
    const lotValue = midTicks * valuePerTickLot;
    const inventoryValue = Math.min(
      settings.inventoryValue,
      Number(contract.maxCustomerNotionalMinor) * unitsPerMinor * SHARE_OF_LIMIT,
    );
    return {
      settings: { ...settings, inventoryValue },
      midTicks,
      valuePerTickLot,
      excessLots: this.#excessLots(marketId, inventoryValue / lotValue),
      sellableLots: Math.floor(spendable / lotValue),
      spendable,
      // One lot on either side of the mid price.
      minValue: lotValue / 2,
      maxLots: contract.maxOrderLots,
    };
  }

  replace(marketId: number, cancel: readonly number[], place: readonly HouseOrder[]): Command {
    return {
      type: 'replacePerpetualOrders',
      customerId: this.#options.customerId,
      marketId,
      multiple: LEVERAGE,
      // In close-only an order may wait for reducing ones, but not take.
      postOnly: this.#isCloseOnly(marketId),
      cancel,
      longs: quotesOf(place, 'buy'),
      shorts: quotesOf(place, 'sell'),
    };
  }

  cancelAll(marketId: number): Command {
    return { type: 'cancelAllPerpetualOrders', customerId: this.#options.customerId, marketId };
  }

  /** Closes the oldest long against the oldest short, and so on: such pairs earn nothing but hold margin. */
  tidy(marketId: number): readonly Command[] {
    const held = this.#positions(marketId).filter(position => lotsOf(position) > 0);
    const longs = held.filter(({ side }) => side === 'long');
    const shorts = held.filter(({ side }) => side === 'short');
    const commands: Command[] = [];
    let long = longs.shift();
    let short = shorts.shift();
    let longLeft = long === undefined ? 0 : lotsOf(long);
    let shortLeft = short === undefined ? 0 : lotsOf(short);
    while (long !== undefined && short !== undefined && commands.length < PAIRS_AT_ONCE) {
      const lots = Math.min(longLeft, shortLeft);
      commands.push({
        type: 'offsetPositions',
        customerId: this.#options.customerId,
        longPositionId: long.positionId,
        shortPositionId: short.positionId,
        lots,
      });
      longLeft -= lots;
      shortLeft -= lots;
      if (longLeft === 0) longLeft = (long = longs.shift()) === undefined ? 0 : lotsOf(long);
      if (shortLeft === 0) shortLeft = (short = shorts.shift()) === undefined ? 0 : lotsOf(short);
    }
    return commands;
  }

  #excessLots(marketId: number, limitLots: number): number {
    let excess = 0;
    let positions = 0;
    for (const position of this.#positions(marketId)) {
      const lots = lotsOf(position);
      if (lots === 0) continue;
      positions++;
      excess += position.side === 'long' ? lots : -lots;
    }
    return positions > MANY_POSITIONS ? Math.sign(excess) * Math.max(Math.abs(excess), limitLots) : excess;
  }

  #positions(marketId: number): readonly PositionView[] {
    const { exchange, customerId } = this.#options;
    return exchange.perpetual.positionsOf(customerId, marketId);
  }
}

function lotsOf({ openedLots, closedLots }: PositionView): number {
  return openedLots - closedLots;
}
