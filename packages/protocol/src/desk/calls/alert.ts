import { z } from 'zod';
import { ALERT_KINDS } from '../alerts.ts';
import { deskCallsOf } from '../desk-call.ts';
import * as f from '../../fields.ts';
import { pushDevice, pushSubscription } from '../../calls/push.ts';

const kind = z.enum(ALERT_KINDS);

export const deskAlert = z.object({
  id: z.number(),
  kind,
  /** A market, queue, currency or log by its name; empty where there is only one. */
  subject: z.string(),
  /** The figure when it was raised, and the limit it exceeds: `95 s`, `12`, `0.4 %`. */
  figure: z.string(),
  limit: z.string(),
  since_ms: z.number(),
  /** Null while it lasts. */
  resolved_at_ms: z.number().nullable(),
  acknowledged_by: z.string().nullable(),
  acknowledged_at_ms: z.number().nullable(),
});

const choice = z.object({
  kind,
  mail: z.boolean(),
  /** To every browser in which the operator has turned it on. */
  push: z.boolean(),
  /** The role's defaults apply: nothing was chosen. */
  by_role: z.boolean(),
});

export const alertDeskCalls = deskCallsOf({
  'GET desk/alerts': {
    summary: 'What is wrong now, or was; the newest first',
    permission: 'alert.read',
    input: z.object({
      state: z.enum(['open', 'resolved']).default('open'),
      ...f.paging,
    }),
    output: f.page(deskAlert).extend({
      /** Open and not acknowledged by anybody. */
      unseen: z.number(),
      /** When all conditions were last checked; null: not since the start. */
      looked_at_ms: z.number().nullable(),
    }),
  },
  'POST desk/alert_acknowledge': {
    summary: 'Says that somebody sees to it',
    permission: 'alert.acknowledge',
    input: z.object({ id: f.id }),
    output: deskAlert,
    errors: ['not_found', 'nothing_changed'],
  },
  'GET desk/alert_choices': {
    summary: 'Which alerts come to the operator’s own mailbox, and which by push',
    permission: 'alert.read',
    output: z.object({
      items: z.array(choice),
      /** False: there is no mailbox to send to. */
      has_mailbox: z.boolean(),
    }),
  },
  'POST desk/alert_choose': {
    summary: 'Chooses whether one kind of alert comes by mail, and by push; what is left out stays',
    permission: 'alert.read',
    input: z.object({ kind, mail: f.flag.optional(), push: f.flag.optional() }),
    output: choice,
  },
  'GET desk/push_key': {
    summary:
      'The server’s public VAPID key (base64url), for `PushManager.subscribe`; null: workers are switched off',
    permission: 'alert.read',
    output: z.object({ key: z.string().nullable() }),
  },
  'POST desk/push_subscribe': {
    summary: 'Push alerts to this browser from now on, at most ten; a change of password or account ends it',
    permission: 'alert.read',
    input: pushSubscription,
    output: z.object({ device_id: z.number() }),
    errors: ['push_endpoint_refused', 'push_keys_invalid', 'too_many_push_devices'],
  },
  'POST desk/push_unsubscribe': {
    summary: 'Push no more to one of the operator’s browsers',
    permission: 'alert.read',
    input: z.object({ device_id: f.id }),
    output: z.object({}),
    errors: ['not_found'],
  },
  'GET desk/push_devices': {
    summary: 'The operator’s browsers that alerts are pushed to, the newest first',
    permission: 'alert.read',
    output: z.object({ items: z.array(pushDevice.omit({ current: true })), most: z.number() }),
  },
});
