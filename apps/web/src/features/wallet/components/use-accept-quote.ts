import type { WireConversion } from '@tallystick/protocol/wire';
import { defineIdempotentCall, type IdempotentCall } from '#lib/idempotent-call.ts';
import { queryClient } from '#lib/query-client.ts';
import { useSubmit, type Submit } from '#lib/use-submit.ts';
import { acceptQuote } from '../api/convert.ts';

interface Acceptance {
  /** What the customer wants, as text. It stays the same while quotes are renewed. */
  readonly wish: string;
  readonly quote: string;
}

function accepting(kind: 'accept' | 'dust'): IdempotentCall<Acceptance, WireConversion> {
  return defineIdempotentCall(
    `POST convert/${kind}`,
    ({ quote }, key) => acceptQuote(queryClient, kind, quote, key),
    ({ wish }) => wish,
  );
}

const KINDS = { accept: accepting('accept'), dust: accepting('dust') };

/**
 * Accepts the quote shown when pressed. While the outcome is unknown, another press asks
 * again about the same quote, and gets the first answer or that the quote has expired.
 */
export function useAcceptQuote(
  kind: 'accept' | 'dust',
  onDone: (conversion: WireConversion) => void,
): Submit<Acceptance> {
  return useSubmit(KINDS[kind], { onDone });
}
