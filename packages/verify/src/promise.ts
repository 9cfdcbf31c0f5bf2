import { readNote, signersOf, type NoteKey } from './note.ts';
import { promiseText, type OptionReceipt, type TermsVersion } from './receipt.ts';

export type PromiseProblem = 'terms_unsigned' | 'terms_signed_otherwise';

/** The keys that signed exactly these terms, or why there are none. */
export function openPromise(
  note: string,
  receipt: OptionReceipt,
  keys: readonly NoteKey[],
):
  | { readonly ok: true; readonly signers: readonly NoteKey[]; readonly version: TermsVersion }
  | { readonly ok: false; readonly problem: PromiseProblem } {
  const read = readNote(note);
  const own = keys.filter(key => read?.text.startsWith(`${key.name}\n`));
  const signers = read === null ? null : signersOf(read, own);
  if (read === null || signers === null || signers.length === 0) {
    return { ok: false, problem: 'terms_unsigned' };
  }
  const { name } = signers[0]!;
  const version = ([2, 1] as const).find(one => read.text === promiseText(name, receipt, one));
  return version === undefined
    ? { ok: false, problem: 'terms_signed_otherwise' }
    : { ok: true, signers, version };
}
