import type { Event } from './event.ts';
import type { Refusal } from './refusal.ts';

/** The result of a command: events, or a refusal that changed nothing. */
export type Outcome =
  | { readonly ok: true; readonly events: readonly Event[] }
  | { readonly ok: false; readonly refusal: Refusal };
