import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { CallInput, CallName, CallOutput } from '@tallystick/protocol';
import type { Caller } from '@tallystick/server/testing/caller';
import { USDT } from '@tallystick/protocol/currency-ids';
import { Customer } from '../parts/customer.ts';

const AMOUNT = '0.01';
const AMOUNTS_A_UNIT = 100n;
const GIVE_UP_MS = 60_000;
/** Pause between requests, so that the attack is measured and not the load. */
const PAUSE_MS = 5;

/** The demo's customer, who transfers small amounts until stopped and repeats each with the same key until answered. */
export class TransferringCustomer {
  /** Transfers that were answered with success. */
  acknowledged = 0;
  /** Requests that got no answer, or a temporary refusal. */
  retries = 0;
  readonly #caller: Caller;
  #before = 0n;
  #stopped = false;

  private constructor(caller: Caller) {
    this.#caller = caller;
  }

  static async logIn(url: string): Promise<TransferringCustomer> {
    const customer = new TransferringCustomer(await Customer.demo(url));
    customer.#before = await customer.#balance();
    return customer;
  }

  /** Resolves after `stop`, when every transfer is answered. */
  async go(concurrency: number): Promise<void> {
    const transferUntilStopped = async (): Promise<void> => {
      while (!this.#stopped) {
        const input = { from: 'spot', to: 'contract', currency_id: USDT, amount: AMOUNT } as const;
        await this.#ask('POST wallet/change', input);
        this.acknowledged++;
        await delay(PAUSE_MS);
      }
    };
    await Promise.all(Array.from({ length: concurrency }, transferUntilStopped));
  }

  async acknowledgedMore(count: number): Promise<void> {
    const goal = this.acknowledged + count;
    const deadline = performance.now() + GIVE_UP_MS;
    while (this.acknowledged < goal) {
      if (performance.now() > deadline) throw new Error(`${count} more transfers took longer than a minute`);
      await delay(PAUSE_MS);
    }
  }

  stop(): void {
    this.#stopped = true;
  }

  /** Transfers carried out, by the exchange's own books. */
  async moved(): Promise<number> {
    return Number((await this.#balance()) - this.#before);
  }

  /** Balance of the contract account, in units of `AMOUNT`. */
  async #balance(): Promise<bigint> {
    const { balance } = await this.#ask('POST wallet/detail', { account: 'contract', currency_id: USDT });
    const [units = '0', rest = ''] = balance.available.split('.');
    return BigInt(units) * AMOUNTS_A_UNIT + BigInt(rest.padEnd(2, '0').slice(0, 2));
  }

  /** Repeats with the same key until there is an answer. */
  async #ask<Name extends CallName>(name: Name, input: CallInput<Name>): Promise<CallOutput<Name>> {
    const key = randomUUID();
    for (;;) {
      const answer = await this.#caller.send(name, input, key).catch((error: unknown) => {
        // Nothing listens, or the connection broke.
        if (error instanceof TypeError || error instanceof DOMException) return null;
        throw error;
      });
      // A server failure: it may or may not have been done.
      if (answer !== null && answer.status < 500) {
        if (answer.type !== 'ok') throw new Error(`${name} was refused: ${answer.text}`);
        return answer.data as CallOutput<Name>;
      }
      this.retries++;
      await delay(50);
    }
  }
}
