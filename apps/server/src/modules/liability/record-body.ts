import type { RecordBody } from '@tallystick/verify/public-log/records';
import type { AuditPoint, LiabilityTotal } from './audit-points.ts';
import type { OwedTotal } from './totals.ts';

export type LiabilitiesBody = RecordBody<'liabilities'>;

/** What the public log says of a point. A currency nobody holds has no tree. */
export function liabilitiesBody(
  point: Pick<AuditPoint, 'number' | 'sequence' | 'atMs'>,
  totals: readonly LiabilityTotal[],
): LiabilitiesBody {
  return {
    point: point.number,
    sequence: point.sequence,
    at_ms: point.atMs,
    tree: totals.flatMap(({ root, code, decimals, totalMinor, leaves }) =>
      root === null
        ? []
        : [{ currency: code, decimals, root: root.toString('hex'), total: String(totalMinor), leaves }],
    ),
    beside: totals.flatMap(besideOf),
  };
}

/** The same of a journal: without roots, which follow from secret salts, and deposits the ledger has not booked. */
export function figuresInJournal(totals: readonly OwedTotal[]): string[] {
  return [
    ...totals.map(({ code, decimals, totalMinor }) => ({ code, decimals, name: 'total', minor: totalMinor })),
    ...totals.flatMap(({ code, decimals, houseMinor, unrealisedMinor, owedByCustomersMinor }) => [
      { code, decimals, name: 'house', minor: houseMinor },
      { code, decimals, name: 'unrealised_profit', minor: unrealisedMinor ?? 0n },
      { code, decimals, name: 'owed_by_customers', minor: owedByCustomersMinor },
    ]),
  ]
    .filter(({ minor }) => minor !== 0n)
    .map(({ code, decimals, name, minor }) => `${code} ${decimals} ${name} ${minor}`)
    .toSorted();
}

/** What a record says of those. */
export function figuresInRecord({ tree, beside }: Pick<LiabilitiesBody, 'tree' | 'beside'>): string[] {
  return [...tree.map(one => ({ ...one, name: 'total' })), ...beside]
    .filter(({ name, total }) => name !== 'pending_deposits' && total !== '0')
    .map(({ currency, decimals, name, total }) => `${currency} ${decimals} ${name} ${total}`)
    .toSorted();
}

function besideOf({ code, decimals, ...total }: LiabilityTotal): LiabilitiesBody['beside'] {
  const amounts = [
    ['house', total.houseMinor],
    ['pending_deposits', total.pendingDepositsMinor],
    ['unrealised_profit', total.unrealisedMinor ?? 0n],
    ['owed_by_customers', total.owedByCustomersMinor],
  ] as const;
  return amounts.flatMap(([name, minor]) =>
    minor === 0n ? [] : [{ currency: code, decimals, name, total: String(minor) }],
  );
}
