import type { PerpetualEventOf, PositionView } from '@tallystick/core';
import type { PerpetualCommand } from '@tallystick/core/perpetual/command';
import type { PerpetualEvent, PerpetualPostingReason } from '@tallystick/core/perpetual/event';
import type { ExchangeEvents } from '../../projections/exchange-events.ts';
import type { HouseQuotes } from '../../projections/house-quotes.ts';
import { audited, type BatchPart, type EngineProduct, journaled } from '../product.ts';
import {
  DELEVERAGINGS,
  FUNDED_POSITIONS,
  FUNDING_PAYMENTS,
  FUNDINGS,
  LIQUIDATIONS,
  MERGES,
  OFFSETS,
  PERPETUAL_ORDERS,
  PERPETUAL_TRADES,
  POSITIONS,
  PREMIUMS,
  PROFITS,
  STOP_TRIGGERS,
  TOP_UPS,
} from './tables.ts';

export const PERPETUAL: EngineProduct<PerpetualCommand, PerpetualEvent, PerpetualPostingReason> = {
  commands: journaled<PerpetualCommand>()({
    configurePerpetual: 'perpetual',
    setPerpetualStatus: 'marketId status',
    placePerpetualOrder:
      'customerId marketId side orderType lots multiple priceTicks worstPriceTicks postOnly takeProfitTicks stopLossTicks clientOrderId reduceOnly:optional mode:optional',
    cancelPerpetualOrder: 'customerId orderId',
    cancelAllPerpetualOrders: 'customerId marketId',
    closePosition: 'customerId positionId lots priceTicks worstPriceTicks',
    closeAllPositions: 'customerId marketId',
    reversePosition: 'customerId positionId worstPriceTicks',
    offsetPositions: 'customerId longPositionId shortPositionId lots',
    setStops: 'customerId positionId takeProfitTicks stopLossTicks',
    addMargin: 'customerId positionId amountMinor:bigint',
    replacePerpetualOrders: 'customerId marketId multiple postOnly cancel longs shorts',
    removeMargin: 'customerId positionId amountMinor:bigint',
    setLeverage: 'customerId marketId multiple',
    changeLeverage: 'customerId positionId multiple',
    setTopUp: 'customerId positionId limitMinor:bigint',
    setTopUpDefault: 'customerId marketId limitMinor:bigint',
    setPositionMode: 'customerId marketId mode',
    setMarginType: 'customerId marketId marginType',
  }),
  postings: {
    perpetualFreeze: 'none',
    perpetualUnfreeze: 'none',
    perpetualMargin: 'none',
    perpetualTrade: 'ledger',
    perpetualFunding: 'ledger',
    perpetualLiquidation: 'ledger',
    perpetualDeleveraging: 'ledger',
    perpetualOffset: 'ledger',
  },
  answers: {
    perpetualDepthChanged: () => false,
    positionChanged: ({ position }, customerId) => position.customerId === customerId,
    perpetualOrderChanged: ({ order }, customerId) => order.customerId === customerId,
    positionModeSet: (event, customerId) => event.customerId === customerId,
    marginTypeSet: (event, customerId) => event.customerId === customerId,
    positionLiquidated: (event, customerId) => event.customerId === customerId,
    positionToppedUp: (event, customerId) => event.customerId === customerId,
    positionDeleveraged: (event, customerId) => event.customerId === customerId,
    stopTriggered: (event, customerId) => event.customerId === customerId,
    perpetualTraded: (event, customerId) =>
      event.takerCustomerId === customerId || event.makerCustomerId === customerId,
  },
  tables: [
    audited(POSITIONS),
    audited(PERPETUAL_TRADES),
    audited(PREMIUMS),
    audited(FUNDINGS, { ignore: ['told'] }),
    audited(FUNDING_PAYMENTS),
    audited(STOP_TRIGGERS, { ignore: [...STOP_TRIGGERS.key, 'told'] }),
    audited(TOP_UPS, { ignore: TOP_UPS.key }),
    audited(LIQUIDATIONS, { ignore: [...LIQUIDATIONS.key, 'told'] }),
    audited(DELEVERAGINGS, { ignore: [...DELEVERAGINGS.key, 'told'] }),
    audited(OFFSETS, { ignore: OFFSETS.key }),
    audited(PERPETUAL_ORDERS),
    audited(MERGES),
    audited(PROFITS, { ignore: PROFITS.key }),
  ],
  batch,
};

function batch(feed: ExchangeEvents, house: HouseQuotes): BatchPart<PerpetualEvent> {
  const positions = new PositionRows(house);
  const trades = PERPETUAL_TRADES.inserts();
  const premiums = PREMIUMS.inserts();
  const fundings = FUNDINGS.inserts();
  const triggers = STOP_TRIGGERS.inserts();
  const topUps = TOP_UPS.inserts();
  const liquidations = LIQUIDATIONS.inserts();
  const deleveragings = DELEVERAGINGS.inserts();
  const offsets = OFFSETS.inserts();
  const orders = PERPETUAL_ORDERS.latest();
  const merges = MERGES.inserts();
  const profits = PROFITS.inserts();
  return {
    tables: [
      ...positions.tables,
      trades,
      premiums,
      fundings,
      triggers,
      topUps,
      liquidations,
      deleveragings,
      offsets,
      orders,
      merges,
      profits,
    ],
    release: customerId => positions.release(customerId),
    on: {
      perpetualConfigured: ({ contract }) =>
        feed.push('termsSet', null, { of: 'perpetual', id: contract.marketId }),
      perpetualStatusSet: ({ marketId, status }) =>
        feed.push('marketStatusSet', null, { line: 'perpetual', marketId, status }),
      perpetualDepthChanged: 'depth noise',
      markChanged: 'price noise',
      fundingSkipped: 'nobody paid',
      perpetualTraded(event) {
        trades.push(event);
        feed.filled('perpetual', event.tradeId);
      },
      premiumSampled: event => premiums.push(event),
      positionChanged({ position }) {
        positions.change(position);
        if (position.status !== 'closed' || position.closeReason === null) return;
        // Nothing has ended: its lots are part of another position.
        if (position.closeReason === 'merged') return;
        const { realisedMinor, feeMinor, liquidationFeeMinor, fundingMinor, insurancePaidMinor } = position;
        feed.push('positionEnded', position.customerId, {
          ...headOf(position),
          reason: position.closeReason,
          lots: position.closedLots,
          netMinor: realisedMinor - feeMinor - liquidationFeeMinor + fundingMinor + insurancePaidMinor,
        });
      },
      fundingSettled(event, { sequence }) {
        fundings.push(event, { sequence });
        positions.fund(event);
        const { marketId, fundingId, fundingAtMs, rateE8, mark, positionIds } = event;
        if (positionIds.length === 0) return;
        const body = { marketId, fundingId, fundingAtMs, rateE8, markE8: mark.markE8 };
        feed.push('fundingSettled', null, body);
      },
      stopTriggered(event) {
        triggers.push(event);
        const { kind: stop, lots, triggerTicks, mark } = event;
        const body = { ...headOf(event), stop, lots, triggerTicks, markE8: mark.markE8 };
        feed.push('stopTriggered', event.customerId, body);
      },
      contractChoiceSet: 'read from the exchange',
      positionToppedUp(event) {
        topUps.push(event);
        const { lots, mark, amountMinor, limitMinor, usedMinor, newLiquidationE8 } = event;
        feed.push('positionToppedUp', event.customerId, {
          ...headOf(event),
          lots,
          markE8: mark.markE8,
          amountMinor,
          leftMinor: limitMinor - usedMinor - amountMinor,
          liquidationE8: newLiquidationE8,
        });
      },
      positionLiquidated(event) {
        liquidations.push(event);
        // Not over while lots remain.
        if (event.remainingLots > 0) return;
        feed.push('positionLiquidated', event.customerId, {
          ...headOf(event),
          lots: event.lots,
          markE8: event.mark.markE8,
          feeMinor: event.liquidationFeeMinor + event.feeMinor,
          returnedMinor: event.returnedMinor,
        });
      },
      positionDeleveraged(event) {
        deleveragings.push(event);
        const { lots, againstPositionId, valueMinor, realisedMinor, returnedMinor } = event;
        feed.push('positionDeleveraged', event.customerId, {
          ...headOf(event),
          lots,
          markE8: event.mark.markE8,
          againstPositionId,
          valueMinor,
          realisedMinor,
          returnedMinor,
        });
      },
      positionsOffset: event => offsets.push(event),
      perpetualOrderChanged: ({ order }) => orders.push(order),
      positionsMerged: event => merges.push(event),
      profitSettled: event => profits.push(event),
      marginTypeSet: 'what carries a customer’s positions from now on; what becomes of them is fed',
      positionModeSet: 'how a customer’s orders are taken from now on; what they do is fed',
    },
  };
}

function headOf(of: Pick<PositionView, 'positionId' | 'marketId' | 'side'>): typeof of {
  return { positionId: of.positionId, marketId: of.marketId, side: of.side };
}

/** Positions, and the effect of funding on them. Quotes of the house are written when they first trade. */
class PositionRows {
  readonly #house: HouseQuotes;
  readonly #positions = POSITIONS.latest();
  /** Quotes that may have a row from before their account was the house's. */
  readonly #quotes = POSITIONS.latest(POSITIONS.updates('positions_quoted'));
  /** Those that only funding changed: what a position's latest state already includes must not be added again. */
  readonly #funded = FUNDED_POSITIONS.latest(FUNDED_POSITIONS.updates('positions_funded'));
  readonly #payments = FUNDING_PAYMENTS.inserts();
  readonly tables = [this.#positions, this.#quotes, this.#funded, this.#payments];

  constructor(house: HouseQuotes) {
    this.#house = house;
  }

  change(position: PositionView): void {
    const { positions, newest } = this.#house;
    const { positionId } = position;
    const isNew = positionId > newest.positionId;
    if (isNew) newest.positionId = positionId;
    const write = positions.take(positionId, position, isNew);
    if (write === 'none') return;
    if (write === 'updateIfThere' && this.#positions.held(position) === undefined)
      this.#quotes.push(position);
    else this.#put(position);
  }

  /** Writes the quotes of an account that is the house's no longer. */
  release(customerId: number): void {
    for (const position of this.#house.positions.release(customerId)) this.#put(position);
  }

  #put(position: PositionView): void {
    this.#positions.push(position);
    this.#quotes.drop(position);
    this.#funded.drop(position);
  }

  fund(funding: PerpetualEventOf<'fundingSettled'>): void {
    const { marketId, fundingId, fundingAtMs } = funding;
    for (let index = 0; index < funding.positionIds.length; index++) {
      const positionId = funding.positionIds[index]!;
      const amountMinor = funding.amountsMinor[index]!;
      const after = {
        marginMinor: funding.marginsMinor[index]!,
        liquidationE8: funding.liquidationsE8[index]!,
        bankruptcyE8: funding.bankruptciesE8[index]!,
      };
      this.#payments.push({
        customerId: funding.customerIds[index]!,
        fundingAtMs,
        positionId,
        marketId,
        fundingId,
        side: funding.sides[index]!,
        lots: funding.lots[index]!,
        amountMinor,
        marginAfterMinor: after.marginMinor,
      });
      const changed = this.#positions.held({ positionId });
      if (changed === undefined) this.#funded.push({ positionId, fundingMinor: amountMinor, ...after });
      else this.#positions.push({ ...changed, ...after, fundingMinor: changed.fundingMinor + amountMinor });
    }
  }
}
