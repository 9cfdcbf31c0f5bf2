import { z } from 'zod';

/** ERC-20's `transfer(address,uint256)`. */
const TRANSFER = '0xa9059cbb';

const address = z.string().regex(/^0x[0-9a-fA-F]{40}$/);
const figure = z.string().regex(/^\d{1,78}$/);

/** A transaction as the signer gets it (EIP-1559), and as it is kept. */
export const evmUnsigned = z.strictObject({
  type: z.literal('0x2'),
  chain_id: z.number(),
  from: address,
  /** The child of the deposit account that signs; null: the key of the hot address. */
  path: z.string().nullable(),
  nonce: z.number(),
  to: address,
  /** Wei. */
  value: figure,
  data: z.string().regex(/^0x([0-9a-f]{2})*$/),
  gas_limit: figure,
  max_fee_per_gas: figure,
  max_priority_fee_per_gas: figure,
  /** What it does, in words. */
  reads: z.array(z.string()),
});
export type EvmUnsigned = Readonly<z.output<typeof evmUnsigned>>;

/** The data of a token's transfer. */
export function transferData(to: string, amount: bigint): string {
  const word = (digits: string): string => digits.padStart(64, '0');
  return `${TRANSFER}${word(to.slice(2).toLowerCase())}${word(amount.toString(16))}`;
}

/** Null: it is no transfer, or one with something behind it. */
export function readTransferData(data: string): { readonly to: string; readonly amount: bigint } | null {
  const [, to, amount] = /^0xa9059cbb0{24}([0-9a-f]{40})([0-9a-f]{64})$/.exec(data) ?? [];
  return to === undefined || amount === undefined ? null : { to: `0x${to}`, amount: BigInt(`0x${amount}`) };
}

/** Sender and nonce: one transaction alone can have both. */
export function slotOf(from: string, nonce: number): string {
  return `${from.toLowerCase()}:${nonce}`;
}

export function readSlot(slot: string): { readonly from: string; readonly nonce: number } {
  const [from = '', nonce = ''] = slot.split(':');
  return { from, nonce: Number(nonce) };
}
