import { z } from 'zod';
import { callsOf } from '../call.ts';
import { lines } from '../text.ts';

/** Where money comes from, chosen by the customer; the app has the texts. */
export const FUNDS_ORIGINS = [
  'salary',
  'business',
  'savings',
  'trading',
  'sale',
  'inheritance',
  'gift',
  'other',
] as const;

const fundsState = z.object({
  state: z.enum(['none', 'asked', 'answered']),
  asked_at_ms: z.number().nullable(),
  /** The operator's own words, if any. */
  note: z.string().nullable(),
});

export const sourceOfFundsCalls = callsOf('identity', {
  'GET user/source_of_funds': {
    summary: 'Whether the customer is asked where their money comes from',
    output: fundsState,
  },
  'POST user/source_of_funds': {
    summary: 'Answer it, with pictures of documents that were uploaded before',
    input: z.object({
      origin: z.enum(FUNDS_ORIGINS),
      text: lines(2_000),
      /** Ids separated by commas, at most five. */
      picture_ids: z
        .string()
        .regex(/^\d{1,15}(,\d{1,15}){0,4}$/)
        .transform(text => text.split(',').map(Number))
        .optional(),
    }),
    output: fundsState,
    errors: ['source_of_funds_not_asked', 'picture_unknown', 'picture_in_use'],
  },
});
