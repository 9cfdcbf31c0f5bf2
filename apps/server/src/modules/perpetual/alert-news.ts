import type { PositionView } from '@tallystick/core';
import type { WirePerpetualAlert, WirePerpetualMails } from '@tallystick/protocol';
import type { PerpetualKind } from '../outbox/texts/perpetual/text.ts';
import type { Row } from './record-store.ts';
import type { PerpetualUnits, PerpetualUnitsTable } from './units.ts';
import { netMinor } from './wire.ts';

/** One thing told: as a socket event, a notice and, if chosen, a mail. */
export interface News {
  readonly customerId: number;
  readonly kind: PerpetualKind;
  readonly mail: keyof WirePerpetualMails;
  readonly values: Readonly<Record<string, string>>;
  readonly atMs: number;
  /** None where the socket is told otherwise. */
  readonly alert: WirePerpetualAlert | null;
}

export function headOf(
  row: Row,
  view: PositionView,
  units: PerpetualUnits,
): Pick<News, 'customerId' | 'values' | 'atMs'> {
  const lots = Number(row['lots']);
  // Of a deleveraging; everything else is closed by fills.
  const valueMinor = row['value_minor'] ?? null;
  return {
    customerId: view.customerId,
    atMs: Number(row['at_ms']),
    values: {
      position: String(view.positionId),
      symbol: units.contract.symbol,
      mark: units.shownPrice(Number(row['mark_e8'])),
      lots: String(lots),
      price:
        (valueMinor === null
          ? units.averagePrice(view.closedValueMinor, view.closedLots)
          : units.averagePrice(BigInt(valueMinor), lots)) ?? '',
      profit: units.amount(netMinor(view)),
      returned: units.amount(BigInt(row['returned_minor'] ?? 0)),
    },
  };
}

export function alertOf(
  row: Row,
  view: PositionView,
  units: PerpetualUnits,
  rest: Pick<WirePerpetualAlert, 'kind' | 'amount'>,
): WirePerpetualAlert {
  const id = row['trigger_id'] ?? row['liquidation_id'] ?? row['deleveraging_id'] ?? '';
  return {
    alert_id: `${rest.kind}:${id}`,
    position_id: view.positionId,
    market_id: view.marketId,
    symbol: units.contract.symbol,
    direction: view.side,
    mark_price: units.exactPrice(Number(row['mark_e8'])),
    liquidation_price: units.exactPriceOrNull(view.liquidationE8),
    at_ms: Number(row['at_ms']),
    ...rest,
  };
}

/** Of a position that has come close to liquidation. */
export function nearNews(view: PositionView, units: PerpetualUnits, markE8: number, atMs: number): News {
  return {
    customerId: view.customerId,
    kind: 'perpetualNearLiquidation',
    mail: 'near_liquidation',
    atMs,
    values: {
      position: String(view.positionId),
      symbol: units.contract.symbol,
      mark: units.shownPrice(markE8),
      liquidation: view.liquidationE8 === null ? '' : units.shownPrice(view.liquidationE8),
    },
    alert: {
      alert_id: `near:${view.positionId}:${atMs}`,
      kind: 'near_liquidation',
      position_id: view.positionId,
      market_id: view.marketId,
      symbol: units.contract.symbol,
      direction: view.side,
      mark_price: units.exactPrice(markE8),
      liquidation_price: units.exactPriceOrNull(view.liquidationE8),
      amount: null,
      at_ms: atMs,
    },
  };
}

/** What a customer's positions in one contract received or paid. */
export function fundingAlert(
  row: Row,
  fundings: readonly Row[],
  table: PerpetualUnitsTable,
): { customerId: number; alert: WirePerpetualAlert } {
  const marketId = Number(row['market_id']);
  const units = table.of(marketId);
  const funding = fundings.find(
    one => Number(one['market_id']) === marketId && one['funding_at_ms'] === row['funding_at_ms'],
  );
  return {
    customerId: Number(row['customer_id']),
    alert: {
      alert_id: `funding:${marketId}:${funding?.['funding_id'] ?? ''}`,
      kind: 'funding',
      position_id: null,
      market_id: marketId,
      symbol: units.contract.symbol,
      direction: null,
      mark_price: units.exactPrice(Number(funding?.['mark_e8'])),
      liquidation_price: null,
      amount: units.amount(BigInt(row['amount_minor'] ?? 0)),
      at_ms: Number(row['funding_at_ms']),
    },
  };
}

/** One per customer and time, over all contracts. */
export function fundingNews(rows: readonly Row[], units: PerpetualUnitsTable): News[] {
  const sums = new Map<string, { row: Row; amountMinor: bigint; positions: number }>();
  for (const row of rows) {
    const key = `${row['customer_id']}:${row['funding_at_ms']}`;
    const sum = sums.get(key) ?? { row, amountMinor: 0n, positions: 0 };
    sum.amountMinor += BigInt(row['amount_minor'] ?? 0);
    sum.positions += Number(row['positions']);
    sums.set(key, sum);
  }
  return [...sums.values()].flatMap(({ row, amountMinor, positions }): News[] => {
    if (amountMinor === 0n) return [];
    const received = amountMinor > 0n;
    const of = units.of(Number(row['market_id']));
    return [
      {
        customerId: Number(row['customer_id']),
        kind: received ? 'perpetualFundingReceived' : 'perpetualFundingPaid',
        mail: 'funding',
        atMs: Number(row['funding_at_ms']),
        values: { amount: of.amount(received ? amountMinor : -amountMinor), positions: String(positions) },
        alert: null,
      },
    ];
  });
}
