import type { Language } from '@tallystick/protocol';
import type { Browser } from './browser.ts';

/** Who asks, as far as the request itself tells. */
export interface Caller {
  readonly address: string;
  readonly device: string;
  readonly browser: Browser;
  /** The language messages to this caller are worded in. */
  readonly language: Language;
}
