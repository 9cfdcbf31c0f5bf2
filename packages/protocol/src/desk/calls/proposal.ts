import { z } from 'zod';
import { deskCallsOf } from '../desk-call.ts';
import { reason } from '../../text.ts';
import * as f from '../../fields.ts';

export const PROPOSAL_KINDS = [
  'market',
  'market_status',
  'perpetual',
  'perpetual_status',
  'setting',
  'notice',
  'operator',
  'option',
  'launch_offer',
  'launch_cancel',
  'trust_product',
  'house_funds',
  'clock',
  'goodwill',
  'deposit_reversal',
  'reversal_review',
  'referral_terms',
  'referral_resume',
  'article',
  'dust_terms',
  'company_account',
  'profit_withdrawal',
  'books_close',
  'bank_statement',
] as const;
export type ProposalKindName = (typeof PROPOSAL_KINDS)[number];
export const PROPOSAL_STATES = ['pending', 'applying', 'applied', 'rejected', 'withdrawn', 'failed'] as const;

const kind = z.enum(PROPOSAL_KINDS);
const person = z.object({ id: z.number(), name: z.string() });

export const proposal = z.object({
  id: z.number(),
  kind,
  /** What it changes, e.g. `market:1`, `setting:bank`. */
  subject: z.string(),
  /** As it was when proposed; null for something new. */
  before: z.unknown(),
  /** As it is to be; null to remove it. */
  after: z.unknown(),
  note: z.string(),
  /** `applying`: confirmed and on its way into the exchange. `failed`: the exchange refused it. */
  state: z.enum(PROPOSAL_STATES),
  failure: z.string().nullable(),
  made_by: person,
  made_at_ms: z.number(),
  decided_by: person.nullable(),
  decided_at_ms: z.number().nullable(),
  decision_note: z.string(),
  /** Whether the caller may confirm or reject it, and whether they may withdraw it. */
  may_decide: z.boolean(),
  /** Why the caller cannot confirm it despite the right: they are no second person to its maker. */
  blocked: z
    .object({
      code: z.enum(['second_person_waiting', 'second_person_related']),
      /** Null: for ever. */
      until_ms: z.number().nullable(),
    })
    .nullable(),
  may_withdraw: z.boolean(),
});

export const proposalCalls = deskCallsOf({
  'GET desk/proposals': {
    summary: 'Proposed changes, newest first',
    permission: 'proposal.read',
    input: z.object({
      state: z.enum(['open', 'closed']).default('open'),
      kind: kind.optional(),
      ...f.paging,
    }),
    output: f.page(proposal).extend({ open_count: z.number() }),
  },
  'POST desk/propose': {
    summary: 'Propose a change. It counts once somebody else with the right confirms it',
    permission: 'kind',
    input: z.object({
      kind,
      /** The shape belongs to the kind: see packages/protocol/src/desk/changes.ts. */
      change: z.record(z.string(), z.unknown()),
      note: reason,
    }),
    output: proposal,
    errors: [
      'operator_forbidden',
      'nothing_changed',
      'not_found',
      'email_invalid',
      'contact_taken',
      'invalid_market',
      'invalid_option_terms',
      'unknown_market',
      'proposal_outdated',
      'profit_bound',
      'profit_unproven',
      'month_not_closable',
    ],
  },
  'POST desk/proposal_decide': {
    summary: 'Confirm or reject somebody else’s proposal, or withdraw an own one',
    permission: 'kind',
    input: z.object({
      id: f.id,
      decision: z.enum(['confirm', 'reject', 'withdraw']),
      /** Needed to reject. */
      note: z.string().max(0).or(reason).default(''),
    }),
    output: z.object({ proposal }),
    errors: [
      'not_found',
      'operator_forbidden',
      'same_operator',
      'second_person_waiting',
      'second_person_related',
      'already_decided',
      'proposal_outdated',
      'reason_required',
    ],
  },
});
