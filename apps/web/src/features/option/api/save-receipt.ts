import type { WireOptionReceipt } from '@tallystick/protocol/wire';
import { callApi } from '#lib/api-client.ts';
import { keptTerms } from '#lib/kept-receipts.ts';
import { saveText } from '#lib/save-text.ts';

/** The receipt signed at purchase if this device kept it; else signed by the exchange now, if it can. */
async function signedTerms(optionId: number): Promise<string | null> {
  const kept = keptTerms(optionId);
  if (kept?.includes('\n')) return kept;
  return (await callApi('GET microtrade/detail', { option_id: optionId })).signed_terms;
}

/**
 * Saves the receipt as a file: the terms with the exchange's signature. The proof page saves the input of
 * the verifier, with the prices. @throws ApiError
 */
export async function saveReceipt(receipt: WireOptionReceipt): Promise<void> {
  const signed = { ...receipt, signed_terms: await signedTerms(receipt.option_id) };
  saveText(
    `tallystick-option-${receipt.option_id}.json`,
    `${JSON.stringify(signed, undefined, 2)}\n`,
    'application/json',
  );
}
