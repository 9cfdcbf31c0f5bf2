import type {
  CrossStep,
  MarkPrice,
  PerpetualEventOf,
  PerpetualOrderView,
  PerpetualTrade,
  PositionView,
} from '@tallystick/core';
import {
  coded,
  flag,
  fixed,
  from,
  group,
  int4,
  int8,
  minor,
  named,
  optional,
  orNull,
  text,
  word,
  type Kind,
} from '../../projections/kinds.ts';
import type { Moment } from '../../projections/latest.ts';
import { Projection } from '../../projections/projection.ts';

const SIDE = word('long', 'short');
const STOP = word('takeProfit', 'stopLoss');
const EFFECT = word('open', 'close');

/** Positions in their latest state. */
export const POSITIONS = new Projection<PositionView>(
  'positions',
  {
    positionId: int8,
    customerId: fixed(int4),
    marketId: fixed(int4),
    side: fixed(SIDE),
    orderType: fixed(word('limit', 'market')),
    // Of merged positions, these change with what joins them.
    multiple: int4,
    maintenancePpm: int4,
    lots: int8,
    priceTicks: fixed(orNull(int4)),
    clientOrderId: fixed(orNull(text())),
    status: word('pending', 'holding', 'closed', 'cancelled'),
    waitingLots: int8,
    waitingMinor: minor,
    openingEndReason: orNull(
      word(
        'filled',
        'cancelledByCustomer',
        'immediateRemainder',
        'selfTrade',
        'positionClosed',
        'wouldBeLiquidated',
        'ownLimit',
      ),
    ),
    openedLots: int8,
    openedValueMinor: minor,
    closedLots: int8,
    closedValueMinor: minor,
    entryValueMinor: minor,
    marginMinor: minor,
    addedMarginMinor: minor,
    realisedMinor: minor,
    feeMinor: minor,
    liquidationFeeMinor: minor,
    fundingMinor: minor,
    insurancePaidMinor: minor,
    liquidationE8: orNull(int8),
    bankruptcyE8: orNull(int8),
    takeProfitTicks: orNull(int4),
    stopLossTicks: orNull(int4),
    triggered: orNull(STOP),
    closing: orNull(group({ orderId: int8, priceTicks: int4, lots: int8, placedAtMs: int8 })),
    closeReason: orNull(
      word('customer', 'takeProfit', 'stopLoss', 'liquidation', 'autoDeleverage', 'offset', 'merged'),
    ),
    placedAtMs: fixed(int8),
    openedAtMs: orNull(int8),
    closedAtMs: orNull(int8),
    updatedAtMs: int8,
    adjusted: optional(group({ removedMarginMinor: minor, topUpLimitMinor: minor, topUpUsedMinor: minor })),
    isCross: optional(flag),
  },
  {
    key: ['positionId'],
  },
);

/** What funding changes in a position. */
interface FundedPosition {
  readonly positionId: number;
  /** Summed over the batch, unlike the others. */
  readonly fundingMinor: bigint;
  readonly marginMinor: bigint;
  readonly liquidationE8: number | null;
  readonly bankruptcyE8: number | null;
}

/** The same table, for positions that only funding changed in the batch. */
export const FUNDED_POSITIONS = new Projection<FundedPosition>(
  'positions',
  {
    positionId: int8,
    fundingMinor: minor,
    marginMinor: minor,
    liquidationE8: orNull(int8),
    bankruptcyE8: orNull(int8),
  },
  { key: ['positionId'], sums: ['fundingMinor'] },
);

export const PERPETUAL_TRADES = new Projection<PerpetualTrade>(
  'perpetual_trades',
  {
    tradeId: int8,
    marketId: int4,
    priceTicks: int4,
    quantityLots: int8,
    valueMinor: minor,
    takerSide: word('buy', 'sell'),
    takerCause: word('order', 'close', 'takeProfit', 'stopLoss', 'liquidation'),
    takerOrderId: int8,
    takerPositionId: int8,
    takerCustomerId: int4,
    takerEffect: EFFECT,
    takerFeeMinor: minor,
    takerRealisedMinor: minor,
    makerOrderId: int8,
    makerPositionId: int8,
    makerCustomerId: int4,
    makerEffect: EFFECT,
    makerFeeMinor: minor,
    makerRealisedMinor: minor,
    atMs: int8,
  },
  { key: ['tradeId'] },
);

export const PREMIUMS = new Projection<
  Pick<
    PerpetualEventOf<'premiumSampled'>,
    'marketId' | 'atMs' | 'bidTicks' | 'askTicks' | 'indexE8' | 'basisE8' | 'premiumE8'
  >
>(
  'perpetual_premiums',
  {
    marketId: int4,
    atMs: int8,
    bidTicks: int4,
    askTicks: int4,
    indexE8: int8,
    basisE8: int8,
    premiumE8: int8,
  },
  { key: ['marketId', 'atMs'] },
);

type Later<T> = { readonly [K in keyof T]: T[K] | null };

/** The mark a decision was based on. Older rows lack some inputs, which are null. */
export interface StoredMark<Index = number | null, Tick = number | null>
  extends
    Pick<MarkPrice, 'marketId' | 'markE8'>,
    Later<Omit<MarkPrice, 'marketId' | 'markE8' | 'indexE8' | 'indexTick'>> {
  readonly indexE8: Index;
  readonly indexTick: Tick;
}

function mark<Index, Tick>(index: Kind<Index>, tick: Kind<Tick>): Kind<StoredMark<Index, Tick>> {
  return group<StoredMark<Index, Tick>>({
    marketId: from('market_id', int4),
    markE8: named('mark_e8', int8),
    indexE8: named('index_e8', index),
    indexTick: named('index_tick', tick),
    atMs: orNull(int8),
    fundingPriceE8: named('mark_funding_e8', orNull(int8)),
    basisPriceE8: named('mark_basis_e8', orNull(int8)),
    lastPriceTicks: named('mark_last_ticks', orNull(int4)),
    rateE8: orNull(int8),
    nextFundingAtMs: orNull(int8),
    fundingIntervalMs: named('mark_interval_ms', orNull(int8)),
  });
}

/** Whether all inputs of the mark are known. */
export function isWhole(stored: StoredMark): stored is MarkPrice {
  return stored.atMs !== null;
}

type FundingSettled = PerpetualEventOf<'fundingSettled'>;
/** Payments of single positions have their own rows. */
export interface StoredFunding extends Omit<
  FundingSettled,
  'type' | 'mark' | 'nextFundingAtMs' | keyof FundingLists
> {
  readonly mark: StoredMark<number>;
}

type FundingLists = Pick<
  FundingSettled,
  | 'positionIds'
  | 'customerIds'
  | 'sides'
  | 'lots'
  | 'amountsMinor'
  | 'marginsMinor'
  | 'liquidationsE8'
  | 'bankruptciesE8'
>;

export const FUNDINGS = new Projection<StoredFunding, Pick<Moment, 'sequence'>>(
  'perpetual_fundings',
  {
    marketId: int4,
    fundingId: int8,
    fundingAtMs: int8,
    intervalMs: int8,
    samples: int4,
    premiumE8: int8,
    interestPpm: int4,
    capPpm: int4,
    rateE8: int8,
    mark: mark(int8, orNull(int8)),
    openInterestLots: int8,
    collectedMinor: minor,
    roundingMinor: minor,
  },
  { key: ['marketId', 'fundingId'], stamp: { sequence: int8 } },
);

/** One position's part of a funding. */
interface FundingPayment
  extends
    Pick<FundingSettled, 'fundingAtMs' | 'marketId' | 'fundingId'>,
    Pick<PositionView, 'customerId' | 'positionId' | 'side' | 'lots'> {
  readonly amountMinor: bigint;
  readonly marginAfterMinor: bigint;
}

export const FUNDING_PAYMENTS = new Projection<FundingPayment>(
  'perpetual_funding_payments',
  {
    customerId: int4,
    fundingAtMs: int8,
    positionId: int8,
    marketId: int4,
    fundingId: int8,
    side: SIDE,
    lots: int8,
    amountMinor: minor,
    marginAfterMinor: minor,
  },
  { key: ['customerId', 'fundingAtMs', 'positionId'] },
);

export interface StoredTrigger extends Omit<PerpetualEventOf<'stopTriggered'>, 'type' | 'mark'> {
  readonly mark: StoredMark<number | null, number>;
}

export const STOP_TRIGGERS = new Projection<StoredTrigger>(
  'perpetual_stop_triggers',
  {
    positionId: int8,
    customerId: int4,
    marketId: int4,
    side: SIDE,
    kind: STOP,
    triggerTicks: int4,
    lots: int8,
    mark: mark(orNull(int8), int8),
    atMs: int8,
  },
  { key: 'trigger_id' },
);

/** A top-up, with all that decided it. The position's figures are those before it. */
export interface StoredTopUp extends Omit<PerpetualEventOf<'positionToppedUp'>, 'type' | 'mark'> {
  readonly mark: StoredMark<number, number>;
}

export const TOP_UPS = new Projection<StoredTopUp>(
  'perpetual_top_ups',
  {
    positionId: int8,
    step: int4,
    customerId: int4,
    marketId: int4,
    side: SIDE,
    multiple: int4,
    mark: mark(int8, int8),
    lots: int8,
    entryValueMinor: minor,
    marginMinor: minor,
    maintenancePpm: int4,
    liquidationE8: int8,
    limitMinor: minor,
    usedMinor: minor,
    availableMinor: minor,
    amountMinor: minor,
    newLiquidationE8: orNull(int8),
    atMs: int8,
  },
  { key: 'top_up_id' },
);

type Liquidated = Omit<PerpetualEventOf<'positionLiquidated'>, 'type'>;
export interface StoredLiquidation
  extends
    Omit<Liquidated, 'mark' | 'liquidationFeePpm' | 'takerFeePpm'>,
    Later<Pick<Liquidated, 'liquidationFeePpm' | 'takerFeePpm'>> {
  readonly mark: StoredMark<number, number>;
}

export const LIQUIDATIONS = new Projection<StoredLiquidation>(
  'perpetual_liquidations',
  {
    positionId: int8,
    customerId: int4,
    marketId: int4,
    side: SIDE,
    multiple: int4,
    mark: mark(int8, int8),
    lots: int8,
    entryValueMinor: minor,
    marginMinor: minor,
    maintenancePpm: int4,
    equityMinor: minor,
    maintenanceMarginMinor: minor,
    liquidationE8: int8,
    bankruptcyE8: int8,
    bookLots: int8,
    bookValueMinor: minor,
    insuredLots: int8,
    insuredValueMinor: minor,
    insurancePaidMinor: minor,
    deleveragedLots: int8,
    deleveragedValueMinor: minor,
    remainingLots: int8,
    liquidationFeePpm: orNull(int4),
    takerFeePpm: orNull(int4),
    liquidationFeeMinor: minor,
    feeMinor: minor,
    returnedMinor: minor,
    atMs: int8,
    cross: optional(
      group<CrossStep>({
        availableMinor: minor,
        equityMinor: minor,
        maintenanceMinor: minor,
        positions: coded(writeCarried, readCarried),
      }),
    ),
  },
  { key: 'liquidation_id' },
);

type Carried = CrossStep['positions'];

/** Amounts as text: JSON has no whole numbers as large. */
function writeCarried(positions: Carried): string {
  return JSON.stringify(positions, (_, value: unknown) =>
    typeof value === 'bigint' ? String(value) : value,
  );
}

function readCarried(stored: string): Carried {
  const rows = JSON.parse(stored) as Record<'entryValueMinor' | 'marginMinor', string>[];
  return rows.map(row => ({
    ...(row as unknown as Carried[number]),
    entryValueMinor: BigInt(row.entryValueMinor),
    marginMinor: BigInt(row.marginMinor),
  }));
}

/** A position just before the event. */
const FOUND = { lots: int8, entryValueMinor: minor, marginMinor: minor };

export interface StoredProfit extends Omit<PerpetualEventOf<'profitSettled'>, 'type' | 'mark'> {
  readonly mark: StoredMark<number, number>;
}

/** Profits of cross positions that their accounts needed. */
export const PROFITS = new Projection<StoredProfit>(
  'perpetual_profits',
  {
    positionId: int8,
    customerId: int4,
    marketId: int4,
    side: SIDE,
    ...FOUND,
    profitMinor: minor,
    entryAfterMinor: minor,
    mark: mark(int8, int8),
    atMs: int8,
  },
  { key: 'profit_id' },
);

type Deleveraged = Omit<PerpetualEventOf<'positionDeleveraged'>, 'type'>;
type DeleveragingInputs = Pick<
  Deleveraged,
  'before' | 'againstBefore' | 'ranked' | 'place' | 'candidates' | 'aheadRankE8' | 'behindRankE8'
>;
export interface StoredDeleveraging
  extends Omit<Deleveraged, 'mark' | keyof DeleveragingInputs>, Later<DeleveragingInputs> {
  readonly mark: StoredMark;
}

export const DELEVERAGINGS = new Projection<StoredDeleveraging>(
  'perpetual_deleveragings',
  {
    positionId: int8,
    customerId: int4,
    marketId: int4,
    side: SIDE,
    againstPositionId: int8,
    lots: int8,
    valueMinor: minor,
    realisedMinor: minor,
    returnedMinor: minor,
    before: orNull(group(FOUND)),
    againstBefore: named('against', orNull(group(FOUND))),
    rankE8: int8,
    ranked: orNull(group({ lots: int8, entryValueMinor: minor })),
    place: orNull(int4),
    candidates: orNull(int4),
    aheadRankE8: orNull(int8),
    behindRankE8: orNull(int8),
    multiple: int4,
    mark: mark(orNull(int8), orNull(int8)),
    atMs: int8,
  },
  { key: 'deleveraging_id' },
);

type Offset = Omit<PerpetualEventOf<'positionsOffset'>, 'type'>;
type OffsetInputs = Pick<Offset, 'longBefore' | 'shortBefore' | 'longRealisedMinor' | 'shortRealisedMinor'>;
export interface StoredOffset extends Omit<Offset, 'mark' | keyof OffsetInputs>, Later<OffsetInputs> {
  readonly mark: StoredMark;
}

export const OFFSETS = new Projection<StoredOffset>(
  'perpetual_offsets',
  {
    longPositionId: int8,
    shortPositionId: int8,
    customerId: int4,
    marketId: int4,
    lots: int8,
    valueMinor: minor,
    longBefore: named('long', orNull(group(FOUND))),
    shortBefore: named('short', orNull(group(FOUND))),
    longRealisedMinor: orNull(minor),
    shortRealisedMinor: orNull(minor),
    mark: mark(orNull(int8), orNull(int8)),
    atMs: int8,
  },
  { key: 'offset_id' },
);

/** Orders in hedge and net mode in their latest state. */
export const PERPETUAL_ORDERS = new Projection<PerpetualOrderView>(
  'perpetual_orders',
  {
    orderId: int8,
    customerId: fixed(int4),
    marketId: fixed(int4),
    side: fixed(word('buy', 'sell')),
    positionSide: fixed(orNull(SIDE)),
    reduceOnly: fixed(flag),
    orderType: fixed(word('limit', 'market')),
    multiple: fixed(int4),
    lots: fixed(int8),
    priceTicks: fixed(orNull(int4)),
    clientOrderId: fixed(orNull(text())),
    status: word('open', 'filled', 'ended'),
    waitingLots: int8,
    waitingMinor: minor,
    filledLots: int8,
    filledValueMinor: minor,
    feeMinor: minor,
    realisedMinor: minor,
    endReason: orNull(
      word(
        'filled',
        'cancelledByCustomer',
        'immediateRemainder',
        'selfTrade',
        'positionClosed',
        'wouldBeLiquidated',
        'ownLimit',
        'openingRefused',
        'nothingToReduce',
      ),
    ),
    placedAtMs: fixed(int8),
    updatedAtMs: int8,
  },
  { key: ['orderId'] },
);

/** Positions that another one took in; each only once. */
export const MERGES = new Projection<Omit<PerpetualEventOf<'positionsMerged'>, 'type'>>(
  'position_merges',
  {
    fromPositionId: int8,
    intoPositionId: int8,
    customerId: int4,
    marketId: int4,
    side: SIDE,
    lots: int8,
    entryValueMinor: minor,
    marginMinor: minor,
    atMs: int8,
  },
  { key: ['fromPositionId'] },
);
