import { queryOptions } from '@tanstack/react-query';
import type { CallOutput } from '@tallystick/protocol';
import type {
  WireContract,
  WireFundingPayment,
  WireFundingRate,
  WireLiquidation,
} from '@tallystick/protocol/wire';
import type { PremiumSample } from '@tallystick/verify/perpetual/records';
import type { Report } from '@tallystick/verify/report';
import { proofFile, verify } from '@tallystick/verify/verify';
import { callApi } from '#lib/api-client.ts';
import { fetchPages } from '#lib/call-query.ts';
import { fetchIndexEvidence } from '#lib/index-evidence.ts';
import type { StoryEvent } from '../model/story.ts';

/** Events the exchange decided by formula, so anybody can recompute them. */
export type ProvableEvent = Exclude<StoryEvent, { readonly kind: 'fill' }>;

export interface Proven {
  /** The proof file a customer can save. */
  readonly file: { readonly kind: string };
  readonly report: Report;
  /** The funding rate behind a funding payment; null for other events. */
  readonly rate: WireFundingRate | null;
}

const SAMPLES_AT_ONCE = 100;
/** How far apart the steps of one liquidation are looked for, and at most how many pages of them. */
const STEPS_MS = 86_400_000;
const STEPS_PAGES = 3;

/** The customer's liquidations around one: the steps of its account are among them. */
export function liquidationsAroundQuery({ liquidation_id: id, at_ms: atMs }: WireLiquidation) {
  return queryOptions({
    queryKey: ['lever/liquidations', 'around', id],
    queryFn: () =>
      fetchPages('GET lever/liquidations', { from_ms: atMs - STEPS_MS, to_ms: atMs + STEPS_MS }, STEPS_PAGES),
  });
}

/** An event's inputs, and the result of verifying it on this device. */
export function provenQuery(event: ProvableEvent, contract: WireContract) {
  return queryOptions({
    queryKey: ['lever/proof', contract.market_id, event.key],
    queryFn: ({ signal }) => prove(event, contract, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

async function prove(event: ProvableEvent, contract: WireContract, signal: AbortSignal): Promise<Proven> {
  const rate = event.kind === 'funding' ? await fetchRate(event.payment, signal) : null;
  const file = await fileOf(event, contract, rate, signal);
  return { file, report: verify(file), rate };
}

async function fileOf(
  event: ProvableEvent,
  contract: WireContract,
  rate: WireFundingRate | null,
  signal: AbortSignal,
): Promise<Proven['file']> {
  const { mark_inputs: inputs } = rate ?? recordOf(event);
  const log = inputs === null ? null : await fetchIndexEvidence(inputs.index_tick, signal);
  const parts = { contract, log };
  switch (event.kind) {
    case 'funding': {
      const samples = await fetchSamples(rate!, signal);
      return proofFile('funding', { ...parts, record: event.payment, rate: rate!, samples });
    }
    case 'liquidation':
      return proofFile('liquidation', { ...parts, record: event.liquidation });
    case 'trigger':
      return proofFile('trigger', { ...parts, record: event.trigger });
    case 'topup':
      return proofFile('topup', { ...parts, record: event.topUp });
    case 'deleveraging':
      return proofFile('deleveraging', { ...parts, record: event.deleveraging });
    case 'offset':
      return proofFile('offset', { ...parts, record: event.offset });
  }
}

/** A payment has no inputs of its own. Those of its funding rate apply. */
function recordOf(event: ProvableEvent): { readonly mark_inputs: WireFundingRate['mark_inputs'] } {
  switch (event.kind) {
    case 'funding':
      return { mark_inputs: null };
    case 'liquidation':
      return event.liquidation;
    case 'trigger':
      return event.trigger;
    case 'topup':
      return event.topUp;
    case 'deleveraging':
      return event.deleveraging;
    case 'offset':
      return event.offset;
  }
}

/** The funding rate of a payment, with the inputs it was computed from. */
async function fetchRate(payment: WireFundingPayment, signal: AbortSignal): Promise<WireFundingRate> {
  const { market_id, funding_id, at_ms } = payment;
  const input = { market_id, from_ms: at_ms, to_ms: at_ms + 1, limit: 1 };
  const { items } = await callApi('GET lever/funding_history', input, { signal });
  const rate = items.find(one => one.funding_id === funding_id);
  if (rate === undefined) throw new RangeError(`no funding ${funding_id}`);
  return rate;
}

/** The interval's samples, one per minute; null unless they are exactly those averaged in the rate. */
async function fetchSamples(
  { market_id, at_ms: endMs, samples: count, mark_inputs: inputs }: WireFundingRate,
  signal: AbortSignal,
): Promise<readonly PremiumSample[] | null> {
  if (inputs === null) return null;
  const range = { market_id, from_ms: endMs - inputs.funding_interval_ms + 1, to_ms: endMs + 1 };
  const samples: PremiumSample[] = [];
  for (let cursor: string | null = ''; cursor !== null && samples.length <= count;) {
    const page: CallOutput<'GET lever/premiums'> = await callApi(
      'GET lever/premiums',
      { ...range, limit: SAMPLES_AT_ONCE, ...(cursor === '' ? {} : { cursor }) },
      { signal },
    );
    samples.push(...page.items);
    cursor = page.next_cursor;
  }
  return samples.length === count ? samples : null;
}
