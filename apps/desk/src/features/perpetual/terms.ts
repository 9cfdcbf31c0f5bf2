import type { DeskOutput } from '@tallystick/protocol/desk';
import { wholeOf } from '#lib/format.ts';
import { readLines, type Read } from '#lib/read-lines.ts';

export type Contract = DeskOutput<'GET desk/perpetuals'>['items'][number]['contract'];
type Tier = Contract['tiers'][number];

/** The terms that are one line of text each. */
export const PLAIN_TERMS = [
  'maker_fee_percent',
  'taker_fee_percent',
  'price_band_percent',
  'liquidation_fee_percent',
  'interest_percent',
  'funding_cap_percent',
  'max_customer_value',
] as const satisfies readonly (keyof Contract)[];
export const WHOLE_TERMS = ['funding_interval_hours', 'max_order_lots', 'max_open_interest_lots'] as const;

export type Draft = Readonly<
  Record<(typeof PLAIN_TERMS)[number] | (typeof WHOLE_TERMS)[number] | 'multiples' | 'tiers', string>
>;

const AMOUNT = /^\d{1,20}(\.\d{1,18})?$/;
const PERCENT = /^\d{1,3}(\.\d{1,4})?$/;

export function draftOf(contract: Contract): Draft {
  return {
    ...(Object.fromEntries(PLAIN_TERMS.map(name => [name, contract[name]])) as Record<
      (typeof PLAIN_TERMS)[number],
      string
    >),
    funding_interval_hours: String(contract.funding_interval_hours),
    max_order_lots: String(contract.max_order_lots),
    max_open_interest_lots: String(contract.max_open_interest_lots),
    multiples: contract.multiples.join(' '),
    tiers: contract.tiers
      .map(tier => `${tier.up_to_value} ${tier.max_multiple} ${tier.maintenance_percent}`)
      .join('\n'),
  };
}

/** The contract's terms in the shape of a proposal, or the line that cannot be read. */
export function changeOf(
  marketId: number,
  draft: Draft,
): { readonly change: Readonly<Record<string, unknown>> } | { readonly line: string } {
  const tiers = readTiers(draft.tiers);
  if ('line' in tiers) return tiers;
  const multiples = draft.multiples.split(/[\s,]+/).filter(text => text !== '');
  const numbers = multiples.map(wholeOf);
  if (numbers.length === 0 || numbers.some(number => number === null)) return { line: draft.multiples };
  return {
    change: {
      market_id: marketId,
      ...Object.fromEntries(PLAIN_TERMS.map(name => [name, draft[name]])),
      ...Object.fromEntries(WHOLE_TERMS.map(name => [name, wholeOf(draft[name]) ?? 0])),
      multiples: numbers,
      tiers: tiers.items,
    },
  };
}

/** `50000 100 0.5`: exposure limit of the tier, its highest leverage, and the maintenance rate in percent. */
function readTiers(text: string): Read<Tier> {
  return readLines(text, ([value = '', multiple = '', percent = '', ...more]) => {
    const max = wholeOf(multiple);
    if (!AMOUNT.test(value) || max === null || !PERCENT.test(percent) || more.length > 0) return null;
    return { up_to_value: value, max_multiple: max, maintenance_percent: percent };
  });
}
