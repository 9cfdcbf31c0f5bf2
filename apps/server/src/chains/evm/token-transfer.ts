import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import type { RpcLog } from './rpc-schemas.ts';

/** First topic of every ERC-20 transfer. */
export const TRANSFER_TOPIC: `0x${string}` = `0x${bytesToHex(keccak_256(utf8ToBytes('Transfer(address,address,uint256)')))}`;

export interface TokenTransfer {
  readonly from: string;
  readonly to: string;
  readonly amount: bigint;
}

/**
 * Reads the log of an ERC-20 transfer. Null: it is a different event of the same name (an ERC-721 has a fourth topic,
 * some tokens do not index the addresses), or its addresses have bytes where zeros must be.
 */
export function readTokenTransfer(log: Pick<RpcLog, 'topics' | 'data'>): TokenTransfer | null {
  const [topic, from, to, ...more] = log.topics;
  if (topic !== TRANSFER_TOPIC || from === undefined || to === undefined || more.length > 0) return null;
  if (!isAccount(from) || !isAccount(to) || log.data.length !== 66) return null;
  return { from: `0x${from.slice(26)}`, to: `0x${to.slice(26)}`, amount: BigInt(log.data) };
}

function isAccount(topic: string): boolean {
  return topic.startsWith(`0x${'0'.repeat(24)}`);
}
