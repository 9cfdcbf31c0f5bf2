import type { Deviation, DraftLimits, Signed, SignedFile } from './custody-chain.ts';
import { deviation, readSignedFile, refused } from './signed-file.ts';
import { xrpTransactionId, type XrpFields } from './xrp-transaction.ts';

/** Which word a field's difference has. What is not here was not asked for at all. */
const CODES: Readonly<Record<string, Deviation['code']>> = {
  TransactionType: 'type',
  Account: 'signer',
  Sequence: 'nonce',
  Destination: 'recipient',
  DestinationTag: 'memo',
  Amount: 'amount',
};
/** What a signer adds. */
const SIGNATURE = new Set(['SigningPubKey', 'TxnSignature']);

/**
 * Compares signed transactions with what was asked for: every field must be the same, the signature good and by the
 * account's own (master) key, nothing missing and nothing additional. The fee alone may be another one below the
 * ceiling. Everything that differs is listed.
 */
export async function checkXrpSigned(
  asked: readonly XrpFields[],
  content: string,
  limits: DraftLimits,
): Promise<SignedFile> {
  const blobs = readSignedFile(content);
  if (blobs === null)
    return refused([deviation(null, 'unreadable', 'signed transactions', 'something else')]);
  const deviations: Deviation[] = [];
  const transactions: Signed[] = [];
  for (const [place, one] of asked.entries()) {
    const blob = blobs[place];
    if (blob === undefined) {
      deviations.push(deviation(place, 'missing', `sequence ${one.Sequence} of ${one.Account}`, ''));
      continue;
    }
    const raw = blob.trim().toUpperCase();
    const found = await checkOne(place, one, raw, limits);
    deviations.push(...found);
    if (found.length === 0) transactions.push({ transactionId: xrpTransactionId(raw), raw });
  }
  if (blobs.length > asked.length) {
    deviations.push(deviation(null, 'additional', String(asked.length), String(blobs.length)));
  }
  return deviations.length > 0 ? refused(deviations) : { transactions, deviations };
}

async function checkOne(
  place: number,
  asked: XrpFields,
  raw: string,
  { feeCeiling }: DraftLimits,
): Promise<readonly Deviation[]> {
  const signed = await readBlob(raw);
  if (signed === null) return [deviation(place, 'unreadable', 'a signed transaction', '')];
  const { fields } = signed;
  const found: Deviation[] = [];
  const differ = (code: Deviation['code'], expected: unknown, is: unknown): void => {
    found.push(deviation(place, code, inWords(expected), inWords(is)));
  };
  const wanted: Readonly<Record<string, unknown>> = asked;
  for (const name of new Set([...Object.keys(wanted), ...Object.keys(fields)])) {
    if (SIGNATURE.has(name) || name === 'Fee') continue;
    // A transaction without flags may leave the field out.
    const is = fields[name] ?? (name === 'Flags' ? 0 : undefined);
    if (is !== wanted[name]) {
      differ(CODES[name] ?? 'data', `${name} ${inWords(wanted[name])}`, inWords(is));
    }
  }
  const fee = drops(fields['Fee']);
  if (fee === null) differ('data', asked.Fee, fields['Fee']);
  else if (fee > feeCeiling) differ('fee_above_ceiling', feeCeiling, fee);
  if (!signed.isGood) differ('signer', `a signature of ${asked.Account}`, 'none that is good');
  else if (signed.signer !== asked.Account) differ('signer', asked.Account, signed.signer);
  return found;
}

interface Blob {
  readonly fields: Readonly<Record<string, unknown>>;
  /** The account that its key belongs to as its master key. */
  readonly signer: string;
  readonly isGood: boolean;
}

/** Null: no transaction signed by one key, or one in a spelling of its own. */
async function readBlob(raw: string): Promise<Blob | null> {
  if (!/^[0-9A-F]{2,20000}$/.test(raw) || raw.length % 2 !== 0) return null;
  const [codec, keys] = await Promise.all([import('ripple-binary-codec'), import('ripple-keypairs')]);
  try {
    const fields: Readonly<Record<string, unknown>> = codec.decode(raw);
    if (codec.encode(fields) !== raw) return null;
    const { SigningPubKey: key, TxnSignature: signature } = fields;
    if (typeof key !== 'string' || typeof signature !== 'string' || key === '') return null;
    const signer = keys.deriveAddress(key);
    return { fields, signer, isGood: isGood(keys.verify, codec.encodeForSigning(fields), signature, key) };
  } catch {
    // The libraries tell only by throwing that it is no transaction, or its key none.
    return null;
  }
}

function isGood(
  verify: (message: string, signature: string, key: string) => boolean,
  message: string,
  signature: string,
  key: string,
): boolean {
  try {
    return verify(message, signature, key);
  } catch {
    // A signature that cannot even be read is as bad as a wrong one.
    return false;
  }
}

function drops(written: unknown): bigint | null {
  return typeof written === 'string' && /^\d{1,18}$/.test(written) ? BigInt(written) : null;
}

function inWords(value: unknown): string {
  if (value === undefined) return 'none';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
