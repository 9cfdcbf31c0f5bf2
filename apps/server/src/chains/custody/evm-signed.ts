import type { Deviation, DraftLimits, Signed, SignedFile } from './custody-chain.ts';
import { deviation, readSignedFile, refused } from './signed-file.ts';
import { readTransferData, type EvmUnsigned } from './evm-transaction.ts';

/**
 * Compares signed transactions with what was asked for: signer, nonce, recipient, amount, data, gas and chain must be
 * the same, nothing may be missing or additional, and none may cost more than the ceiling. The price may be another one
 * below it. Everything that differs is listed, not only the first.
 */
export async function checkEvmSigned(
  asked: readonly EvmUnsigned[],
  content: string,
  limits: DraftLimits,
): Promise<SignedFile> {
  const raws = readSignedFile(content);
  if (raws === null) return refused([deviation(null, 'unreadable', 'signed transactions', 'something else')]);
  const deviations: Deviation[] = [];
  const transactions: Signed[] = [];
  for (const [place, one] of asked.entries()) {
    const raw = raws[place];
    if (raw === undefined) {
      deviations.push(deviation(place, 'missing', `nonce ${one.nonce} of ${one.from}`, ''));
      continue;
    }
    const { signed, found } = await checkOne(place, one, raw.trim().toLowerCase(), limits);
    deviations.push(...found);
    if (signed !== null) transactions.push(signed);
  }
  if (raws.length > asked.length) {
    deviations.push(deviation(null, 'additional', String(asked.length), String(raws.length)));
  }
  return deviations.length > 0 ? refused(deviations) : { transactions, deviations };
}

async function checkOne(
  place: number,
  asked: EvmUnsigned,
  raw: string,
  { feeCeiling }: DraftLimits,
): Promise<{ readonly signed: Signed | null; readonly found: readonly Deviation[] }> {
  const read = await readRaw(raw);
  if (read === null) return { signed: null, found: [deviation(place, 'unreadable', 'EIP-1559', '')] };
  const found: Deviation[] = [];
  const compare = (code: Deviation['code'], expected: unknown, is: unknown): void => {
    if (String(expected) !== String(is)) found.push(deviation(place, code, String(expected), String(is)));
  };
  compare('chain', asked.chain_id, read.chainId);
  compare('signer', asked.from.toLowerCase(), read.signer);
  compare('nonce', asked.nonce, read.nonce);
  const wanted = readTransferData(asked.data);
  const transfer = readTransferData(read.data);
  if (read.to !== asked.to.toLowerCase()) compare('recipient', asked.to, read.to);
  else if (wanted !== null && transfer !== null) {
    compare('recipient', wanted.to, transfer.to);
    compare('amount', wanted.amount, transfer.amount);
  } else compare('data', asked.data, read.data);
  compare('amount', asked.value, read.value);
  compare('gas_limit', asked.gas_limit, read.gas);
  if (read.hasAccessList) found.push(deviation(place, 'data', '', 'access list'));
  const most = read.gas * read.maxFeePerGas;
  if (most > feeCeiling) {
    found.push(deviation(place, 'fee_above_ceiling', String(feeCeiling), String(most)));
  }
  return { signed: { transactionId: read.id, raw }, found };
}

interface Raw {
  readonly id: string;
  readonly signer: string;
  readonly chainId: number;
  readonly nonce: number;
  readonly to: string;
  readonly value: bigint;
  readonly data: string;
  readonly gas: bigint;
  readonly maxFeePerGas: bigint;
  readonly hasAccessList: boolean;
}

/** Null: no signed EIP-1559 transaction, or one in a spelling of its own. */
async function readRaw(raw: string): Promise<Raw | null> {
  if (!/^0x02[0-9a-f]{2,100000}$/.test(raw) || raw.length % 2 !== 0) return null;
  const { keccak256, parseTransaction, recoverTransactionAddress, serializeTransaction } =
    await import('viem');
  try {
    const serialized = raw as `0x02${string}`;
    const parsed = parseTransaction(serialized);
    const { r, s, yParity, ...unsigned } = parsed;
    if (r === undefined || s === undefined || yParity === undefined) return null;
    if (serializeTransaction(unsigned, { r, s, yParity }) !== raw) return null;
    return {
      id: keccak256(serialized),
      signer: (await recoverTransactionAddress({ serializedTransaction: serialized })).toLowerCase(),
      chainId: parsed.chainId,
      nonce: parsed.nonce ?? 0,
      to: parsed.to?.toLowerCase() ?? '',
      value: parsed.value ?? 0n,
      data: parsed.data ?? '0x',
      gas: parsed.gas ?? 0n,
      maxFeePerGas: parsed.maxFeePerGas ?? 0n,
      hasAccessList: (parsed.accessList?.length ?? 0) > 0,
    };
  } catch {
    // The library tells only by throwing that it is no transaction.
    return null;
  }
}
