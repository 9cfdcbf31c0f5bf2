import { z } from 'zod';
import { callsOf } from '../call.ts';
import * as f from '../fields.ts';
import { optionReceipt, signedTerms } from './option.ts';
import { logEvidence } from './price-log.ts';

/** A receipt with everything needed to check it offline: the input of packages/verify. */
export const optionProof = z.object({
  kind: z.literal('tallystick option proof 1'),
  receipt: optionReceipt,
  signed_terms: signedTerms,
  log: logEvidence,
});

export const proofCalls = callsOf('option', {
  'GET microtrade/proof': {
    summary:
      'The proof of one of the customer’s settled options: its receipt, every tick from purchase to delivery, and the ' +
      'signed checkpoints around them',
    input: z.object({ option_id: f.id }),
    output: z.object({ proof: optionProof }),
    errors: ['unknown_option', 'not_yet_signed', 'archive_unreadable'],
  },
});
