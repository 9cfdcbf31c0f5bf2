import type { CallInput } from '@tallystick/protocol';
import { callApi } from './api-client.ts';
import { defineIdempotentCall } from './idempotent-call.ts';

/** Moves funds between the customer's own accounts. All forms share it, so the same transfer is one intent. */
export const movingFunds = defineIdempotentCall(
  'POST wallet/change',
  (input: CallInput<'POST wallet/change'>, idempotencyKey) =>
    callApi('POST wallet/change', input, { idempotencyKey }),
);
