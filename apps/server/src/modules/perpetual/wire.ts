import type {
  ContractChoice,
  Currency,
  MarkPrice,
  PerpetualStatus,
  PerpetualTrade,
  PositionView,
  ReadonlyExchange,
  TermsReader,
} from '@tallystick/core';
import { HOUR_MS } from '@tallystick/core/durations';
import { formatMinor } from '@tallystick/core/money/decimal';
import { lowerFees, type KeptFees } from '@tallystick/core/perpetual/kept-fees';
import { maintenanceMargin, unrealised, valueAtE8 } from '@tallystick/core/perpetual/formulas';
import type {
  CallOutput,
  CallRequest,
  WireContract,
  WirePerpetualFill,
  WirePerpetualTicker,
  WirePosition,
} from '@tallystick/protocol';
import type { MarketData } from '../../engine/market-data/market-data.ts';
import type { PerpetualTicker } from '../../engine/market-data/perpetual-view.ts';
import { toWire } from '../../http/words.ts';
import { wireCurrency } from '../market/currencies.ts';
import { wireDayOfTrades, type TickerClock } from '../market/wire.ts';
import type { ListedContract, OpenSummary, PerpetualMarkets } from './market.ts';
import type { NewPosition, PerpetualService } from './service.ts';
import { readLots, readMultiple, type PerpetualUnits, type PerpetualUnitsTable } from './units.ts';
import { wireAnnouncedContract, wireHalt } from '../market/wire-terms.ts';
import { percentOfPpm } from '../../http/percent.ts';

/** 1 % = 1,000,000 in 1e-8. */
const E8_DECIMALS = 6;
/** A position without equity is about to be liquidated; beyond this value the ratio has no meaning. */
const HIGHEST_RATIO = 99_999n;

export function readOpening(input: CallRequest<'POST lever/submit'>, units: PerpetualUnits): NewPosition {
  return {
    marketId: input.market_id,
    side: input.direction,
    orderType: input.type,
    lots: readLots(input.lots),
    multiple: input.multiple === undefined ? null : readMultiple(input.multiple),
    priceTicks: units.ticksOrNull(input.price, 'price'),
    worstPriceTicks: units.ticksOrNull(input.worst_price, 'worst_price'),
    postOnly: input.post_only,
    takeProfitTicks: units.stopTicks(input.take_profit_price, 'take_profit_price'),
    stopLossTicks: units.stopTicks(input.stop_loss_price, 'stop_loss_price'),
    clientOrderId: input.client_order_id ?? null,
  };
}

export function percentOfE8(rateE8: number): string {
  return formatMinor(BigInt(rateE8), E8_DECIMALS);
}

/** Data needed to show contracts. */
export interface ContractsShown {
  readonly exchange: Pick<ReadonlyExchange, 'terms' | 'perpetual'>;
  readonly marketData: MarketData;
  readonly units: PerpetualUnitsTable;
  readonly markets: PerpetualMarkets;
  readonly clock: TickerClock;
}

export function wireContracts(shown: ContractsShown): CallOutput<'GET lever/contracts'> {
  const { markets } = shown;
  const { code, decimals } = markets.settlement();
  return {
    items: markets.contracts().map(listed => wireListed(listed, shown)),
    insurance: { currency: code, balance: formatMinor(markets.insuranceMinor(), decimals) },
  };
}

export function wireListed(
  { marketId, status, ticker }: ListedContract,
  { exchange, units, clock }: Pick<ContractsShown, 'exchange' | 'units' | 'clock'>,
) {
  const of = units.of(marketId);
  return {
    contract: wireContract(of, status, exchange.terms),
    ticker: wirePerpetualTicker(ticker, of, clock),
  };
}

export function wireBalance(
  { availableMinor, frozenMinor }: Awaited<ReturnType<PerpetualService['balance']>>,
  { id, decimals }: Currency,
): CallOutput<'POST lever/add_margin'>['balance'] {
  return {
    currency_id: id,
    available: formatMinor(availableMinor, decimals),
    frozen: formatMinor(frozenMinor, decimals),
  };
}

export function wireChoice(
  { multiple, topUpLimitMinor }: ContractChoice,
  units: PerpetualUnits,
): CallOutput<'GET lever/choice'>['choice'] {
  return { multiple, top_up_limit: units.amount(topUpLimitMinor) };
}

export function wireSummary(
  { pending, holding, marginMinor, waitingMinor, profitMinor }: OpenSummary,
  { decimals }: { readonly decimals: number },
): CallOutput<'POST lever/deal'>['summary'] {
  return {
    pending,
    holding,
    margin: formatMinor(marginMinor, decimals),
    waiting_margin: formatMinor(waitingMinor, decimals),
    unrealised_profit: formatMinor(profitMinor, decimals),
  };
}

function wireContract(units: PerpetualUnits, status: PerpetualStatus, terms: TermsReader): WireContract {
  const { contract } = units;
  return {
    market_id: contract.marketId,
    symbol: contract.symbol,
    base: wireCurrency(units.base),
    quote: wireCurrency(units.quote),
    tick_size: contract.tickSize,
    lot_size: contract.lotSize,
    multiples: [...contract.multiples],
    tiers: contract.tiers.map(tier => ({
      up_to_value: units.amount(tier.maxNotionalMinor),
      max_multiple: tier.maxMultiple,
      maintenance_percent: percentOfPpm(tier.maintenancePpm),
    })),
    maker_fee_percent: percentOfPpm(contract.makerFeePpm),
    taker_fee_percent: percentOfPpm(contract.takerFeePpm),
    price_band_percent: percentOfPpm(contract.priceBandPpm),
    max_order_lots: contract.maxOrderLots,
    max_customer_value: units.amount(contract.maxCustomerNotionalMinor),
    max_open_interest_lots: contract.maxOpenInterestLots,
    impact_value: units.amount(contract.impactNotionalMinor),
    funding_interval_hours: contract.fundingIntervalMs / HOUR_MS,
    interest_percent: percentOfPpm(contract.interestPpm),
    funding_cap_percent: percentOfPpm(contract.fundingCapPpm),
    liquidation_fee_percent: percentOfPpm(contract.liquidationFeePpm),
    stale_after_ms: contract.staleAfterMs,
    status: toWire(status),
    halt: wireHalt(terms.halt('perpetual', contract.marketId)),
    announced: wireAnnouncedContract(terms.announcedPerpetual(contract.marketId)),
  };
}

export function wirePerpetualTicker(
  ticker: PerpetualTicker,
  units: PerpetualUnits,
  clock: TickerClock,
): WirePerpetualTicker {
  const { window, mark } = ticker;
  return {
    market_id: ticker.marketId,
    last: units.priceOrNull(window.lastTicks),
    mark: units.exactPriceOrNull(mark?.markE8 ?? null),
    index: units.exactPriceOrNull(mark?.indexE8 ?? null),
    high_24h: units.priceOrNull(window.highTicks),
    low_24h: units.priceOrNull(window.lowTicks),
    volume_24h: units.quantity(window.volumeLots),
    quote_volume_24h: units.amount(window.quoteMinor),
    change_24h: window.changePercent,
    ...wireDayOfTrades(window.counts),
    funding_rate_percent: ticker.rateE8 === null ? null : percentOfE8(ticker.rateE8),
    next_funding_at_ms: ticker.nextFundingAtMs,
    open_interest_lots: ticker.openInterestLots,
    stale: clock.isStale(ticker.indexAtMs, units.contract.staleAfterMs),
    at_ms: clock.now(),
  };
}

export type PositionWire = (view: PositionView) => WirePosition;

/** Positions with figures at the newest committed mark. */
export function positionWire({
  units,
  marketData,
  exchange,
}: Pick<ContractsShown, 'units' | 'marketData' | 'exchange'>): PositionWire {
  return view => {
    const mark = marketData.perpetual.mark(view.marketId);
    return wirePosition(view, units.of(view.marketId), mark, exchange.perpetual.keptFees(view.positionId));
  };
}

function wirePosition(
  view: PositionView,
  units: PerpetualUnits,
  mark: Pick<MarkPrice, 'markE8'> | null,
  kept: KeptFees | null,
): WirePosition {
  const { contract } = units;
  const fees = kept === null ? contract : lowerFees(kept, contract);
  const heldLots = view.openedLots - view.closedLots;
  const holds = heldLots > 0 && mark !== null;
  const exposure = { ...view, lots: heldLots };
  const profitMinor = holds ? unrealised(contract, exposure, mark.markE8) : 0n;
  const maintenanceMinor = holds
    ? maintenanceMargin(contract, mark.markE8, heldLots, view.maintenancePpm)
    : 0n;
  const { closing } = view;
  return {
    position_id: view.positionId,
    client_order_id: view.clientOrderId,
    market_id: view.marketId,
    symbol: contract.symbol,
    direction: view.side,
    type: view.orderType,
    price: units.priceOrNull(view.priceTicks),
    multiple: view.multiple,
    margin_type: view.isCross === true ? 'cross' : 'isolated',
    maintenance_percent: percentOfPpm(view.maintenancePpm),
    maker_fee_percent: percentOfPpm(fees.makerFeePpm),
    taker_fee_percent: percentOfPpm(fees.takerFeePpm),
    status: view.status,
    lots: view.lots,
    waiting_lots: view.waitingLots,
    holding_lots: heldLots,
    closed_lots: view.closedLots,
    quantity: units.quantity(heldLots),
    open_value: units.amount(view.entryValueMinor),
    value: holds ? units.amount(valueAtE8(contract, mark.markE8, heldLots)) : '0',
    waiting_margin: units.amount(view.waitingMinor),
    margin: units.amount(view.marginMinor),
    added_margin: units.amount(view.addedMarginMinor),
    removed_margin: units.amount(view.adjusted?.removedMarginMinor ?? 0n),
    top_up_limit: units.amount(view.adjusted?.topUpLimitMinor ?? 0n),
    top_up_used: units.amount(view.adjusted?.topUpUsedMinor ?? 0n),
    maintenance_margin: units.amount(maintenanceMinor),
    // A cross position has no rate of its own: its account has.
    margin_ratio_percent:
      holds && view.isCross !== true ? marginRatio(maintenanceMinor, view.marginMinor + profitMinor) : null,
    open_price: units.averagePrice(view.openedValueMinor, view.openedLots),
    close_price: units.averagePrice(view.closedValueMinor, view.closedLots),
    mark_price: units.exactPriceOrNull(mark?.markE8 ?? null),
    liquidation_price: units.exactPriceOrNull(view.liquidationE8),
    bankruptcy_price: units.exactPriceOrNull(view.bankruptcyE8),
    take_profit_price: units.priceOrNull(view.takeProfitTicks),
    stop_loss_price: units.priceOrNull(view.stopLossTicks),
    triggered: toWire(view.triggered),
    closing:
      closing === null
        ? null
        : {
            order_id: closing.orderId,
            price: units.price(closing.priceTicks),
            lots: closing.lots,
            placed_at_ms: closing.placedAtMs,
          },
    unrealised_profit: units.amount(profitMinor),
    realised_profit: units.amount(view.realisedMinor),
    fee: units.amount(view.feeMinor),
    liquidation_fee: units.amount(view.liquidationFeeMinor),
    funding: units.amount(view.fundingMinor),
    insurance_paid: units.amount(view.insurancePaidMinor),
    net_profit: units.amount(netMinor(view)),
    close_reason: toWire(view.closeReason),
    end_reason: toWire(view.openingEndReason),
    placed_at_ms: view.placedAtMs,
    opened_at_ms: view.openedAtMs,
    closed_at_ms: view.closedAtMs,
    updated_at_ms: view.updatedAtMs,
  };
}

/** The position's result so far, without losses of liquidated lots that the insurance fund paid. */
export function netMinor(
  view: Pick<
    PositionView,
    'realisedMinor' | 'feeMinor' | 'liquidationFeeMinor' | 'fundingMinor' | 'insurancePaidMinor'
  >,
): bigint {
  const { realisedMinor, feeMinor, liquidationFeeMinor, fundingMinor, insurancePaidMinor } = view;
  return realisedMinor - feeMinor - liquidationFeeMinor + fundingMinor + insurancePaidMinor;
}

export function wirePerpetualFill(
  trade: PerpetualTrade,
  role: 'maker' | 'taker',
  units: PerpetualUnits,
): WirePerpetualFill {
  const taker = role === 'taker';
  const effect = taker ? trade.takerEffect : trade.makerEffect;
  const takerBuys = trade.takerSide === 'buy';
  return {
    trade_id: trade.tradeId,
    position_id: taker ? trade.takerPositionId : trade.makerPositionId,
    market_id: trade.marketId,
    symbol: units.contract.symbol,
    side: takerBuys === taker ? 'buy' : 'sell',
    effect: taker && effect === 'close' ? closingEffect(trade.takerCause) : effect,
    role,
    price: units.price(trade.priceTicks),
    lots: trade.quantityLots,
    quantity: units.quantity(trade.quantityLots),
    value: units.amount(trade.valueMinor),
    fee: units.amount(taker ? trade.takerFeeMinor : trade.makerFeeMinor),
    realised_profit: units.amount(taker ? trade.takerRealisedMinor : trade.makerRealisedMinor),
    at_ms: trade.atMs,
  };
}

function closingEffect(cause: PerpetualTrade['takerCause']): WirePerpetualFill['effect'] {
  switch (cause) {
    case 'takeProfit':
    case 'stopLoss':
      return toWire(cause);
    case 'liquidation':
      return cause;
    default:
      return 'close';
  }
}

export function marginRatio(maintenanceMinor: bigint, equityMinor: bigint): string {
  const ratio = equityMinor <= 0n ? HIGHEST_RATIO : (maintenanceMinor * 10_000n) / equityMinor;
  return formatMinor(ratio > HIGHEST_RATIO ? HIGHEST_RATIO : ratio, 2);
}
