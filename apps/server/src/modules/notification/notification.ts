import type { CustomerNotice } from './write-notice.ts';

/** What one customer is told of one event. */
export interface Notification extends CustomerNotice {
  /** Of the event, or of what gathers several: told again under it, it is not told twice. At most 64 characters. */
  readonly id: string;
  /** A later push with the same one takes its place on the screen; else each has its own. At most 64 characters. */
  readonly tag?: string;
}
