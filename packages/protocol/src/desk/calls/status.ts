import { z } from 'zod';
import { deskCallsOf } from '../desk-call.ts';
import { line, lines } from '../../text.ts';
import * as f from '../../fields.ts';
import { LANGUAGES } from '../../languages.ts';
import { incident } from '../../calls/status.ts';

export const statusText = z.strictObject({
  title: line(120).refine(text => text !== ''),
  body: lines(2_000).refine(text => text !== ''),
});
/** All eight: the page is read in each. */
export const statusTexts = z.strictObject(
  Object.fromEntries(LANGUAGES.map(language => [language, statusText])) as Record<
    (typeof LANGUAGES)[number],
    typeof statusText
  >,
);

export const statusDeskCalls = deskCallsOf({
  'GET desk/incidents': {
    summary: 'What the status page shows of the past, with the texts in all languages',
    permission: 'status.read',
    output: z.object({ items: z.array(incident.extend({ texts: statusTexts.nullable() })) }),
  },
  'POST desk/incident': {
    summary:
      'Write what happened, for an incident there is or a new one. When it began and ended by itself stays',
    permission: 'status.write',
    input: z.object({
      /** Null: something the sampling does not see. */
      id: f.id.nullable(),
      texts: statusTexts,
      /** Only of what operators tell by themselves. */
      started_at_ms: f.timestampMs.nullable(),
      ended_at_ms: f.timestampMs.nullable(),
    }),
    output: z.object({ id: z.number() }),
    errors: ['not_found', 'invalid_input'],
  },
});
