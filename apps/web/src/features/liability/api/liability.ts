import { queryOptions } from '@tanstack/react-query';
import type { CallOutput } from '@tallystick/protocol';
import type { PublicEvidence } from '@tallystick/verify/liability/evidence';
import { callApi } from '#lib/api-client.ts';
import { callQuery } from '#lib/call-query.ts';
import { ApiError } from '#lib/errors.ts';

/** What the exchange handed out, with the signed head of the public log; null: none covers the record yet. */
export type BalanceProof = CallOutput<'GET liability/proof'> & { readonly log: PublicEvidence | null };
export type ListedPoint = CallOutput<'GET liability/points'>['points'][number];

const POINTS = 48;
/** The largest page. */
const DEPOSITS = 100;
const REFRESH_MS = 60_000;
/** How often it is asked whether the record is signed. */
const AGAIN_MS = 3_000;

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

/** That the record is in the public log: the head that enough witnesses signed if it covers it, or else the newest. */
async function evidenceOf(number: number, signal: AbortSignal): Promise<PublicEvidence | null> {
  const head = await callApi('GET public_log/head', {}, { signal });
  const signed = [head.trusted, head.newest].find(one => one !== null && one.size >= number);
  if (!signed) return null;
  const [{ keys }, { hashes }] = await Promise.all([
    callApi('GET signed_log/keys', { log: 'public' }, { signal }),
    callApi('GET public_log/inclusion', { number, size: signed.size }, { signal }),
  ]);
  return {
    origin: head.origin,
    keys: keys.map(key => ({ public_key: key.public_key })),
    note: signed.note,
    inclusion: hashes,
  };
}

/** What the customer was owed at the point; null while there is none. Once signed, a proof never changes. */
export function balanceProofQuery(point: number | undefined) {
  return queryOptions<BalanceProof | null>({
    queryKey: ['liability/proof', point],
    enabled: point !== undefined,
    staleTime: query => (query.state.data?.log ? Infinity : 0),
    refetchInterval: query => (query.state.data?.log === null ? AGAIN_MS : false),
    queryFn: async ({ signal }) => {
      try {
        const proof = await callApi('GET liability/proof', { point: point! }, { signal });
        return { ...proof, log: await evidenceOf(proof.record.number, signal) };
      } catch (error) {
        if (error instanceof ApiError && error.code === 'not_found') return null;
        throw error;
      }
    },
  });
}
