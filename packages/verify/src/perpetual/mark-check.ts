import { e8Of, rateE8Of, writtenE8, type ContractTerms } from '../amounts.ts';
import type { LogEvidence } from '../evidence.ts';
import { checkIndex, type TrustedKeys } from '../log-checks.ts';
import type { Findings } from '../report.ts';
import { recomputeMark } from './recompute.ts';
import type { MarkInputs } from './records.ts';

/** Prices here are in 1e-8. */
export const E8_UNIT = { tickE8: 1 };

interface Marked {
  readonly market_id: number;
  readonly symbol: string;
  readonly at_ms: number;
  readonly mark_price: string;
  readonly index_price?: string;
  readonly index_tick?: number;
  readonly mark_inputs: MarkInputs | null;
}

/** The first field that names another contract, index or moment than the record's context. */
function contradiction(record: Marked, contract: ContractTerms): string | null {
  const { mark_inputs: inputs } = record;
  if (record.market_id !== contract.market_id) return 'market_id';
  if (record.symbol !== contract.symbol) return 'symbol';
  if (inputs === null) return null;
  if (record.index_price !== undefined && e8Of(record.index_price) !== e8Of(inputs.index_price)) {
    return 'index_price';
  }
  return record.index_tick !== undefined && record.index_tick !== inputs.index_tick ? 'index_tick' : null;
}

/** Inputs of the median that could change without changing the mark: they decide nothing. */
const MARK_INPUTS = [
  'at_ms',
  'last_price',
  'funding_rate_percent',
  'next_funding_at_ms',
  'funding_interval_ms',
  'basis_price',
];

/** The parts must belong together; the mark must be the median of its inputs, whose index is in the price log. */
export function checkMark(
  findings: Findings,
  record: Marked,
  at: string,
  { contract, log }: { readonly contract: ContractTerms; readonly log: LogEvidence | null },
  keys: TrustedKeys,
): string[] {
  const field = contradiction(record, contract);
  if (field !== null) findings.fail('format', 'parts_contradict', { field });
  const { mark_inputs: inputs } = record;
  if (inputs === null) {
    for (const name of ['mark', 'index', 'signature', 'inclusion'] as const) {
      findings.leave(name, 'not_recorded');
    }
    return [`${at}.mark_price`, `${at}.at_ms`];
  }
  const indexE8 = e8Of(inputs.index_price);
  const again = recomputeMark(E8_UNIT, {
    marketId: record.market_id,
    indexE8,
    indexTick: inputs.index_tick,
    fundingPriceE8: e8Of(inputs.funding_price),
    rateE8: rateE8Of(inputs.funding_rate_percent),
    nextFundingAtMs: inputs.next_funding_at_ms,
    fundingIntervalMs: inputs.funding_interval_ms,
    basisPriceE8: e8Of(inputs.basis_price),
    lastPriceTicks: inputs.last_price === null ? null : e8Of(inputs.last_price),
    atMs: inputs.at_ms,
  });
  findings.compare('mark', contract.quote.code, record.mark_price, writtenE8(again.markE8));
  if (!findings.failed('mark') && again.fundingPriceE8 !== e8Of(inputs.funding_price)) {
    const [booked, other] = [inputs.funding_price, writtenE8(again.fundingPriceE8)];
    findings.fail('mark', 'figures_differ', { booked, again: other, unit: contract.quote.code });
  }
  const { market_id: marketId } = record;
  checkIndex(
    findings,
    log,
    { tick: inputs.index_tick, marketId, priceE8: indexE8, atMs: inputs.at_ms },
    keys,
  );
  const unseen = MARK_INPUTS.map(name => `${at}.mark_inputs.${name}`);
  // Without the log, the record alone gives the tick's number and price.
  return [
    ...unseen,
    `${at}.at_ms`,
    ...(log === null ? [`${at}.mark_inputs.index_tick`, `${at}.mark_inputs.index_price`] : []),
  ];
}
