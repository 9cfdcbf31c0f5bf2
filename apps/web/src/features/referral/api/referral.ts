import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { CallInput, CallOutput } from '@tallystick/protocol';
import { currentLanguage } from '#i18n/setup.ts';
import { callApi } from '#lib/api-client.ts';

const PAGE = 20;
/** Friends trade while the customer looks on. */
const LOOK_AGAIN_MS = 15_000;

export type Overview = CallOutput<'GET user/invite'>;
export type Invitee = CallOutput<'POST user/my_invite_list'>['items'][number];
export type Leader = CallOutput<'POST user/invite_list'>['items'][number];
export type Rebate = CallOutput<'POST user/my_account_return'>['items'][number];
export type RebateOf<K extends Rebate['kind']> = Extract<Rebate, { kind: K }>;
export type RebateView = NonNullable<CallInput<'POST user/my_account_return'>['view']>;

/** The first page follows what happens; who has read on is not pulled back. */
const whileShort = ({
  state,
}: {
  readonly state: { readonly data?: { readonly pages: readonly unknown[] } | undefined };
}) => ((state.data?.pages.length ?? 0) > 1 ? false : LOOK_AGAIN_MS);

export const overviewQuery = queryOptions({
  queryKey: ['user/invite'],
  queryFn: ({ signal }) => callApi('GET user/invite', {}, { signal }),
  refetchInterval: LOOK_AGAIN_MS,
});

/** Words to share, in the current language. */
export const shareQuery = () =>
  queryOptions({
    queryKey: ['user/my_share', currentLanguage()],
    queryFn: ({ signal }) => callApi('GET user/my_share', {}, { signal }),
  });

export const posterQuery = queryOptions({
  queryKey: ['user/my_poster'],
  queryFn: ({ signal }) => callApi('GET user/my_poster', {}, { signal }),
});

export const leadersQuery = queryOptions({
  queryKey: ['user/invite_list'],
  queryFn: ({ signal }) => callApi('POST user/invite_list', {}, { signal }),
  refetchInterval: 60_000,
});

/** People invited, newest first; level 2: by those whom the customer invited. */
export const inviteesQuery = (level: 1 | 2) =>
  infiniteQueryOptions({
    queryKey: ['user/my_invite_list', level],
    queryFn: ({ pageParam, signal }) =>
      callApi(
        'POST user/my_invite_list',
        { level, limit: PAGE, ...(pageParam ? { cursor: pageParam } : {}) },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: last => last.next_cursor,
    refetchInterval: whileShort,
  });

/** Rebates, newest first. */
export const rebatesQuery = (view: RebateView) =>
  infiniteQueryOptions({
    queryKey: ['user/my_account_return', view],
    queryFn: ({ pageParam, signal }) =>
      callApi(
        'POST user/my_account_return',
        { view, limit: PAGE, ...(pageParam ? { cursor: pageParam } : {}) },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: last => last.next_cursor,
    refetchInterval: whileShort,
  });
