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

/** The proof of one of the customer's options. While it is not signed yet: null, and asks again. */
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
    // A proof never changes, so it is fetched only once.
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
  // A key is listed only after its first signature.
  const isSigned = log.keys.length > 0;
  return { log, checkpoint: isSigned ? await callApi('GET price_log/checkpoint', {}, { signal }) : null };
}

export const logHeadQuery = queryOptions({
  queryKey: ['price-log', 'head'],
  queryFn: ({ signal }) => fetchHead(signal),
});

export const archivesQuery = callQuery('GET price_log/archives', { limit: 20 }, ['price-log', 'archives']);

/** Goodwill payments to customers for the exchange's mistakes. */
export const goodwillQuery = callQuery('GET goodwill/totals', {}, ['goodwill', 'totals']);

/** The house's profit on its way out, newest first. */
export const profitQuery = callQuery('GET company/profit_withdrawals', { limit: 20 }, ['company', 'profit']);

/** A tick with the hash before it, and its inclusion proof if the signed head covers it; null if missing. */
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
    // Keeps the unsigned tick on screen until its first signed version is loaded.
    placeholderData: (before, query) => (query?.queryKey[2] === number ? before : undefined),
  });
}

export async function fetchGrowth(from: number, to: number): Promise<readonly string[]> {
  if (from === to) return [];
  return (await callApi('GET price_log/consistency', { from, to })).hashes;
}
