import type { Command, ReadonlyExchange, PerpetualContract, PositionView } from '@tallystick/core';
import type { Random } from './random.ts';
import type { TraderDesk } from './trader-desk.ts';

export interface PerpetualDeskOptions {
  readonly exchange: Pick<ReadonlyExchange, 'perpetual'>;
  readonly now: () => number;
  /** Value of a typical position in USDT. */
  readonly typicalValue: number;
}

/** A trader with this many positions in a contract closes the oldest before anything else. */
const MAX_POSITIONS = 3;
const CLOSING_SHARE = 0.4;
const MARKET_SHARE = 0.7;
const LEVERAGES = [2, 3, 5, 10, 20];

/** Small positions in the contracts, long and short, closed again after a while. */
export class PerpetualDesk implements TraderDesk {
  readonly #options: PerpetualDeskOptions;

  constructor(options: PerpetualDeskOptions) {
    this.#options = options;
  }

  get marketIds(): readonly number[] {
    return this.#options.exchange.perpetual.contracts().map(({ marketId }) => marketId);
  }

  next(customerId: number, marketId: number, random: Random): readonly Command[] {
    const { perpetual } = this.#options.exchange;
    const contract = perpetual.contract(marketId);
    if (contract === null || perpetual.status(marketId) !== 'open') return [];
    if (perpetual.isStale(marketId, this.#options.now())) return [];
    const positions = perpetual.positionsOf(customerId, marketId);
    const [oldest] = positions;
    if (oldest !== undefined && (positions.length >= MAX_POSITIONS || random.next() < CLOSING_SHARE)) {
      return [ending(customerId, oldest)];
    }
    return this.#opening(customerId, contract, random);
  }

  #opening(customerId: number, contract: PerpetualContract, random: Random): readonly Command[] {
    const { bids, asks } = this.#options.exchange.perpetual.depth(contract.marketId, 1);
    const [bestBid] = bids[0] ?? [];
    const [bestAsk] = asks[0] ?? [];
    if (bestBid === undefined || bestAsk === undefined) return [];
    const side = random.next() < 0.5 ? 'long' : 'short';
    const takes = random.next() < MARKET_SHARE;
    const value = this.#options.typicalValue * Math.exp(random.normal());
    const lotValue = bestBid * Number(contract.tickSize) * Number(contract.lotSize);
    const lots = Math.min(contract.maxOrderLots, Math.max(1, Math.floor(value / lotValue)));
    return [
      {
        type: 'placePerpetualOrder',
        customerId,
        marketId: contract.marketId,
        side,
        orderType: takes ? 'market' : 'limit',
        lots,
        multiple: random.pick(LEVERAGES),
        priceTicks: takes ? null : side === 'long' ? bestBid : bestAsk,
        worstPriceTicks: null,
        postOnly: !takes,
        takeProfitTicks: null,
        stopLossTicks: null,
        clientOrderId: null,
      },
    ];
  }
}

function ending(customerId: number, position: PositionView): Command {
  const { positionId } = position;
  if (position.openedLots === position.closedLots) {
    return { type: 'cancelPerpetualOrder', customerId, orderId: positionId };
  }
  return {
    type: 'closePosition',
    customerId,
    positionId,
    lots: null,
    priceTicks: null,
    worstPriceTicks: null,
  };
}
