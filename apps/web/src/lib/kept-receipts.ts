import type { WireOptionReceipt } from '@tallystick/protocol/wire';
import { createStoredStore } from './stored-store.ts';

/** Maximum number of stored receipts; the oldest are dropped first. */
const KEPT = 500;

/**
 * Terms promised at purchase, by the option's number: as signed by the exchange, or the fingerprint of a receipt without a
 * signature.
 */
type KeptReceipts = Readonly<Record<string, string>>;

function accept(stored: unknown): KeptReceipts {
  if (typeof stored !== 'object' || stored === null) return {};
  return Object.fromEntries(
    Object.entries(stored).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}

const kept = createStoredStore<KeptReceipts>('receipts', accept);

/**
 * Stores the terms of a receipt. The first ones stay, because later ones must not replace the promise. A signature under
 * other terms than the receipt's does not count. A device that was offline stores nothing, and the proof says so.
 */
export async function keepReceipt(receipt: WireOptionReceipt, signedTerms: string | null): Promise<void> {
  const { promisedHash, termsHash } = await import('@tallystick/verify/receipt');
  const { option_id: optionId } = receipt;
  const hash = termsHash(receipt);
  const terms = signedTerms !== null && promisedHash(signedTerms) === hash ? signedTerms : hash;
  kept.change(current => {
    if (current[optionId] !== undefined) return current;
    // Numeric keys are listed in ascending order: the oldest options come first.
    return Object.fromEntries([...Object.entries(current), [optionId, terms]].slice(-KEPT));
  });
}

/** The stored signed note or fingerprint; null if there is none. */
export function keptTerms(optionId: number): string | null {
  return kept.read()[optionId] ?? null;
}

export function forgetReceipts(): void {
  kept.change(() => ({}));
}
