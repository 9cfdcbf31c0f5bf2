import { queryOptions } from '@tanstack/react-query';
import type { CallInput, CallOutput } from '@tallystick/protocol';
import { currentLanguage } from '#i18n/setup.ts';
import { callQuery, pagesQuery } from '#lib/call-query.ts';

const PAGE = 20;
/** Refetched at this interval, as friends keep trading. */
const LOOK_AGAIN_MS = 15_000;

export type Overview = CallOutput<'GET user/invite'>;
export type Invitee = CallOutput<'POST user/my_invite_list'>['items'][number];
export type Leader = CallOutput<'POST user/invite_list'>['items'][number];
export type Rebate = CallOutput<'POST user/my_account_return'>['items'][number];
export type RebateOf<K extends Rebate['kind']> = Extract<Rebate, { kind: K }>;
export type RebateView = NonNullable<CallInput<'POST user/my_account_return'>['view']>;

/** Refetches while only the first page is loaded, so that a reader of later pages does not lose the place. */
const whileShort = ({
  state,
}: {
  readonly state: { readonly data?: { readonly pages: readonly unknown[] } | undefined };
}) => ((state.data?.pages.length ?? 0) > 1 ? false : LOOK_AGAIN_MS);

export const overviewQuery = queryOptions({
  ...callQuery('GET user/invite', {}),
  refetchInterval: LOOK_AGAIN_MS,
});

/** Words to share, in the current language. */
export const shareQuery = () => callQuery('GET user/my_share', {}, ['user/my_share', currentLanguage()]);

export const posterQuery = callQuery('GET user/my_poster', {});

export const leadersQuery = queryOptions({
  ...callQuery('POST user/invite_list', {}),
  refetchInterval: 60_000,
});

/** Invited people, newest first. Level 2: invited by those the customer invited. */
export const inviteesQuery = (level: 1 | 2) => ({
  ...pagesQuery('POST user/my_invite_list', { level, limit: PAGE }, ['user/my_invite_list', level]),
  refetchInterval: whileShort,
});

/** Rebates, newest first. */
export const rebatesQuery = (view: RebateView) => ({
  ...pagesQuery('POST user/my_account_return', { view, limit: PAGE }, ['user/my_account_return', view]),
  refetchInterval: whileShort,
});
