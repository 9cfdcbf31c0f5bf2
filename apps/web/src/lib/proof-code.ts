import type { CallInput } from '@tallystick/protocol';
import { callApi } from './api-client.ts';

/** The purpose of a code sent to the customer's phone or mailbox; it is valid for nothing else. */
export type ProofPurpose = CallInput<'POST set/sms_other_mail'>['purpose'];

/** A code that was sent. */
export interface SentCode {
  readonly resend_after_s: number;
  /** In demo only: the code itself. */
  readonly demo_code: string | null;
  /** Where it went, as shown. */
  readonly target: string;
}

/** Sends a code to the mailbox, or to the phone of those without one. */
export function sendProofCode(purpose: ProofPurpose): Promise<SentCode> {
  return callApi('POST set/sms_other_mail', { purpose });
}
