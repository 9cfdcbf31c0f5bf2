import { queryOptions } from '@tanstack/react-query';
import type { CallInput, CallOutput, WireTrustOrder } from '@tallystick/protocol';
import type { Report } from '@tallystick/verify/report';
import type { TrustParts } from '@tallystick/verify/trust';
import { proofFile, verify } from '@tallystick/verify/verify';
import { callApi } from '#lib/api-client.ts';

type Entry = TrustParts['entries'][number];

export interface Proven {
  /** The proof file a customer can save. */
  readonly file: { readonly kind: string };
  readonly report: Report;
}

const ENTRIES_AT_ONCE = 100;

/** A deposit with its ledger entries, and the result of verifying them on this device. */
export function provenQuery(order: WireTrustOrder) {
  return queryOptions({
    // Each paid day makes a new file.
    queryKey: ['lh/deposit', 'proof', order.order_id, order.state, order.paid_days],
    queryFn: ({ signal }) => prove(order, signal),
  });
}

async function prove(order: WireTrustOrder, signal: AbortSignal): Promise<Proven> {
  const [interest, redemption] = await Promise.all([
    entriesOf(order, 'trust_interest', signal),
    order.state === 'redeemed' ? entriesOf(order, 'trust_redemption', signal) : [],
  ]);
  // The order was read before the entries, so payments of a newer day are left out.
  const paid = interest.filter(one => one.at_ms < (order.next_payment_at_ms ?? Number.POSITIVE_INFINITY));
  const file = proofFile('trust', { order, entries: [...paid, ...redemption] });
  return { file, report: verify(file) };
}

/** The customer's ledger entries for the order with this reason. */
async function entriesOf(
  order: WireTrustOrder,
  reason: 'trust_interest' | 'trust_redemption',
  signal: AbortSignal,
): Promise<Entry[]> {
  const input: CallInput<'POST wallet/legal_log'> = {
    account: 'trust',
    currency_id: String(order.currency.id),
    reason,
    from_ms: order.starts_at_ms,
    limit: ENTRIES_AT_ONCE,
  };
  const found: Entry[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const page: CallOutput<'POST wallet/legal_log'> = await callApi(
      'POST wallet/legal_log',
      { ...input, ...(cursor === '' ? {} : { cursor }) },
      { signal },
    );
    const own = page.items.filter(({ reference }) => reference === `trust:${order.order_id}`);
    found.push(...own.map(one => ({ ...one, account: 'trust' as const, reason })));
    cursor = page.next_cursor;
  }
  return found;
}
