import type { Language } from '@tallystick/protocol';
import type { Browser } from './browser.ts';

/** The caller, as far as the request itself shows. */
export interface Caller {
  readonly address: string;
  readonly device: string;
  readonly browser: Browser;
  /** Language of messages to this caller. */
  readonly language: Language;
}
