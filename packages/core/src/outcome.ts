import type { Event } from './event.ts';
import type { Refusal } from './refusal.ts';

/** What a command came to: events, or a refusal that changed nothing. */
export type Outcome =
  | { readonly ok: true; readonly events: readonly Event[] }
  | { readonly ok: false; readonly refusal: Refusal };
