import type { PositionView } from '@tallystick/core';
import type { WirePerpetualAlert } from '@tallystick/protocol';
import type { FeedBodies, FeedEvent } from '../../events/event.ts';
import type { PerpetualKind } from '../outbox/texts/perpetual/text.ts';
import type { PerpetualUnits, PerpetualUnitsTable } from './units.ts';
import { netMinor } from './wire.ts';

export interface News {
  /** Sequence of the event, or of the first of several. */
  readonly id: string;
  readonly customerId: number;
  readonly kind: PerpetualKind;
  readonly values: Readonly<Record<string, string>>;
  readonly atMs: number;
}

type PositionEvent = FeedEvent<
  'nearLiquidation' | 'stopCarriedOut' | 'positionLiquidated' | 'positionDeleveraged' | 'positionToppedUp'
>;

export function headOf(
  { body }: PositionEvent,
  view: PositionView,
  units: PerpetualUnits,
): Pick<News, 'customerId' | 'values'> {
  const lots = 'lots' in body ? body.lots : view.openedLots - view.closedLots;
  // Set for a deleveraging; fills close everything else.
  const price =
    'valueMinor' in body
      ? units.averagePrice(body.valueMinor, lots)
      : units.averagePrice(view.closedValueMinor, view.closedLots);
  return {
    customerId: view.customerId,
    values: {
      position: String(view.positionId),
      symbol: units.contract.symbol,
      mark: units.shownPrice(body.markE8),
      lots: String(lots),
      price: price ?? '',
      profit: units.amount(netMinor(view)),
      returned: units.amount('returnedMinor' in body ? body.returnedMinor : 0n),
    },
  };
}

/** An alert for a position close to liquidation. */
export function nearValues(body: FeedBodies['nearLiquidation'], units: PerpetualUnits): News['values'] {
  return {
    position: String(body.positionId),
    symbol: units.contract.symbol,
    mark: units.shownPrice(body.markE8),
    liquidation: body.liquidationE8 === null ? '' : units.shownPrice(body.liquidationE8),
  };
}

/** Margin that was added instead of a liquidation. */
export function topUpValues(body: FeedBodies['positionToppedUp'], units: PerpetualUnits): News['values'] {
  return {
    position: String(body.positionId),
    symbol: units.contract.symbol,
    mark: units.shownPrice(body.markE8),
    amount: units.amount(body.amountMinor),
    left: units.amount(body.leftMinor),
    liquidation: body.liquidationE8 === null ? '–' : units.shownPrice(body.liquidationE8),
  };
}

export function alertOf(
  { id, body, atMs }: PositionEvent,
  view: PositionView,
  units: PerpetualUnits,
  rest: Pick<WirePerpetualAlert, 'kind' | 'amount'>,
): WirePerpetualAlert {
  return {
    alert_id: `${rest.kind}:${id}`,
    position_id: view.positionId,
    market_id: view.marketId,
    symbol: units.contract.symbol,
    direction: view.side,
    mark_price: units.exactPrice(body.markE8),
    liquidation_price: units.exactPriceOrNull(view.liquidationE8),
    at_ms: atMs,
    ...rest,
  };
}

/** What a customer's positions in one contract received or paid. */
export interface FundingPart {
  readonly customerId: number;
  readonly amountMinor: bigint;
  readonly positions: number;
  readonly funding: FeedBodies['fundingSettled'];
}

export function fundingAlert(
  { customerId, amountMinor, funding }: FundingPart,
  table: PerpetualUnitsTable,
): { customerId: number; alert: WirePerpetualAlert } {
  const { marketId, fundingId, fundingAtMs, markE8 } = funding;
  const units = table.of(marketId);
  return {
    customerId,
    alert: {
      alert_id: `funding:${marketId}:${fundingId}`,
      kind: 'funding',
      position_id: null,
      market_id: marketId,
      symbol: units.contract.symbol,
      direction: null,
      mark_price: units.exactPrice(markE8),
      liquidation_price: null,
      amount: units.amount(amountMinor),
      at_ms: fundingAtMs,
    },
  };
}

/** One per customer and funding time, summed over all contracts. */
export function fundingNews(parts: readonly FundingPart[], units: PerpetualUnitsTable): News[] {
  const sums = new Map<string, FundingPart>();
  for (const part of parts) {
    const key = `${part.customerId}:${part.funding.fundingAtMs}`;
    const sum = sums.get(key);
    sums.set(key, {
      ...part,
      amountMinor: part.amountMinor + (sum?.amountMinor ?? 0n),
      positions: part.positions + (sum?.positions ?? 0),
    });
  }
  return [...sums.values()].flatMap(({ customerId, amountMinor, positions, funding }): News[] => {
    if (amountMinor === 0n) return [];
    const received = amountMinor > 0n;
    const of = units.of(funding.marketId);
    return [
      {
        id: `funding-${funding.marketId}-${funding.fundingId}`,
        customerId,
        kind: received ? 'perpetualFundingReceived' : 'perpetualFundingPaid',
        atMs: funding.fundingAtMs,
        values: { amount: of.amount(received ? amountMinor : -amountMinor), positions: String(positions) },
      },
    ];
  });
}
