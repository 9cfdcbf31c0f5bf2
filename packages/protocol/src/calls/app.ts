import { z } from 'zod';
import { callsOf } from '../call.ts';
import { LANGUAGES } from '../languages.ts';

export const appCalls = callsOf('app', {
  'GET app/config': {
    summary: 'What the app needs before anything else',
    auth: 'none',
    output: z.object({
      mode: z.enum(['demo', 'live']),
      default_lang: z.enum(LANGUAGES),
      version: z.string(),
      faucet: z.boolean(),
      /** Where prices come from, e.g. `simulated`, `replay`, `binance, kraken`. */
      feed: z.string(),
      /** The largest picture that may be uploaded. */
      picture_limit_bytes: z.number(),
      server_time_ms: z.number(),
      /** How far a demo's clock was advanced by its operators; 0 in live. */
      clock_ahead_ms: z.number(),
    }),
  },
  'POST set/lang': {
    summary: 'Choose the language of messages (kept with the session)',
    auth: 'optional',
    input: z.object({ lang: z.string().max(40) }),
    output: z.object({ lang: z.enum(LANGUAGES) }),
    errors: ['language_unknown'],
  },
  'POST get/lang': {
    summary: 'The language in force, and all there are',
    auth: 'optional',
    output: z.object({
      lang: z.enum(LANGUAGES),
      languages: z.array(z.object({ code: z.enum(LANGUAGES), name: z.string() })),
    }),
  },
});
