import { useQuery } from '@tanstack/react-query';
import type { CallOutput } from '@tallystick/protocol';
import { callApi, readEnvelope, requestHeaders, TIMEOUT_MS } from '#lib/api-client.ts';
import { callQuery } from '#lib/call-query.ts';
import { ApiError } from '#lib/errors.ts';
import { queryClient } from '#lib/query-client.ts';

export type Recovery = CallOutput<'POST user/recovery'>;
export type Challenge = CallOutput<'POST user/recovery_begin'>;

const OWN = ['user/recovery'];

/** The recovery's state, for a ticket from a correct password. The ticket stays valid. */
export function useRecoveryState(ticket: string) {
  return useQuery({
    ...callQuery('POST user/recovery_state', { ticket }, ['user/recovery_state', ticket]),
    enabled: ticket !== '',
  });
}

/** The recovery of the logged-in customer. */
export function useOwnRecovery() {
  return useQuery({
    queryKey: OWN,
    queryFn: async ({ signal }) => (await callApi('GET user/recovery', {}, { signal })).recovery,
  });
}

export function beginRecovery(ticket: string): Promise<Challenge> {
  return callApi('POST user/recovery_begin', { ticket });
}

export interface Papers {
  readonly challenge: string;
  readonly country: string;
  readonly fullName: string;
  readonly idNumber: string;
  readonly picture: Blob;
}

/** Multipart, because of the picture. Throws {@link ApiError}. */
export async function sendPapers(papers: Papers): Promise<Recovery> {
  const form = new FormData();
  form.set('challenge', papers.challenge);
  form.set('country', papers.country);
  form.set('full_name', papers.fullName);
  form.set('id_number', papers.idNumber);
  form.set('file', papers.picture, 'live');
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  let response: Response;
  try {
    const headers = requestHeaders();
    response = await fetch('/api/user/recovery', { method: 'POST', body: form, headers, signal });
  } catch {
    throw new ApiError(signal.aborted ? 'timeout' : 'network_error', '', 0);
  }
  const reply: unknown = await response.json().catch(() => undefined);
  return readEnvelope(response.status, reply, undefined) as Recovery;
}

export async function stopRecovery(token: string): Promise<void> {
  await callApi('POST user/recovery_stop', { token });
}

export async function cancelOwnRecovery(): Promise<void> {
  await callApi('POST user/recovery_cancel', {});
  await queryClient.invalidateQueries({ queryKey: OWN });
  await queryClient.invalidateQueries({ queryKey: ['user/security'] });
}
