import { setTimeout as delay } from 'node:timers/promises';
import { DEMO_LOGIN } from '@tallystick/server/demo/customer';

const USDT = 3;
const AMOUNT = '0.01';
const AMOUNTS_A_UNIT = 100n;
const GIVE_UP_MS = 60_000;
/** Between two requests of one of its hands, so that the attack and not the load is what is seen. */
const PAUSE_MS = 5;

/** The demo's customer, who moves small amounts until told to stop and asks again, with the same key, until answered. */
export class TransferringCustomer {
  /** Transfers that were answered with success. */
  acknowledged = 0;
  /** Requests that got no answer, or one that says "later". */
  retries = 0;
  readonly #url: string;
  readonly #token: string;
  readonly #run = `stops-${Date.now()}`;
  #begun = 0;
  #before = 0n;
  #stopped = false;

  private constructor(url: string, token: string) {
    this.#url = url;
    this.#token = token;
  }

  static async logIn(url: string): Promise<TransferringCustomer> {
    const { email, password } = DEMO_LOGIN;
    const visitor = new TransferringCustomer(url, '');
    const login = await visitor.#ask('user/login', { kind: 'email', account: email, password }, 'log-in');
    const customer = new TransferringCustomer(url, String((login as { token: unknown }).token));
    customer.#before = await customer.#balance();
    return customer;
  }

  /** Resolves after `stop`, when the last transfer of each hand is answered. */
  async go(hands: number): Promise<void> {
    const hand = async (): Promise<void> => {
      while (!this.#stopped) {
        const input = { from: 'spot', to: 'contract', currency_id: USDT, amount: AMOUNT };
        await this.#ask('wallet/change', input, `${this.#run}-${++this.#begun}`);
        this.acknowledged++;
        await delay(PAUSE_MS);
      }
    };
    await Promise.all(Array.from({ length: hands }, hand));
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

  /** Transfers that the exchange has carried out, by its own books. */
  async moved(): Promise<number> {
    return Number((await this.#balance()) - this.#before);
  }

  /** Of the contract account, in amounts. */
  async #balance(): Promise<bigint> {
    const input = { account: 'contract', currency_id: USDT };
    const { balance } = (await this.#ask('wallet/detail', input, 'balance')) as {
      balance: { available: string };
    };
    const [units = '0', rest = ''] = balance.available.split('.');
    return BigInt(units) * AMOUNTS_A_UNIT + BigInt(rest.padEnd(2, '0').slice(0, 2));
  }

  /** Asks until there is an answer, with the same key. */
  async #ask(call: string, input: object, key: string): Promise<unknown> {
    for (;;) {
      const reply = await this.#try(call, input, key);
      if (reply !== null && reply.type === 'ok') return reply.data;
      if (reply !== null) throw new Error(`${call} was refused: ${JSON.stringify(reply)}`);
      this.retries++;
      await delay(50);
    }
  }

  /** Null: no answer, or one that says that it was not or may not have been done. */
  async #try(call: string, input: object, key: string): Promise<{ type: string; data: unknown } | null> {
    try {
      const response = await fetch(`${this.#url}/api/${call}`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          authorization: this.#token,
          'idempotency-key': key,
        },
        body: JSON.stringify(input),
        signal: AbortSignal.timeout(GIVE_UP_MS),
      });
      const body = (await response.json()) as { type: string; data: unknown };
      return response.status >= 500 ? null : body;
    } catch (error) {
      // Nobody listens, or the connection broke.
      if (error instanceof TypeError || error instanceof DOMException) return null;
      throw error;
    }
  }
}
