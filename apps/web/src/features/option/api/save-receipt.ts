import type { WireOptionReceipt } from '@tallystick/protocol/wire';
import { callApi } from '#lib/api-client.ts';
import { keptTerms } from '#lib/kept-receipts.ts';
import { saveText } from '#lib/save-text.ts';

/** As it was signed when it was bought, if this device kept that; else as the exchange signs it now. */
async function signedTerms(optionId: number): Promise<string> {
  const kept = keptTerms(optionId);
  if (kept?.includes('\n')) return kept;
  return (await callApi('GET microtrade/detail', { option_id: optionId })).signed_terms;
}

/**
 * Hands the receipt to the customer: what was promised, with the exchange's signature under it. The proof page hands out
 * what the verifier reads, with the prices. @throws ApiError
 */
export async function saveReceipt(receipt: WireOptionReceipt): Promise<void> {
  const signed = { ...receipt, signed_terms: await signedTerms(receipt.option_id) };
  saveText(
    `tallystick-option-${receipt.option_id}.json`,
    `${JSON.stringify(signed, undefined, 2)}\n`,
    'application/json',
  );
}
