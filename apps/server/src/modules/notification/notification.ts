import type { CustomerNotice } from './write-notice.ts';

/** A message to one customer about one event. */
export interface Notification extends CustomerNotice {
  /** Of the event, or of a group of events; the same id is not mailed or pushed twice. At most 64 characters. */
  readonly id: string;
  /** A later push with the same tag replaces this one on the screen; default: none does. At most 64 characters. */
  readonly tag?: string;
}
