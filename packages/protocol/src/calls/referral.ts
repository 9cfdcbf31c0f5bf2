import { z } from 'zod';
import { callsOf } from '../call.ts';
import * as f from '../fields.ts';
import { LANGUAGES } from '../languages.ts';
import { POSTER_DESIGNS } from '../poster-designs.ts';

const amount = z.object({
  currency: z.string(),
  amount: z.string(),
  /** Worth in USDT at last prices, truncated; null where no price leads there. */
  value_usdt: z.string().nullable(),
});

/** A promoter’s part of each trading fee, in percent of the fee. */
const ratios = z.object({
  first_percent: z.string(),
  /** For those whom the invited ones invite; `0`: only one level. */
  second_percent: z.string(),
});

/** Where a friend registers. The code stands before the `#`, or within the route for those who cut addresses there. */
const invitation = {
  code: z.string(),
  /** Without a host if the server does not know its public address. */
  link: z.string(),
  hash_link: z.string(),
};

const words = z.object({ title: z.string(), text: z.string(), action: z.string() });

export const rebateFill = z.object({
  kind: z.literal('fill'),
  rebate_id: z.string(),
  /** The posting that took the fee, and this part from it. */
  posting_id: z.number(),
  line: z.enum(['spot', 'perpetual']),
  trade_id: z.number(),
  role: z.enum(['maker', 'taker']),
  level: z.number(),
  /** Masked. */
  person: z.string(),
  currency: z.string(),
  fee: z.string(),
  ratio_percent: z.string(),
  amount: z.string(),
  at_ms: z.number(),
  /** False until the settlement that pays it. */
  settled: z.boolean(),
});

const rebateDay = z.object({
  kind: z.literal('day'),
  /** Begin of the UTC day. */
  day_ms: z.number(),
  fills: z.number(),
  people: z.number(),
  amounts: z.array(amount),
  value_usdt: z.string().nullable(),
});

const rebatePerson = z.object({
  kind: z.literal('person'),
  person: z.string(),
  level: z.number(),
  fills: z.number(),
  amounts: z.array(amount),
  value_usdt: z.string().nullable(),
  last_day_ms: z.number(),
});

const rebateSettlement = z.object({
  kind: z.literal('settlement'),
  posting_id: z.number(),
  currency: z.string(),
  amount: z.string(),
  /** Everything that had come in by then. */
  until_ms: z.number(),
  at_ms: z.number(),
});

export const leader = z.object({
  rank: z.number(),
  /** Masked. */
  name: z.string(),
  /** Of everything ever earned, at last prices. */
  value_usdt: z.string(),
  own: z.boolean(),
});

export const invitee = z.object({
  /** Masked. */
  person: z.string(),
  level: z.number(),
  registered_at_ms: z.number(),
  verified: z.boolean(),
  traded: z.boolean(),
  amounts: z.array(amount),
  value_usdt: z.string().nullable(),
});

export const referralCalls = callsOf('referral', {
  'GET user/invite': {
    summary: 'The promoter’s page: code, number promoted, earnings, what is pending, ratio and rank',
    output: z.object({
      ...invitation,
      /** Where rebates go: the customer’s own spot account, named as others may see it. */
      account: z.string(),
      /** False: stopped by the desk. What was earned before is still paid. */
      earning: z.boolean(),
      /** The account is frozen: pending rebates wait until it no longer is. */
      frozen: z.boolean(),
      ratios,
      /** Lower ones that were announced; null if none were. */
      announced: ratios.extend({ effective_at_ms: z.number() }).nullable(),
      promoted: z.number(),
      promoted_second: z.number(),
      /** Everything ever earned, and its worth now; null where a part of it has no price. */
      earned: z.array(amount),
      earned_usdt: z.string().nullable(),
      earned_btc: z.string().nullable(),
      pending: z.array(amount),
      pending_usdt: z.string().nullable(),
      settled_usdt: z.string().nullable(),
      /** The end of the hour: what is pending then is paid. */
      settles_at_ms: z.number(),
      /** Null: nothing was earned yet. */
      rank: z.number().nullable(),
    }),
  },
  'GET user/my_share': {
    summary: 'Code, link and words to share',
    output: z.object({ ...invitation, ...words.shape }),
  },
  'GET user/my_poster': {
    summary: 'What a poster is made of: designs, link and words in every language',
    output: z.object({
      ...invitation,
      designs: z.array(z.enum(POSTER_DESIGNS)),
      texts: z.record(z.enum(LANGUAGES), words),
      ratios,
    }),
  },
  'POST user/invite_list': {
    summary: 'The ten who earned the most, masked, and where the customer stands',
    output: z.object({
      items: z.array(leader),
      /** Null: nothing was earned yet, or the account does not take part. */
      own: leader.nullable(),
      at_ms: z.number(),
    }),
  },
  'POST user/my_invite_list': {
    summary: 'People invited, newest first: who registered, was verified, has traded, and what came of it',
    input: z.object({
      /** 2: those whom the invited ones invited. */
      level: f.whole(1, 2).default(1),
      ...f.paging,
    }),
    output: f.page(invitee),
  },
  'POST user/my_account_return': {
    summary: 'Rebates: fill by fill with the fee each comes from, by day, by person, and as they were paid',
    input: z.object({
      view: z.enum(['fills', 'days', 'people', 'settlements']).default('fills'),
      ...f.paging,
    }),
    output: f.page(z.discriminatedUnion('kind', [rebateFill, rebateDay, rebatePerson, rebateSettlement])),
  },
});
