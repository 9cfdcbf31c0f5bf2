import { z } from 'zod';
import { deskCallsOf } from '../desk-call.ts';
import { lines } from '../../text.ts';
import * as f from '../../fields.ts';

export const QUEUES = [
  'identity',
  'deposit',
  'withdrawal',
  'custody',
  'reconciliation',
  'compliance',
  'recovery',
  'ticket',
  'feedback',
] as const;
export const queueName = z.enum(QUEUES);

export const queueItem = z.object({
  id: z.number(),
  /** Null: a visitor. */
  customer_id: z.number().nullable(),
  /** Masked. */
  customer: z.string(),
  /** What it is, in a few words the desk shows as they are, e.g. `BTC · ERC20`, `Advanced`. */
  title: z.string(),
  /** A decimal in units; null where there is none. */
  amount: z.string().nullable(),
  currency: z.string().nullable(),
  /** One of the queue’s states. */
  state: z.string(),
  /** Needs a closer look, e.g. `duplicate_voucher`: a key of the desk's texts. */
  flags: z.array(z.string()),
  created_at_ms: z.number(),
});

/** A line of the detail; `key` names a text of the desk. A `case` is of a queue: `deposit/17`. */
export const queueField = z.object({
  key: z.string(),
  value: z.string(),
  format: z.enum(['text', 'amount', 'address', 'hash', 'time', 'link', 'case']).default('text'),
});

export const queueAction = z.object({
  /** e.g. `approve`, `reject`, `send`: a key the desk has words for. */
  name: z.string(),
  tone: z.enum(['good', 'bad', 'plain']),
  needs_reason: z.boolean(),
  /** Further input, e.g. `transaction_id`. */
  inputs: z.array(
    z.object({
      name: z.string(),
      required: z.boolean(),
      value: z.string(),
      /** One of these; absent: any text. */
      options: z.array(z.string()).optional(),
      /** Multi-line text. */
      long: z.boolean().optional(),
    }),
  ),
  /** Fields the customer has to send again, to choose from when rejecting. */
  choices: z.array(z.string()),
  /** An error code if this operator may not do it now, e.g. `same_operator`. */
  blocked: z.string().nullable(),
  /** Until when, where that is known. */
  blocked_until_ms: z.number().optional(),
});

export const queueDetail = z.object({
  item: queueItem,
  fields: z.array(queueField),
  pictures: z.array(z.object({ id: z.number(), label: z.string() })),
  history: z.array(z.object({ at_ms: z.number(), who: z.string(), what: z.string(), note: z.string() })),
  actions: z.array(queueAction),
});

export const queueCalls = deskCallsOf({
  'GET desk/queues': {
    summary: 'The queues there are for this operator, with how much waits in each',
    permission: 'self',
    output: z.object({
      items: z.array(
        z.object({
          name: queueName,
          waiting: z.number(),
          /** The first is what waits for the desk. */
          states: z.array(z.string()),
          may_decide: z.boolean(),
        }),
      ),
    }),
  },
  'GET desk/queue': {
    summary: 'What is in a queue: waiting things oldest first, decided ones newest first',
    permission: 'kind',
    input: z.object({
      queue: queueName,
      state: z
        .string()
        .regex(/^[a-z_]{1,30}$/)
        .optional(),
      customer_id: f.shortId.optional(),
      ...f.paging,
    }),
    output: f.page(queueItem),
    errors: ['not_found', 'operator_forbidden'],
  },
  'GET desk/queue_item': {
    summary: 'One thing of a queue with everything needed to decide it',
    permission: 'kind',
    input: z.object({ queue: queueName, id: f.id }),
    output: queueDetail,
    errors: ['not_found', 'operator_forbidden'],
  },
  'GET desk/queue_picture': {
    summary: 'A picture of it. That it was looked at is written to the audit log',
    permission: 'kind',
    input: z.object({ queue: queueName, id: f.id, picture_id: f.id }),
    output: z.object({ content_type: z.enum(['image/jpeg', 'image/png', 'image/webp']), base64: z.string() }),
    errors: ['not_found', 'operator_forbidden', 'picture_unavailable'],
  },
  'POST desk/queue_decide': {
    summary: 'Decide it. Where two people are needed, the first decision only counts as one',
    permission: 'kind',
    input: z.object({
      queue: queueName,
      id: f.id,
      action: z.string().regex(/^[a-z_]{1,30}$/),
      reason: lines(500).default(''),
      inputs: z.record(z.string().regex(/^[a-z_]{1,30}$/), lines(4_000)).default({}),
      choices: z
        .array(z.string().regex(/^[a-z_]{1,30}$/))
        .max(20)
        .default([]),
    }),
    output: queueDetail,
    errors: [
      'not_found',
      'operator_forbidden',
      'same_operator',
      'second_person_waiting',
      'second_person_related',
      'already_decided',
      'payouts_held',
      'compliance_hold',
      'reason_required',
      'missing_field',
    ],
  },
});
