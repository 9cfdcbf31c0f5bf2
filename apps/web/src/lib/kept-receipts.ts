import type { WireOptionReceipt } from '@tallystick/protocol/wire';
import { createStoredStore } from './stored-store.ts';

/** Enough for a long evening; the oldest go first. */
const KEPT = 500;

/** Receipts as they were handed out at purchase, each as its fingerprint, by the option's number. */
type KeptReceipts = Readonly<Record<string, string>>;

function accept(stored: unknown): KeptReceipts {
  if (typeof stored !== 'object' || stored === null) return {};
  return Object.fromEntries(
    Object.entries(stored).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}

const kept = createStoredStore<KeptReceipts>('receipts', accept);

/**
 * Keeps the fingerprint of a receipt as it was handed out. The first one stays: a later one must not replace what was
 * promised. Whoever is offline by now keeps nothing, and the proof says so.
 */
export async function keepReceipt(receipt: WireOptionReceipt): Promise<void> {
  const { termsHash } = await import('@tallystick/verify/receipt');
  const { option_id: optionId } = receipt;
  kept.change(current => {
    if (current[optionId] !== undefined) return current;
    // Numbers as keys are listed in their order: the oldest options come first.
    return Object.fromEntries([...Object.entries(current), [optionId, termsHash(receipt)]].slice(-KEPT));
  });
}

export function keptReceipt(optionId: number): string | null {
  return kept.read()[optionId] ?? null;
}

export function forgetReceipts(): void {
  kept.change(() => ({}));
}
