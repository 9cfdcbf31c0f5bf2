import type { Network } from '../networks.ts';
import type { EvmRpc } from './evm-rpc.ts';

export interface EvmToken {
  readonly currencyId: number;
  /** In any spelling. */
  readonly contract: string;
}

/** What tells Ethereum from the chains like it. */
export interface EvmChain {
  readonly network: Network;
  readonly chainId: number;
  /** The currency of the chain's own coin. */
  readonly coin: number;
  readonly tokens: readonly EvmToken[];
  /** Whether a block must also be final by the node's own word (`finalized`), however many are above it. */
  readonly untilFinal: boolean;
}

/**
 * Number of the block up to which confirmations are counted: the newest one, but none that would let a block have
 * `needed` of them that must be final and is not. Asked before a block's hash: what is final then has its hash for good.
 */
export async function countedTo(
  rpc: EvmRpc,
  { untilFinal }: Pick<EvmChain, 'untilFinal'>,
  needed: number,
): Promise<number> {
  const [head, final] = await Promise.all([rpc.head(), untilFinal ? rpc.finalHead() : null]);
  return final === null ? head.number : Math.min(head.number, final.number + needed - 1);
}
