import type { WireContract, WireMarket } from '@tallystick/protocol/wire';
import { formatDecimal, formatPercent } from '#ui/format.ts';

const FIELDS = [
  'maker_fee_percent',
  'taker_fee_percent',
  'min_notional',
  'liquidation_fee_percent',
  'interest_percent',
  'funding_cap_percent',
  'funding_interval_hours',
] as const;

export interface ChangedTerm {
  readonly field: (typeof FIELDS)[number] | 'maintenance_percent';
  /** Text to show, with its unit. */
  readonly from: string;
  readonly to: string;
}

type Announced = NonNullable<(WireMarket | WireContract)['announced']>;

/** With all its digits. */
function percent(value: string): string {
  return formatPercent(value, { sign: 'auto', minDecimals: 0, decimals: 4 });
}

/** Announced terms that differ from the current ones, in the order of the terms. */
export function changedTerms(now: WireMarket | WireContract, announced: Announced): readonly ChangedTerm[] {
  const before = new Map<string, unknown>(Object.entries(now));
  const after = new Map<string, unknown>(Object.entries(announced));
  const shown = (field: string, value: unknown): string =>
    field.endsWith('_percent')
      ? percent(String(value))
      : field === 'min_notional'
        ? `${formatDecimal(String(value))} ${now.quote.code}`
        : `${String(value)} h`;
  const changed: ChangedTerm[] = FIELDS.filter(
    field => after.has(field) && before.get(field) !== after.get(field),
  ).map(field => ({
    field,
    from: shown(field, before.get(field)),
    to: shown(field, after.get(field)),
  }));
  if ('tiers' in now && 'tiers' in announced) {
    const [from, to] = [now.tiers, announced.tiers].map(tiers =>
      tiers.map(tier => percent(tier.maintenance_percent)).join(' · '),
    );
    if (from !== to) changed.push({ field: 'maintenance_percent', from: from!, to: to! });
  }
  return changed;
}
