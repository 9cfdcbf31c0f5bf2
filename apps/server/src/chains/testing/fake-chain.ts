import type {
  BlockRef,
  ChainSource,
  FindOwned,
  FoundTransfer,
  ScannedBlock,
} from '../watcher/chain-source.ts';

/** A chain in memory whose blocks a test mines, replaces and hides. */
export class FakeChain implements ChainSource {
  readonly network = 'OMNI';
  readonly blocks: ScannedBlock[] = [{ number: 0, hash: 'genesis', parentHash: '', transfers: [] }];
  /** Calls after this many fail. */
  failsAfterCalls = Number.POSITIVE_INFINITY;
  #forks = 0;

  /** Adds blocks, with these transfers in each. */
  mine(...blocks: readonly (readonly FoundTransfer[])[]): void {
    for (const transfers of blocks) {
      const parent = this.blocks.at(-1)!;
      const number = parent.number + 1;
      this.blocks.push({ number, hash: `${number}-${this.#forks}`, parentHash: parent.hash, transfers });
    }
  }

  /** Removes up to `depth` blocks and returns their contents. Blocks mined afterwards differ from them. */
  fork(depth: number): FoundTransfer[] {
    this.#forks++;
    const removed = this.blocks.splice(Math.max(1, this.blocks.length - depth));
    return removed.flatMap(block => block.transfers);
  }

  async identify(): Promise<string> {
    this.#call();
    return 'fake';
  }

  async head(): Promise<BlockRef> {
    this.#call();
    return this.blocks.at(-1)!;
  }

  async block(number: number): Promise<BlockRef | null> {
    this.#call();
    return this.blocks[number] ?? null;
  }

  async scan(from: number, to: number, findOwned: FindOwned): Promise<ScannedBlock[]> {
    this.#call();
    const blocks = this.blocks.slice(from, to + 1);
    const owned = await findOwned(blocks.flatMap(block => block.transfers.map(one => one.recipientKey)));
    return blocks.map(block => ({
      ...block,
      transfers: block.transfers.filter(transfer => owned.has(transfer.recipientKey)),
    }));
  }

  async doubt(transfer: FoundTransfer, { number, hash }: BlockRef): Promise<string | null> {
    this.#call();
    const block = this.blocks[number];
    const there =
      block?.hash === hash && block.transfers.some(one => one.transactionHash === transfer.transactionHash);
    return there ? null : 'not in that block';
  }

  #call(): void {
    if (this.failsAfterCalls-- <= 0) throw new Error('the node is away');
  }
}
