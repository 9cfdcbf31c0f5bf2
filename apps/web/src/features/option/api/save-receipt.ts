import type { WireOptionReceipt } from '@tallystick/protocol/wire';
import { saveText } from '#lib/save-text.ts';

/** Hands the receipt to the customer, as the stand-alone verifier reads it. */
export function saveReceipt(receipt: WireOptionReceipt): void {
  saveText(
    `tallystick-option-${receipt.option_id}.json`,
    `${JSON.stringify(receipt, undefined, 2)}\n`,
    'application/json',
  );
}
