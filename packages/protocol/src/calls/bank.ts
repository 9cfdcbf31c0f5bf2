import { z } from 'zod';
import { callsOf } from '../call.ts';
import * as f from '../fields.ts';
import { code } from './account.ts';
import { proofErrors, secondFactor } from './security.ts';

/** A bank card, as it is shown after saving: numbers masked to their last four. */
export const bankCard = z.object({
  card_id: z.number(),
  /** The customer's own name for it; may be empty. */
  label: z.string(),
  /** Withdrawals go to it unless another is chosen. */
  is_default: z.boolean(),
  holder: z.string(),
  card_number: z.string(),
  bank_name: z.string(),
  branch: z.string(),
  bank_address: z.string(),
  swift: z.string(),
  /** For transfers from abroad: IBAN or another international account number. */
  account_number: z.string(),
  payee_address: z.string(),
  postal_code: z.string(),
  /** A new card may be used from then on; null: now. */
  usable_from_ms: z.number().nullable(),
  saved_at_ms: z.number(),
});

const bankCards = z.object({
  /** The default; null if none is saved. */
  card: bankCard.nullable(),
  items: z.array(bankCard),
  /** How many a customer may have. */
  maximum: z.number(),
});

export const bankCalls = callsOf('bank', {
  'POST user/cash_info': {
    summary: 'The bank cards withdrawals may go to, masked: the default first',
    output: bankCards,
  },
  'POST user/cash_default': {
    summary: 'Make a bank card the one that withdrawals go to unless another is chosen',
    input: z.object({ card_id: f.id }),
    output: bankCards,
    errors: ['bank_card_unknown'],
  },
  'POST user/cash_remove': {
    summary: 'Remove a bank card; open withdrawals keep it. Another becomes the default if it was',
    input: z.object({ card_id: f.id }),
    output: bankCards,
    errors: ['bank_card_unknown'],
  },
  'POST user/cash_save': {
    summary:
      'Save another bank card: fund password, a code (purpose `bank_card`) and the second factor where it is on',
    input: z.object({
      holder: z.string().min(1).max(120),
      /** Card or account number: 6 to 34 digits and capital letters; blanks and hyphens are dropped. */
      card_number: z.string().min(1).max(60),
      bank_name: z.string().min(1).max(120),
      branch: z.string().max(120).optional(),
      bank_address: z.string().max(200).optional(),
      /** SWIFT/BIC (8 or 11 characters) or Fedwire number (9 digits). Needed with `account_number`. */
      swift: z.string().max(20).optional(),
      account_number: z.string().max(60).optional(),
      payee_address: z.string().max(200).optional(),
      postal_code: z.string().max(16).optional(),
      /** The customer's own name for it, at most 40 characters. */
      label: z.string().max(60).optional(),
      /** Six digits. */
      password: z.string().max(32),
      code,
      ...secondFactor,
    }),
    output: z.object({ card: bankCard }),
    errors: [
      'bank_field_invalid',
      'card_number_invalid',
      'account_number_invalid',
      'swift_invalid',
      'swift_required',
      'label_invalid',
      'too_many_bank_cards',
      ...proofErrors,
    ],
  },
});
