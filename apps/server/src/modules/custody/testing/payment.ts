import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { TestDesk } from '../../../testing/test-desk.ts';
import type { TestCustomer } from '../../../testing/test-server.ts';
import { spotBalance, sumsToZero } from '../../testing/ledger.ts';
import { EvmWorld } from './evm-world.ts';

const MINUTE_MS = 60_000;
export const STUCK_MS = 30 * MINUTE_MS;
/** Customers who are prepared together: arrivals, gas and sweeps take longer than most of the tests. */
const TOGETHER = 16;

/** An approved withdrawal that is to be paid once, whatever happens: another one for each test of the file, in one world. */
export class Payment {
  world!: EvmWorld;
  who!: TestCustomer;
  /** Where the customer's withdrawal of 105 goes, 5 of it the fee. */
  outside!: string;
  withdrawal!: number;
  /** Customers with 1000, swept, whom no test has had. */
  #fresh: TestCustomer[] = [];
  #places = 0;

  /** @param isWitnessed whether there is a second node */
  constructor({ isWitnessed = false } = {}) {
    beforeAll(async () => {
      this.world = await EvmWorld.start('ethereum', isWitnessed);
      await this.world.payEther(this.world.signer.hot.address, '3');
      await this.world.blocks();
      await this.world.blocks(1);
      await this.world.explainAll();
    });
    afterAll(() => this.world.close());
    beforeEach(async () => {
      this.outside = `0x${(++this.#places).toString(16).padStart(2, '0').repeat(20)}`;
      this.who = await this.#nextCustomer();
      this.withdrawal = await this.world.approved(this.who, this.outside, '105');
    });
    afterEach(async () => {
      for (const node of [this.world.node, this.world.witness]) {
        if (node === null) continue;
        node.down = false;
        node.lie = (_method, result) => result;
      }
      await this.world.look();
      await this.world.look();
      await sumsToZero(this.world.server);
      await this.world.agrees();
    });
  }

  async #nextCustomer(): Promise<TestCustomer> {
    if (this.#fresh.length === 0) {
      this.#fresh = (await this.world.depositors(TOGETHER, 1_000)).map(depositor => depositor.who);
      await this.world.sweep();
    }
    return this.#fresh.pop()!;
  }

  /** In units of 6 decimals. */
  paid(): Promise<bigint> {
    return this.world.tokensOf(this.outside);
  }

  async state(): Promise<string> {
    return (await this.world.shown(this.who)).state;
  }

  async flags(): Promise<readonly string[]> {
    const { item } = await this.world.desk.call('GET desk/queue_item', {
      queue: 'withdrawal',
      id: this.withdrawal,
    });
    return item.flags;
  }

  wait(byMs: number): Promise<void> {
    return TestDesk.wait(this.world.server, byMs);
  }

  build() {
    return this.world.desk.try('POST desk/custody_build', { network: 'ERC20', kind: 'payout' });
  }
}

/** It was paid, once, and its money has left the books. */
export async function paidOnce(payment: Payment): Promise<void> {
  await payment.world.blocks();
  expect(await payment.paid()).toBe(100_000_000n);
  expect(await payment.state()).toBe('passed');
  expect(await spotBalance(payment.world.server, payment.who)).toEqual(['895', '0']);
}

/** It waits to be paid, as if nothing had been tried. */
export async function unpaid(payment: Payment): Promise<void> {
  expect(await payment.paid()).toBe(0n);
  expect(await payment.state()).toBe('approved');
  expect(await spotBalance(payment.world.server, payment.who)).toEqual(['895', '105']);
}

export async function payLater(payment: Payment): Promise<void> {
  const { id } = await payment.world.build('payout', [payment.withdrawal]);
  await payment.world.sent(id);
  await paidOnce(payment);
}
