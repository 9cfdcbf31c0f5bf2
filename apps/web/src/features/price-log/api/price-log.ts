import { queryOptions } from '@tanstack/react-query';
import type { WireCheckpoint } from '@tallystick/protocol/wire';
import type { CallOutput } from '@tallystick/protocol';
import { callApi } from '#lib/api-client.ts';
import { callQuery } from '#lib/call-query.ts';
import { ApiError } from '#lib/errors.ts';

const AGAIN_MS = 2_000;

function isNotSigned(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'not_yet_signed';
}

/** The proof of an option of the customer's own; null while a signature is still to come, and then asks again. */
export function proofQuery(optionId: number) {
  return queryOptions({
    queryKey: ['proof', optionId],
    queryFn: async ({ signal }) => {
      try {
        return (await callApi('GET microtrade/proof', { option_id: optionId }, { signal })).proof;
      } catch (error) {
        if (isNotSigned(error)) return null;
        throw error;
      }
    },
    // What was fetched is checked as it is; asking again would not make it more or less true.
    staleTime: query => (query.state.data ? Infinity : 0),
    refetchInterval: query => (query.state.data === null ? AGAIN_MS : false),
  });
}

export interface LogHead {
  readonly log: CallOutput<'GET price_log/keys'>;
  /** Null until the first signature. */
  readonly checkpoint: WireCheckpoint | null;
}

async function fetchHead(signal: AbortSignal): Promise<LogHead> {
  const log = await callApi('GET price_log/keys', {}, { signal });
  // A key is listed from its first signature on.
  const isSigned = log.keys.length > 0;
  return { log, checkpoint: isSigned ? await callApi('GET price_log/checkpoint', {}, { signal }) : null };
}

export const logHeadQuery = queryOptions({
  queryKey: ['price-log', 'head'],
  queryFn: ({ signal }) => fetchHead(signal),
});

export const archivesQuery = callQuery('GET price_log/archives', { limit: 20 }, ['price-log', 'archives']);

/** What the house has paid customers for its mistakes. */
export const goodwillQuery = callQuery('GET goodwill/totals', {}, ['goodwill', 'totals']);

/** A tick with the hash before it, and the way from it to the signed head if that covers it; null if there is none. */
export function tickQuery(number: number, signedSize: number) {
  return queryOptions({
    queryKey: ['price-log', 'tick', number, number <= signedSize ? signedSize : 0],
    queryFn: async ({ signal }) => {
      const page = await callApi('GET price_log/ticks', { from: number, limit: 1 }, { signal });
      const [tick] = page.ticks;
      if (tick === undefined) return null;
      const isSigned = number <= signedSize;
      const proof = isSigned
        ? await callApi('GET price_log/inclusion', { number, size: signedSize }, { signal })
        : null;
      return { previousHash: page.previous_hash, tick, inclusion: proof?.hashes ?? null };
    },
    staleTime: Infinity,
    // What is shown while no signature covers it stands until the first one is checked.
    placeholderData: (before, query) => (query?.queryKey[2] === number ? before : undefined),
  });
}

export async function fetchGrowth(from: number, to: number): Promise<readonly string[]> {
  if (from === to) return [];
  return (await callApi('GET price_log/consistency', { from, to })).hashes;
}
