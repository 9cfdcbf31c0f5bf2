import type { Network } from '../networks.ts';

export interface BlockRef {
  readonly number: number;
  readonly hash: string;
}

/** A payment to one of our addresses, as found on the chain. */
export interface FoundTransfer {
  readonly transactionHash: string;
  /** Position among the transaction's logs (or outputs); `NATIVE_TRANSFER` for the chain's own coin. */
  readonly logIndex: number;
  /** Address key of the sender, if the chain has one. */
  readonly senderKey: string | null;
  readonly recipientKey: string;
  readonly currencyId: number;
  /** In the chain's units, above zero. */
  readonly amount: bigint;
}

/** On account-based chains the transaction itself moves the native coin, so there is no log. */
export const NATIVE_TRANSFER = -1;

export interface ScannedBlock extends BlockRef {
  readonly parentHash: string;
  readonly transfers: readonly FoundTransfer[];
  /** Outputs that its transactions spend; only of a source that was told to tell them. */
  readonly spent?: readonly OutputRef[];
}

/** An output of a transaction, on a chain like Bitcoin. */
export interface OutputRef {
  readonly transactionId: string;
  readonly index: number;
}

/** A witness's block of a number (null: it has none), or why it could not be asked. */
export type Opinion = { readonly hash: string | null } | { readonly silent: string };

/** Asks all witnesses at once. */
export function opinionsOf<Witness>(
  witnesses: readonly Witness[],
  ask: (witness: Witness) => Promise<BlockRef | null>,
): Promise<Opinion[]> {
  return Promise.all(
    witnesses.map(async (witness): Promise<Opinion> => {
      try {
        return { hash: (await ask(witness))?.hash ?? null };
      } catch (error) {
        return { silent: error instanceof Error ? error.message : String(error) };
      }
    }),
  );
}

/**
 * Asks the node and then each witness, in turn, what speaks against a transfer. Null: nothing. Whoever cannot be asked
 * counts as a doubt.
 */
export async function doubtOf<Node>(
  nodes: readonly Node[],
  denial: (node: Node, isWitness: boolean) => Promise<string | null>,
): Promise<string | null> {
  for (const [at, node] of nodes.entries()) {
    const place = at === 0 ? 'the node' : `witness ${at}`;
    try {
      const denied = await denial(node, at > 0);
      if (denied !== null) return `${place}: ${denied}`;
    } catch (error) {
      return `${place} cannot be asked: ${error instanceof Error ? error.message : String(error)}`;
    }
  }
  return null;
}

/** Which of these address keys are ours. */
export type FindOwned = (addressKeys: readonly string[]) => Promise<ReadonlySet<string>>;

/**
 * What a watcher needs from a chain. Everything else (cursor, reorganisations, confirmations, reports) is the same for
 * all chains, so each only needs a source of its own. Every method throws when the node cannot be reached
 * or its answer is invalid; the watcher retries later.
 */
export interface ChainSource {
  readonly network: Network;
  /** Names the chain the node is on, e.g. `eip155:1`. @throws when it is not the one that was configured. */
  identify(): Promise<string>;
  head(): Promise<BlockRef>;
  /** Null: the node's chain is not that long. */
  block(number: number): Promise<BlockRef | null>;
  /**
   * The blocks `from` to `to` with the payments to our addresses; fewer when the node does not have all of them. Each
   * block is read as a whole, so that its transfers belong to its hash.
   */
  scan(from: number, to: number, findOwned: FindOwned): Promise<ScannedBlock[]>;
  /** What each witness says of a block's number. A source without it has no witnesses. */
  opinions?(number: number): Promise<readonly Opinion[]>;
  /** Checks once more just before money is credited. Null: all agrees. A text: what differs; the credit waits. */
  doubt(transfer: FoundTransfer, block: BlockRef): Promise<string | null>;
}

/** Spelling of an address for matching: chain data may use another case than people. */
export function addressKey(network: Network, address: string): string {
  return network === 'ERC20' || network === 'BEP20' ? address.toLowerCase() : address;
}
