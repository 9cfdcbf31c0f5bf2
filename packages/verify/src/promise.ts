import { readNote, signersOf, type NoteKey } from './note.ts';
import { promiseText, type OptionReceipt } from './receipt.ts';

export type PromiseProblem = 'terms_unsigned' | 'terms_signed_otherwise';

/** Which of the keys have signed just these terms, or why none did. */
export function openPromise(
  note: string,
  receipt: OptionReceipt,
  keys: readonly NoteKey[],
):
  | { readonly ok: true; readonly signers: readonly NoteKey[] }
  | { readonly ok: false; readonly problem: PromiseProblem } {
  const read = readNote(note);
  const own = keys.filter(key => read?.text.startsWith(`${key.name}\n`));
  const signers = read === null ? null : signersOf(read, own);
  if (read === null || signers === null || signers.length === 0) {
    return { ok: false, problem: 'terms_unsigned' };
  }
  return read.text === promiseText(signers[0]!.name, receipt)
    ? { ok: true, signers }
    : { ok: false, problem: 'terms_signed_otherwise' };
}
