import { randomUUID } from 'node:crypto';
import type { CommandBus } from '@tallystick/server/engine/command-bus';
import { hashInput } from '@tallystick/server/engine/idempotency/hash-input';
import { Latencies } from './latencies.ts';
import { CUSTOMERS, LimitOrders } from './limit-orders.ts';

export interface SentOrders {
  /** Of those answered after the warm-up. */
  readonly latencies: Latencies;
  /** With those of the warm-up. */
  readonly sent: number;
}

/** `inFlight` senders, each waiting for its answer before the next order. Throws on a refusal. */
export async function sendOrders(
  bus: CommandBus,
  inFlight: number,
  warmUpMs: number,
  measureMs: number,
): Promise<SentOrders> {
  const orders = new LimitOrders(1);
  const fromMs = performance.now() + warmUpMs;
  const untilMs = fromMs + measureMs;
  const latencies = new Latencies();
  let sent = 0;
  const sender = async (): Promise<void> => {
    for (;;) {
      const sentAt = performance.now();
      if (sentAt >= untilMs) return;
      const customerId = 1 + (sent++ % CUSTOMERS);
      const order = orders.next(customerId);
      const { type: _, instructions: __, ...input } = order;
      const { outcome } = await bus.submit(order, {
        idempotency: { scope: `customer:${customerId}`, key: randomUUID(), inputHash: hashInput(input) },
      });
      if (!outcome.ok) throw new Error(`an order was refused: ${outcome.refusal.code}`);
      const answeredAt = performance.now();
      if (answeredAt >= fromMs && answeredAt < untilMs) latencies.add(answeredAt - sentAt);
    }
  };
  await Promise.all(Array.from({ length: inFlight }, sender));
  return { latencies, sent };
}
