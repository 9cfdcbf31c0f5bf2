import type { Command } from '../../command.ts';
import type { Exchange } from '../../exchange.ts';
import { USDT } from '../../testing/demo-exchange.ts';
import type { PositionView } from '../position-view.ts';
import type { AccountModel } from './account-model.ts';
import { isReached, isUsedUp, type Holding } from './paper.ts';
import { must, same } from './paper-accounts.ts';

/**
 * Throws a `Difference` unless the core shows, after a command, exactly what the accounts on paper hold: every balance,
 * every figure of a position, and nobody open whom the mark has reached.
 */
export function compareAccounts(model: AccountModel, exchange: Exchange, command: Command): void {
  let sum = model.house.fees + model.house.insurance + model.house.rounding;
  for (const [customerId, cash] of model.cash) {
    sum += cash;
    const key = { ownerId: customerId, account: 'contract', currencyId: USDT } as const;
    const { availableMinor, frozenMinor } = exchange.balance(key);
    const frozen = model.frozen(customerId);
    same(`frozen of customer ${customerId}`, frozen, frozenMinor);
    same(`available of customer ${customerId}`, cash - frozen, availableMinor);
    compareCustomer(model, exchange, customerId);
    compareCross(model, exchange, customerId);
  }
  for (const account of ['fees', 'insurance', 'rounding'] as const) {
    const { availableMinor } = exchange.balance({ ownerId: 0, account, currencyId: USDT });
    same(`the house’s ${account}`, model.house[account], availableMinor);
  }
  const lots = { long: 0n, short: 0n };
  for (const of of model.holdings.values()) {
    lots[of.side] += of.lots;
    // What longs are worth more than shorts is what others have paid in for it.
    sum += of.side === 'long' ? -of.entry : of.entry;
  }
  same('longs and shorts', lots.long, lots.short);
  same('all money that was paid in', model.paidIn, sum);
  for (const [marketId, market] of model.markets) {
    if (model.isJudged(marketId) && !market.behind) nobodyIsLate(model, exchange, marketId, command);
  }
  for (const [id, of] of model.holdings) if (of.lots === 0n) model.holdings.delete(id);
}

function compareCustomer(model: AccountModel, exchange: Exchange, customerId: number): void {
  const views = exchange.perpetual.positionsOf(customerId);
  let open = 0;
  for (const view of views) {
    const { positionId, waitingLots, waitingMinor } = view;
    const opening = model.openings.get(positionId);
    same(`lots of order ${positionId} that wait`, opening?.lots ?? 0n, BigInt(waitingLots));
    same(`frozen for order ${positionId}`, opening ? opening.margin + opening.fee : 0n, waitingMinor);
    if (view.openedLots === view.closedLots) continue;
    open++;
    comparePosition(model, model.holdings.get(positionId), view);
  }
  const held = [...model.holdings.values()].filter(of => of.customerId === customerId && of.lots > 0n);
  same(`open positions of customer ${customerId}`, held.length, open);
  for (const { orderId, waitingLots, waitingMinor } of exchange.perpetual.ordersOf(customerId)) {
    const opening = model.openings.get(orderId);
    if (opening !== undefined) same(`lots of order ${orderId} that wait`, opening.lots, BigInt(waitingLots));
    same(`frozen for order ${orderId}`, opening ? opening.margin + opening.fee : 0n, waitingMinor);
  }
  for (const { marketId } of exchange.perpetual.contracts()) {
    const core = exchange.perpetual.exposureMinor(customerId, marketId);
    same(`exposure of customer ${customerId}`, model.exposure(customerId, marketId), core);
    const type = exchange.perpetual.marginType(customerId, marketId);
    same(`margin type of customer ${customerId}`, model.marginType(customerId, marketId), type);
    const mode = exchange.perpetual.positionMode(customerId, marketId);
    same(`position mode of customer ${customerId}`, model.mode(customerId, marketId), mode);
    const most = mode === 'net' ? 1 : mode === 'hedge' ? 2 : Infinity;
    must(model.open(customerId, marketId).length <= most, () => `too many positions for mode ${mode}`);
  }
}

/** An account at or below its maintenance stays so only while nothing can be done. */
function compareCross(model: AccountModel, exchange: Exchange, customerId: number): void {
  const core = exchange.perpetual.crossAccount(customerId, USDT);
  const own = model.carried(customerId);
  if (core === null) return same(`cross positions of customer ${customerId}`, 0, own.length);
  const equity = model.equity(customerId);
  const maintenance = model.maintenance(customerId);
  same(`equity of customer ${customerId}`, equity, core.equityMinor);
  same(`maintenance of customer ${customerId}`, maintenance, core.maintenanceMinor);
  same(`requirement of customer ${customerId}`, model.reserved(customerId), core.requiredMinor);
  if (own.length === 0 || equity > maintenance) return;
  must(
    !model.waitsCross(customerId),
    () => `orders of customer ${customerId} wait, at ${equity} of ${maintenance}`,
  );
  const late = own.find(of => !of.began && model.isJudged(of.marketId));
  must(late === undefined, () => `customer ${customerId} is liquidated late: position ${late!.id}`);
}

function comparePosition(model: AccountModel, of: Holding | undefined, view: PositionView): void {
  const { positionId } = view;
  must(of !== undefined, () => `position ${positionId} is open only in the core`);
  const what = (figure: string): string => `${figure} of position ${positionId}`;
  same(what('owner'), of.customerId, view.customerId);
  same(what('side'), of.side, view.side);
  same(what('lots'), of.lots, BigInt(view.openedLots - view.closedLots));
  same(what('entry value'), of.entry, view.entryValueMinor);
  same(what('margin'), of.margin, view.marginMinor);
  same(what('leverage'), of.multiple, BigInt(view.multiple));
  same(what('maintenance rate'), of.rate, BigInt(view.maintenancePpm));
  same(what('result'), of.realised, view.realisedMinor);
  same(what('fees'), of.fee, view.feeMinor);
  same(what('funding'), of.funding, view.fundingMinor);
  same(what('limit of top-ups'), of.topUpLimit, view.adjusted?.topUpLimitMinor ?? 0n);
  same(what('top-ups'), of.topUpUsed, view.adjusted?.topUpUsedMinor ?? 0n);
  same(what('margin type'), model.isCross(of), view.isCross ?? false);
  if (model.isCross(of)) {
    same(what('liquidation price'), null, view.liquidationE8);
    return;
  }
  if (!model.changed.has(positionId)) return;
  const market = model.markets.get(of.marketId)!;
  const isLong = of.side === 'long';
  // At the price shown, and not one hundred-millionth before it.
  const at = (price: bigint) => isReached(market, of, price);
  same(what('liquidation price'), true, isFirst(at, view.liquidationE8, isLong));
  const usedUp = (price: bigint) => isUsedUp(market, of, price);
  const { bankruptcyE8 } = view;
  // The margin still covers the bankruptcy price.
  const beyond = bankruptcyE8 === null ? null : bankruptcyE8 + (isLong ? -1 : 1);
  same(what('bankruptcy price'), true, isFirst(usedUp, beyond, isLong));
}

/** Whether something is true from this price on, down for a long and up for a short; null: at no price. */
function isFirst(is: (priceE8: bigint) => boolean, priceE8: number | null, isLong: boolean): boolean {
  if (priceE8 === null) return !is(isLong ? 1n : BigInt(Number.MAX_SAFE_INTEGER));
  const price = BigInt(priceE8);
  return (price < 1n || is(price)) && !is(price + (isLong ? 1n : -1n));
}

/** Whom the mark has reached is liquidated; what nobody took of them, nobody could. Stops have gone off, too. */
function nobodyIsLate(model: AccountModel, exchange: Exchange, marketId: number, command: Command): void {
  const market = model.markets.get(marketId)!;
  const { tickE8 } = market.contract;
  for (const of of model.holdings.values()) {
    if (of.marketId !== marketId || of.lots === 0n) continue;
    if (!model.isCross(of) && isReached(market, of, market.mark)) {
      must(of.began, () => `position ${of.id} is liquidated late: the mark is at ${market.mark}`);
      const payer = command.type === 'recordIndexTick' ? model.payerFor(of) : undefined;
      must(payer === undefined, () => `position ${of.id} stays, although position ${payer!.id} can pay`);
    }
    const { takeProfitTicks, stopLossTicks } = exchange.perpetual.position(of.id)!;
    const isLong = of.side === 'long';
    const reaches = (ticks: number | null, isAbove: boolean): boolean =>
      ticks !== null &&
      (isAbove ? market.mark >= BigInt(ticks * tickE8) : market.mark <= BigInt(ticks * tickE8));
    must(!reaches(takeProfitTicks, isLong), () => `take-profit of position ${of.id} is late`);
    must(!reaches(stopLossTicks, !isLong), () => `stop-loss of position ${of.id} is late`);
  }
}
