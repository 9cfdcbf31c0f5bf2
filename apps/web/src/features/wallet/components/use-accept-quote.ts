import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import type { WireConversion } from '@tallystick/protocol/wire';
import { ApiError } from '#lib/errors.ts';
import { useGuardedSubmit, type GuardedSubmit } from '#lib/use-guarded-submit.ts';
import { acceptQuote } from '../api/convert.ts';

/**
 * Accepts the quote that stands there when it is pressed. While it is not known what became of it, a further press asks
 * again about the same quote with the same key: it gets the first answer, or hears that the quote is over.
 */
export function useAcceptQuote(
  kind: 'accept' | 'dust',
  quote: string | undefined,
  onDone: (conversion: WireConversion) => void,
): GuardedSubmit & { readonly isUnsure: boolean } {
  const client = useQueryClient();
  const sent = useRef<{ readonly key: string; readonly quote: string }>(undefined);
  const guarded = useGuardedSubmit(async key => {
    if (sent.current?.key !== key) sent.current = quote === undefined ? undefined : { key, quote };
    if (sent.current === undefined) return;
    onDone(await acceptQuote(client, kind, sent.current.quote, key));
  });
  const { error } = guarded;
  return { ...guarded, isUnsure: error instanceof ApiError && error.isTransient };
}
