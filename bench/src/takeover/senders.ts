import { randomUUID } from 'node:crypto';
import type { Command } from '@tallystick/core';
import { SubmitError } from '@tallystick/server/engine/command-bus';
import type { FollowerEngine } from '@tallystick/server/engine/remote/follower-engine';
import { CUSTOMERS, LimitOrders } from '../orders/limit-orders.ts';

export const SCOPE = 'bench';

/** A customer takes off what waits instead of every so manieth order, so that the state does not grow with the rounds. */
const CANCELS_EVERY = 10;

/** Customers that send one order after the other, each with a key; one whose outcome is unknown is asked about until it is known. */
export class Senders {
  /** Key and sequence of everything that was acknowledged. */
  readonly acknowledged = new Map<string, number>();
  /** How often an order had no answer, and was sent once more with its key. */
  askedAgain = 0;
  /** Resolves when everything that was sent has its answer, after `stop`; rejects with an error that nobody explains. */
  readonly ended: Promise<unknown>;
  readonly #gateway: FollowerEngine;
  readonly #orders = new LimitOrders(1);
  #sent = 0;
  #stopped = false;
  #onAnswer: ((sequence: number) => void) | null = null;

  constructor(gateway: FollowerEngine, count: number) {
    this.#gateway = gateway;
    this.ended = Promise.all(Array.from({ length: count }, () => this.#send()));
  }

  /** Milliseconds until the first acknowledgement of what stands in the journal after a core with a higher epoch came. */
  async untilAfter(epoch: number): Promise<number> {
    const startedAt = performance.now();
    let last = Infinity;
    this.#gateway.onJournaled(row => {
      if (row.epoch > epoch) last = Math.min(last, row.firstSequence - 1);
    });
    await new Promise<void>(resolve => {
      this.#onAnswer = sequence => {
        if (sequence > last) resolve();
      };
    });
    this.#onAnswer = null;
    return performance.now() - startedAt;
  }

  /** Sends nothing new: see `ended`. */
  stop(): void {
    this.#stopped = true;
  }

  /** Of many customers in turn, a tenth of whom take off their orders. */
  #next(): Command {
    const customerId = (this.#sent % CUSTOMERS) + 1;
    const turn = Math.floor(this.#sent / CUSTOMERS) + customerId;
    this.#sent++;
    if (turn % CANCELS_EVERY === 0) return { type: 'cancelAllOrders', customerId, marketId: null };
    return this.#orders.next(customerId);
  }

  async #send(): Promise<void> {
    const { bus } = this.#gateway;
    while (!this.#stopped) {
      const command = this.#next();
      const key = randomUUID();
      for (;;) {
        try {
          const { sequence } = await bus.submit(command, {
            idempotency: { scope: SCOPE, key, inputHash: 'h' },
          });
          this.acknowledged.set(key, sequence);
          this.#onAnswer?.(sequence);
          break;
        } catch (error) {
          if (!(error instanceof SubmitError) || !['outcome_unknown', 'busy'].includes(error.code))
            throw error;
          this.askedAgain++;
        }
      }
    }
  }
}
