import { randomUUID } from 'node:crypto';
import type { PlaceOrder } from '@tallystick/core';
import { BTC_USDT } from '@tallystick/core/testing/demo-exchange';
import { logIn, startBenchServer } from '../bench-server.ts';
import { toForm } from '../orders/limit-orders.ts';
import { bytesOf, gained, tableSizes, type TableSize } from './sizes.ts';

export interface OrderGrowth {
  /** Bytes for each order. */
  readonly bytes: number;
  readonly tables: readonly TableSize[];
  readonly orders: number;
}

type Server = Awaited<ReturnType<typeof startBenchServer>>;

const AT_ONCE = 100;
const MID_TICKS = 650_000;

/** Customers' orders through the HTTP server, all kept: those that wait, and those that trade with one another. */
export async function orderGrowth(
  orders: number,
): Promise<{ readonly resting: OrderGrowth; readonly traded: OrderGrowth }> {
  // A customer may have 200 open orders.
  const customers = Math.max(2, orders / AT_ONCE);
  const server = await startBenchServer(customers);
  try {
    const tokens = await logIn(server.services, customers);
    const tokenOf = (i: number): string => tokens[i % customers]!;
    const resting = await measured(server, orders, i =>
      place(server, tokenOf(i), { side: 'buy', priceTicks: MID_TICKS - 2_000 - (i % 2_000) }),
    );
    const traded = await measured(server, orders, i =>
      place(server, tokenOf(i), { side: i % 2 === 0 ? 'sell' : 'buy', priceTicks: MID_TICKS }),
    );
    return { resting, traded };
  } finally {
    await server.stops.run();
  }
}

async function measured(
  server: Server,
  orders: number,
  placed: (i: number) => Promise<void>,
): Promise<OrderGrowth> {
  const { pool } = server.services;
  const before = await tableSizes(pool);
  for (let from = 0; from < orders; from += AT_ONCE) {
    await Promise.all(Array.from({ length: AT_ONCE }, (_, i) => placed(from + i)));
  }
  const tables = gained(before, await tableSizes(pool));
  const bytes = tables.reduce((sum, table) => sum + bytesOf(table), 0);
  return { bytes: bytes / orders, tables, orders };
}

async function place(
  { app }: Server,
  token: string,
  { side, priceTicks }: Pick<PlaceOrder, 'side'> & { readonly priceTicks: number },
): Promise<void> {
  const answer = await app.inject({
    method: 'POST',
    url: '/api/coin/trade',
    headers: {
      authorization: `Bearer ${token}`,
      'idempotency-key': randomUUID(),
      'content-type': 'application/x-www-form-urlencoded',
    },
    payload: toForm({
      type: 'placeOrder',
      customerId: 0,
      marketId: BTC_USDT,
      side,
      orderType: 'limit',
      timeInForce: 'GTC',
      postOnly: false,
      priceTicks,
      quantityLots: 1_000,
      budgetMinor: null,
      triggerTicks: null,
      clientOrderId: null,
    }),
  });
  if (answer.statusCode !== 200) throw new Error(`an order failed: ${answer.body}`);
}
