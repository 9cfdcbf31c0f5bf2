import type { WireOptionReceipt } from '@tallystick/protocol/wire';
import { saveText } from '#lib/save-text.ts';

/** Hands the receipt to the customer: what was promised. The proof page hands out what the verifier reads, with the prices. */
export function saveReceipt(receipt: WireOptionReceipt): void {
  saveText(
    `tallystick-option-${receipt.option_id}.json`,
    `${JSON.stringify(receipt, undefined, 2)}\n`,
    'application/json',
  );
}
