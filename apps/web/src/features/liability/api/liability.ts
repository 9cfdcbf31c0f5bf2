import { queryOptions } from '@tanstack/react-query';
import type { CallOutput } from '@tallystick/protocol';
import type { PublicEvidence } from '@tallystick/verify/liability/evidence';
import { callApi } from '#lib/api-client.ts';
import { callQuery } from '#lib/call-query.ts';
import { ApiError } from '#lib/errors.ts';
import type { PublicLogTrust } from '#lib/public-log-trust.ts';

type HandedOut = CallOutput<'GET liability/proof'>;

/** What the exchange handed out, with a signed head that this device trusts; null: none covers the record yet. */
export type BalanceProof = HandedOut & { readonly log: PublicEvidence | null };
export type ListedPoint = CallOutput<'GET liability/points'>['points'][number];

const POINTS = 48;
/** The largest page. */
const DEPOSITS = 100;
const REFRESH_MS = 60_000;

export const pointsQuery = {
  ...callQuery('GET liability/points', { limit: POINTS }),
  refetchInterval: REFRESH_MS,
};

/** Of what stands beside a balance: no audit point has it by customer. */
export const besideQueries = {
  wallet: callQuery('POST wallet/list', {}, ['wallet/list']),
  deposits: {
    ...callQuery('GET charge_mention/log2', { state: 'processing', limit: DEPOSITS }),
    staleTime: 0,
  },
};

/** What the customer was owed at the point; null: it is not handed out. */
export function balanceProofQuery(point: number | undefined) {
  return queryOptions<HandedOut | null>({
    queryKey: ['liability/proof', point],
    enabled: point !== undefined,
    staleTime: query => (query.state.data ? Infinity : 0),
    queryFn: async ({ signal }) => {
      try {
        return await callApi('GET liability/proof', { point: point! }, { signal });
      } catch (error) {
        if (error instanceof ApiError && error.code === 'not_found') return null;
        throw error;
      }
    },
  });
}

/** The verifier takes no more in a file. */
const MOST_KEYS = 16;

/**
 * That the record is in the public log: the head that this device trusts, which enough witnesses have signed, and the hashes
 * between. Waits until such a head covers the record.
 */
export function evidenceQuery(number: number | undefined, trust: PublicLogTrust | null) {
  return queryOptions<PublicEvidence>({
    queryKey: ['liability/evidence', number, trust?.origin, trust?.keys],
    enabled: number !== undefined && trust !== null && trust.size >= number,
    staleTime: Infinity,
    queryFn: async ({ signal }) => {
      if (number === undefined || trust === null) throw new Error('no head covers the record yet');
      const { origin, keys, note, size } = trust;
      const { hashes } = await callApi('GET public_log/inclusion', { number, size }, { signal });
      return {
        origin,
        keys: keys.slice(-MOST_KEYS).map(key => ({ public_key: key })),
        note,
        inclusion: hashes,
      };
    },
  });
}
