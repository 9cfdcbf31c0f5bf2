import type { WireOptionReceipt } from '@tallystick/protocol/wire';
import { createStoredStore } from './stored-store.ts';

/** Enough for a long evening; the oldest go first. */
const KEPT = 500;

/**
 * What was promised at purchase, by the option's number: the terms as the exchange signed them, or the fingerprint of a
 * receipt without a signature.
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
 * Keeps the terms of a receipt as they were handed out. The first ones stay: later ones must not replace what was
 * promised. A signature under other terms than the receipt's is none. Whoever is offline by now keeps nothing, and the
 * proof says so.
 */
export async function keepReceipt(receipt: WireOptionReceipt, signedTerms: string): Promise<void> {
  const { promisedHash, termsHash } = await import('@tallystick/verify/receipt');
  const { option_id: optionId } = receipt;
  const hash = termsHash(receipt);
  const terms = promisedHash(signedTerms) === hash ? signedTerms : hash;
  kept.change(current => {
    if (current[optionId] !== undefined) return current;
    // Numbers as keys are listed in their order: the oldest options come first.
    return Object.fromEntries([...Object.entries(current), [optionId, terms]].slice(-KEPT));
  });
}

/** A signed note, or a fingerprint; null if this device kept neither. */
export function keptTerms(optionId: number): string | null {
  return kept.read()[optionId] ?? null;
}

export function forgetReceipts(): void {
  kept.change(() => ({}));
}
