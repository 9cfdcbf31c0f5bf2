import type { WireConversion } from '@tallystick/protocol/wire';
import { defineIdempotentCall, type IdempotentCall } from '#lib/idempotent-call.ts';
import { queryClient } from '#lib/query-client.ts';
import { useSubmit, type Submit } from '#lib/use-submit.ts';
import { acceptQuote } from '../api/convert.ts';

interface Acceptance {
  /** What is wished, in words of the form; quotes of it come and go. */
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
 * Accepts the quote that stands there when it is pressed. While it is not known what became of it, a further press asks
 * again about the same quote: it gets the first answer, or hears that the quote is over.
 */
export function useAcceptQuote(
  kind: 'accept' | 'dust',
  onDone: (conversion: WireConversion) => void,
): Submit<Acceptance> {
  return useSubmit(KINDS[kind], { onDone });
}
