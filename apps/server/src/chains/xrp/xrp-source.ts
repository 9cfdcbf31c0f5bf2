import {
  doubtOf,
  opinionsOf,
  type BlockRef,
  type ChainSource,
  type FindOwned,
  type FoundTransfer,
  type Opinion,
  type ScannedBlock,
} from '../watcher/chain-source.ts';
import { transferOf } from './xrp-payments.ts';
import type { XrpRpc } from './xrp-rpc.ts';

export interface XrpSourceOptions {
  readonly rpc: XrpRpc;
  /** Nodes of other providers, which must confirm every payment before it is credited. */
  readonly witnesses: readonly XrpRpc[];
}

/**
 * The XRP Ledger: validated ledgers in a row, and the payments of XRP to one of our destination tags. What arrives
 * otherwise (without a tag, out of an escrow or a cheque) is nobody's: it shows as a difference that people look at.
 */
export class XrpSource implements ChainSource {
  readonly network = 'XRP';
  readonly #rpc: XrpRpc;
  readonly #witnesses: readonly XrpRpc[];

  constructor({ rpc, witnesses }: XrpSourceOptions) {
    this.#rpc = rpc;
    this.#witnesses = witnesses;
  }

  async identify(): Promise<string> {
    const { networkId } = await this.#rpc.server();
    return `xrpl:${networkId}`;
  }

  head(): Promise<BlockRef> {
    return this.#rpc.head();
  }

  block(number: number): Promise<BlockRef | null> {
    return this.#rpc.header(number);
  }

  /** One after the other, as public nodes limit requests. What was read until an error is given. */
  async scan(from: number, to: number, findOwned: FindOwned): Promise<ScannedBlock[]> {
    const scanned: ScannedBlock[] = [];
    for (let number = from; number <= to; number++) {
      try {
        const found = await this.#rpc.ledger(number);
        if (found === null) return scanned;
        const all = found.transactions.map(transferOf).filter(one => one !== null);
        const owned = await findOwned([...new Set(all.map(one => one.recipientKey))]);
        const { hash, parentHash } = found;
        const transfers = all.filter(one => owned.has(one.recipientKey));
        scanned.push({ number, hash, parentHash, transfers });
      } catch (error) {
        if (scanned.length === 0) throw error;
        return scanned;
      }
    }
    return scanned;
  }

  opinions(number: number): Promise<Opinion[]> {
    return opinionsOf(this.#witnesses, async rpc => {
      await rpc.server();
      return rpc.header(number);
    });
  }

  doubt(transfer: FoundTransfer, block: BlockRef): Promise<string | null> {
    return doubtOf([this.#rpc, ...this.#witnesses], rpc => denialOf(rpc, transfer, block));
  }
}

async function denialOf(rpc: XrpRpc, transfer: FoundTransfer, block: BlockRef): Promise<string | null> {
  await rpc.server();
  const [ledger, sent] = await Promise.all([
    rpc.header(block.number),
    rpc.transaction(transfer.transactionHash),
  ]);
  if (ledger?.hash !== block.hash) return `ledger ${block.number} is not ${block.hash}`;
  if (sent === null || sent.validated?.ledgerIndex !== block.number) {
    return 'the transaction is not in that ledger';
  }
  const found = transferOf(sent.validated.transaction);
  const isSame = found?.recipientKey === transfer.recipientKey && found.amount === transfer.amount;
  return isSame ? null : 'the transaction pays something else';
}
