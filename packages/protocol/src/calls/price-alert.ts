import { z } from 'zod';
import { callsOf } from '../call.ts';
import * as f from '../fields.ts';

/**
 * `level`: a price is crossed; `change`: so many percent from the price at the time it is set; `day_change`: the 24-hour
 * change reaches so many percent; `funding`: the funding rate of the contract does.
 */
export const PRICE_ALERT_KINDS = ['level', 'change', 'day_change', 'funding'] as const;
const kind = z.enum(PRICE_ALERT_KINDS);

/** A price in quote units, or percent: below zero means falling to it. */
const value = z.string().regex(/^-?\d{1,12}(\.\d{1,8})?$/);

export const priceAlert = z.object({
  id: z.number(),
  market_id: z.number(),
  symbol: z.string(),
  kind,
  value: z.string(),
  /** From below or from above. */
  direction: z.enum(['up', 'down']),
  /** The price at which it fires; null for a change in 24 hours and for funding. */
  level: z.string().nullable(),
  repeating: z.boolean(),
  /** `waiting`: repeating, has fired, and fires again once the figure has been back on the other side. */
  state: z.enum(['armed', 'waiting', 'fired']),
  created_at_ms: z.number(),
  /** The last time; null: never. */
  fired_at_ms: z.number().nullable(),
});

const list = z.object({ items: z.array(priceAlert), most: z.number() });

export const priceAlertCalls = callsOf('notice', {
  'GET alert/list': {
    summary: 'The customer’s price alerts, newest first',
    input: z.object({ market_id: f.shortId.optional() }),
    output: list,
  },
  'POST alert/add': {
    summary: 'Tell when a price, its change or a funding rate gets there; at most 50',
    input: z.object({ market_id: f.shortId, kind, value, repeating: f.flag.default(false) }),
    output: priceAlert,
    errors: [
      'unknown_market',
      'unknown_perpetual',
      'alert_value_invalid',
      'alert_reached',
      'too_many_alerts',
      'price_unknown',
    ],
  },
  'POST alert/edit': {
    summary: 'Change an alert; it is armed again',
    input: z.object({ alert_id: f.id, value, repeating: f.flag }),
    output: priceAlert,
    errors: ['not_found', 'alert_value_invalid', 'alert_reached', 'price_unknown'],
  },
  'POST alert/delete': {
    summary: 'Delete an alert',
    input: z.object({ alert_id: f.id }),
    output: z.object({}),
    errors: ['not_found'],
  },
});
