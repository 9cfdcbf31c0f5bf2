import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '../../database/database.ts';
import { createTestDatabase } from '../../testing/database.ts';
import { OutputStore } from './output-store.ts';

const HOT = 'hot';
const PORTION = 10;
const MANY = 200;

let database: Database;
let outputs: OutputStore;
beforeAll(async () => {
  database = await createTestDatabase();
  outputs = new OutputStore(database.pool, 'OMNI');
  await outputs.advance([block(100, MANY)], new Map([[HOT, 'hot']]));
});
afterAll(() => database.close());

const id = (number: number) => number.toString(16).padStart(64, '0');

/** A block with so many payments to us. @param spent places of outputs made in block 100 */
function block(number: number, payments: number, spent: readonly number[] = []) {
  const made = Array.from({ length: payments }, (_, logIndex) => ({
    transactionHash: id(number),
    logIndex,
    senderKey: null,
    recipientKey: HOT,
    currencyId: 1,
    amount: 546n,
  }));
  return {
    number,
    hash: id(number),
    parentHash: id(number - 1),
    transfers: made,
    spent: spent.map(index => ({ transactionId: id(100), index })),
  };
}

it('however many outputs we were sent, few are asked about at each block, and all in turn', async () => {
  const asked = new Set<number>();
  for (let number = 101; number <= 100 + MANY / PORTION; number++) {
    const left = await outputs.toAsk(number - 50, PORTION);
    expect(left).toHaveLength(PORTION);
    for (const one of left) {
      asked.add(one.index);
      await outputs.mark(one, false, number);
    }
  }
  expect(asked.size).toBe(MANY);
});

it('what a block spends is known without asking, and asked about while the block may still leave the chain', async () => {
  await outputs.advance([block(200, 0, [3, 7])], new Map([[HOT, 'hot']]));
  expect([await outputs.spentAt(id(100), 3), await outputs.spentAt(id(100), 4)]).toEqual([200, null]);
  expect(await outputs.unspent('hot', [HOT])).toHaveLength(MANY - 2);
  const spent = async (from: number) =>
    (await outputs.toAsk(from, PORTION)).filter(one => one.index === 3 || one.index === 7);
  expect(await spent(150)).toHaveLength(2);
  expect(await spent(201)).toHaveLength(0);
  await outputs.mark((await spent(150))[0]!, false, 201);
  expect(await outputs.spentAt(id(100), 3)).toBeNull();
});

it('a deposit in a block that was read before it was known is asked about at once, others in their turn', async () => {
  const { pool } = database;
  const { rows } = await pool.query<{ id: number }>(
    `insert into customers (nickname, invitation_code, created_at_ms, password_changed_at_ms)
     values ('test', 'test', 0, 0) returning id`,
  );
  for (const number of [190, 210]) {
    await pool.query(
      `insert into chain_transfers (network, transaction_hash, log_index, customer_id, address, currency_id, amount,
         amount_minor, block_number, block_hash, state, seen_at_ms)
       values ('OMNI', $1, 0, $2, 'theirs', 1, 5000, 5000, $3, $1, 'seen', 0)`,
      [id(number), rows[0]!.id, number],
    );
  }
  await outputs.takeDeposits(1, 200);
  const left = await outputs.toAsk(300, 0);
  expect(left.map(one => one.transactionId)).toEqual([id(190)]);
  await outputs.mark(left[0]!, true, 205);
  expect(await outputs.toAsk(300, 0)).toEqual([]);
  expect((await outputs.unspent('deposit', null)).map(one => one.transactionId)).toEqual([id(210)]);
});
