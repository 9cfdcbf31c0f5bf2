import { z } from 'zod';
import { haltReason } from '../calls/terms.ts';
import { whole, word } from '../fields.ts';
import { lineOrNothing, reason } from '../text.ts';

/** The longest full halt. */
export const MAX_HALT_MINUTES = 240;

const minutes = whole(1, MAX_HALT_MINUTES);

/** What customers read about a halt, and how long a full one lasts. */
export const haltDetails = {
  cause: haltReason.default('technical'),
  /** Shown to customers as it is, beside the cause in their language; may be empty. */
  note: lineOrNothing(300).default(''),
  /** Of a full halt only. */
  minutes: minutes.default(60),
};

export const stopInput = {
  /** `cancel_only` is close-only: reduce and cancel. */
  status: word(z.enum(['cancel_only', 'halted'])),
  ...haltDetails,
  /** For the log. */
  reason,
};
