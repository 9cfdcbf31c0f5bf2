import type { Transfer, TransferSink } from '../watcher/chain-watcher.ts';

/** A minimal ledger: each key is credited once and reversed once. */
export class RecordingSink implements TransferSink {
  /** `+key` and `-key`, in the order of their effects. */
  readonly history: string[] = [];
  readonly transfers = new Map<string, Transfer>();
  /** Number of calls, including repeated ones. */
  calls = 0;
  /** Throws before or after the credit takes effect. */
  failure: 'none' | 'before' | 'after' = 'none';
  /** Runs in the middle of every call. */
  meanwhile: () => Promise<void> = async () => {};
  readonly #waiting: (() => void)[] = [];

  onConfirmed(transfer: Transfer): Promise<void> {
    return this.#take(`+${transfer.key}`, transfer);
  }

  onReorganised(transfer: Transfer): Promise<void> {
    return this.#take(`-${transfer.key}`, transfer);
  }

  /** Minor units credited and not reversed, by customer and currency: `10001/3`. */
  balances(): Record<string, bigint> {
    const balances: Record<string, bigint> = {};
    for (const entry of this.history) {
      const { customerId, currencyId, amountMinor } = this.transfers.get(entry.slice(1))!;
      const name = `${customerId}/${currencyId}`;
      balances[name] = (balances[name] ?? 0n) + (entry.startsWith('+') ? amountMinor : -amountMinor);
    }
    return balances;
  }

  /** Resolves on the next change. */
  next(): Promise<void> {
    return new Promise(resolve => this.#waiting.push(resolve));
  }

  async #take(entry: string, transfer: Transfer): Promise<void> {
    this.calls++;
    await this.meanwhile();
    if (this.failure === 'before') throw new Error('the ledger is away');
    if (!this.history.includes(entry)) {
      this.history.push(entry);
      this.transfers.set(transfer.key, transfer);
    }
    if (this.failure === 'after') throw new Error('the answer was lost');
    for (const wake of this.#waiting.splice(0)) wake();
  }
}
