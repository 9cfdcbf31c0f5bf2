import { USDT } from '@tallystick/protocol/currency-ids';
import { inTransaction } from '../../../database/transaction.ts';
import { appendPublicRecord } from '../../../public-log/append.ts';
import type { TestServer } from '../../../testing/test-server.ts';

/** The house's own money comes in over the bank. */
export async function fundFromBank(
  server: TestServer,
  to: 'treasury' | 'optionPool' | 'insurance',
  units: number,
): Promise<void> {
  await server.submit({
    type: 'fundHouse',
    from: 'bank',
    to,
    currencyId: USDT,
    amountMinor: BigInt(units) * 1_000_000n,
    reference: `test:${to}`,
  });
}

/** An audit point in the public log: what customers are owed, and what stands behind it, by a statement of that moment. */
export async function provePoint(
  server: TestServer,
  liabilities: number,
  assets: number,
  { statedAtMs = server.clock.nowMs } = {},
): Promise<void> {
  const atMs = server.clock.nowMs;
  const usdt = { currency: 'USDT', decimals: 6 };
  const minor = (units: number): string => String(BigInt(units) * 1_000_000n);
  await inTransaction(server.database.pool, async client => {
    const root = '1'.repeat(64);
    const record = await appendPublicRecord(client, {
      kind: 'liabilities',
      atMs,
      body: {
        point: 1,
        sequence: 1,
        at_ms: atMs,
        tree: [{ ...usdt, root, total: minor(liabilities), leaves: 1 }],
        beside: [],
      },
    });
    const none = { address: null, format: null, message: null, signature: null, block: null };
    const bank = { network: 'bank', place: 'bank', proof: 'statement', rate: '1' } as const;
    const stated = { ...usdt, ...none, ...bank, at_ms: statedAtMs };
    const accountOf = (account: string, units: number, digit: string) => ({
      account,
      amount: minor(units),
      money: `${units}.00 USD`,
      document: digit.repeat(64),
    });
    await appendPublicRecord(client, {
      kind: 'reserves',
      atMs,
      body: {
        point: 1,
        at_ms: atMs,
        assets: [
          { ...stated, owner: 'customers', ...accountOf('Clients', assets, '1') },
          // Counts for nothing.
          { ...stated, owner: 'house', ...accountOf('Own', 1_000_000, '2') },
        ],
        unproven: [],
        house: [],
        liabilities_record: record,
      },
    });
  });
}

/** What the bank says, past the two people who would confirm it. */
export async function bankStatement(
  server: TestServer,
  units: number,
  { account = 'Clients', atMs = server.clock.nowMs } = {},
): Promise<void> {
  await inTransaction(server.database.pool, async client => {
    await client.query('set local session_replication_role = replica');
    await client.query(
      `insert into bank_statements (account, holder, currency_id, money, money_minor, rate, amount_minor, as_of_ms,
         document_sha256, proposal_id, entered_by, confirmed_by, confirmed_at_ms)
       values ($1, 'customers', $2, 'USD', 0, 1, $3, $4, decode(repeat('00', 32), 'hex'),
               (select count(*) + 1 from bank_statements), 1, 2, $4)`,
      [account, USDT, String(BigInt(units) * 1_000_000n), atMs],
    );
  });
}
