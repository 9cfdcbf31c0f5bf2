import { afterEach, expect, test, vi } from 'vitest';
import { promiseText, termsHash } from '@tallystick/verify/receipt';
import { ORIGIN, newSigner, signNote } from '@tallystick/verify/testing/sample-log';
import { sampleProof } from '@tallystick/verify/testing/sample-proof';

vi.stubGlobal('window', { addEventListener: () => undefined });
const { forgetReceipts, keepReceipt, keptTerms } = await import('./kept-receipts.ts');

const receipt = { ...sampleProof().proof.receipt, direction: 'rise' } as const;
const id = receipt.option_id;
const signer = newSigner();
const signed = (of: typeof receipt = receipt) => signNote(promiseText(ORIGIN, of), signer);

afterEach(() => forgetReceipts());

test('the terms are kept as signed, and the first ones stay', async () => {
  expect(keptTerms(id)).toBeNull();
  await keepReceipt(receipt, signed());
  expect(keptTerms(id)).toBe(signed());
  const later = { ...receipt, stale_ms: receipt.stale_ms + 1 };
  await keepReceipt(later, signed(later));
  expect(keptTerms(id)).toBe(signed());
});

test("if the signature is for other terms than the receipt's, only the fingerprint is kept", async () => {
  await keepReceipt(receipt, signed({ ...receipt, stale_ms: 1 }));
  expect(keptTerms(id)).toBe(termsHash(receipt));
});
