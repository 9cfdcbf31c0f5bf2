import type { AskedOfOrder } from './instructions.ts';
import type { PerpetualReader } from './reader.ts';

type Line = (...fields: (string | number | bigint | boolean | null | undefined)[]) => string;

/** Contracts and live positions as lines: see docs/auditing.md. */
export function* perpetualLines(
  perpetual: PerpetualReader,
  customerIds: readonly number[],
  line: Line,
): Generator<string> {
  for (const contract of perpetual.contracts()) {
    const { marketId } = contract;
    const funding = perpetual.funding(marketId);
    yield line(
      'contract',
      marketId,
      contract.tickSize,
      contract.lotSize,
      contract.makerFeePpm,
      contract.takerFeePpm,
      contract.priceBandPpm,
      contract.fundingIntervalMs,
      contract.interestPpm,
      contract.fundingCapPpm,
      contract.staleAfterMs,
      contract.liquidationFeePpm,
      perpetual.status(marketId),
      perpetual.mark(marketId)?.markE8,
      perpetual.lastPriceTicks(marketId),
      perpetual.openInterestLots(marketId),
      funding?.nextFundingAtMs,
      funding?.rateE8,
      funding?.samples,
    );
  }
  for (const customerId of customerIds) {
    for (const { marketId } of perpetual.contracts()) {
      const mode = perpetual.positionMode(customerId, marketId);
      if (mode !== 'each') yield line('positionMode', customerId, marketId, mode);
    }
    for (const order of perpetual.ordersOf(customerId)) {
      yield line(
        'contractOrder',
        order.orderId,
        order.customerId,
        order.marketId,
        order.side,
        order.reduceOnly,
        order.orderType,
        order.multiple,
        order.lots,
        order.priceTicks,
        order.waitingLots,
        order.waitingMinor,
        order.filledLots,
        order.filledValueMinor,
        order.feeMinor,
        order.realisedMinor,
        order.placedAtMs,
      );
      yield* askedLines(order.orderId, order.asked, line);
    }
    for (const one of perpetual.positionsOf(customerId)) {
      const { closing } = one;
      yield line(
        'position',
        one.positionId,
        one.customerId,
        one.marketId,
        one.side,
        one.orderType,
        one.multiple,
        one.maintenancePpm,
        one.lots,
        one.priceTicks,
        one.status,
        one.waitingLots,
        one.waitingMinor,
        one.openingEndReason,
        one.openedLots,
        one.openedValueMinor,
        one.closedLots,
        one.closedValueMinor,
        one.entryValueMinor,
        one.marginMinor,
        one.addedMarginMinor,
        one.realisedMinor,
        one.feeMinor,
        one.liquidationFeeMinor,
        one.fundingMinor,
        one.insurancePaidMinor,
        one.liquidationE8,
        one.bankruptcyE8,
        one.takeProfitTicks,
        one.stopLossTicks,
        one.triggered,
        closing === null ? null : `${closing.orderId}:${closing.priceTicks}:${closing.lots}`,
        one.placedAtMs,
        one.openedAtMs,
      );
      if (one.adjusted !== undefined) {
        const { removedMarginMinor, topUpLimitMinor, topUpUsedMinor } = one.adjusted;
        yield line('margin', one.positionId, removedMarginMinor, topUpLimitMinor, topUpUsedMinor);
      }
      yield* askedLines(one.positionId, one.asked, line);
    }
    for (const { marketId } of perpetual.contracts()) {
      const { multiple, topUpLimitMinor } = perpetual.choice(customerId, marketId);
      if (multiple === null && topUpLimitMinor === 0n) continue;
      yield line('choice', customerId, marketId, multiple, topUpLimitMinor);
    }
  }
}

function* askedLines(id: number, asked: AskedOfOrder | undefined, line: Line): Generator<string> {
  if (asked === undefined) return;
  const { timeInForce, selfTrade, ifUnfillable, expiresAtMs, guarded = false } = asked.instructions;
  yield line('asked', id, timeInForce, selfTrade, ifUnfillable, expiresAtMs, guarded, asked.preventedLots);
}
