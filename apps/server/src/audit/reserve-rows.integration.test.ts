import { createHash } from 'node:crypto';
import { DAY_MS } from '@tallystick/core/durations';
import { USDT } from '@tallystick/protocol/currency-ids';
import { reserveMessage } from '@tallystick/verify/reserves/message';
import { privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AuditLog } from '../audit-log/audit-log.ts';
import { inTransaction } from '../database/transaction.ts';
import { sendPicture } from '../testing/sample-pictures.ts';
import { TestDesk } from '../testing/test-desk.ts';
import { TestServer } from '../testing/test-server.ts';
import { reserveRows } from './reserve-rows.ts';

const OWN = privateKeyToAccount(`0x${'17'.repeat(32)}`);
const PDF = Buffer.from('%PDF-1.7 one thousand dollars');

let server: TestServer;

/** A bank statement of two people, and a signed message. */
beforeAll(async () => {
  server = await TestServer.start();
  const ann = await TestDesk.open(server, 'accountant', 'ann');
  const bob = await TestDesk.open(server, 'administrator', 'bob');
  await sendPicture(server, ann.token!, PDF, {
    path: 'desk/reserve_document',
    name: 'statement.pdf',
    type: 'application/pdf',
  });
  const { id } = await ann.call('POST desk/propose', {
    kind: 'bank_statement',
    change: {
      account: 'Example Bank …1234',
      owner: 'customers',
      currency_id: USDT,
      money: 'USD',
      money_amount: '1000.00',
      rate: '1.25',
      as_of_ms: server.clock.nowMs - DAY_MS,
      sha256: createHash('sha256').update(PDF).digest('hex'),
    },
    note: 'October statement',
  });
  await bob.call('POST desk/proposal_decide', { id, decision: 'confirm' });
  await takeIn(ann.id);
});
afterAll(() => server.close());

/** As the desk takes it in; there it has to be an address of a chain that runs. */
async function takeIn(operatorId: number): Promise<void> {
  const where = { network: 'ERC20', address: OWN.address };
  const message = reserveMessage({ origin: 'test.example', ...where, day: '2026-07-15', after: null });
  const signature = await OWN.signMessage({ message });
  await inTransaction(server.database.pool, async client => {
    await client.query(
      `insert into reserve_signatures (network, address, address_key, format, message, signature, day_ms, imported_by,
         imported_at_ms) values ('ERC20', $1, $2, 'eip191', $3, $4, $5, $6, 0)`,
      [OWN.address, OWN.address.toLowerCase(), message, signature, Date.parse('2026-07-15'), operatorId],
    );
    const log = new AuditLog(() => server.clock.nowMs);
    const after = [where];
    await log.write(client, null, {
      action: 'reserves.signatures',
      subject: 'reserves',
      before: null,
      after,
    });
  });
}

/** What the audit finds after a statement of the database's owner, which is taken back. */
async function found(statement: string): Promise<string | null> {
  const stored = await server.database.pool.connect();
  try {
    await stored.query('begin; set local session_replication_role = replica');
    await stored.query(statement);
    return (await reserveRows({ stored, exchange: server.engine.exchange }))?.table ?? null;
  } finally {
    await stored.query('rollback');
    stored.release();
  }
}

describe('what reserves rest on', () => {
  it('is as it was taken in', async () => {
    expect(await found('select')).toBeNull();
  });

  it.each([
    ['reserve_signatures', `network = 'BEP20'`],
    ['reserve_signatures', `address = lower(address)`],
    ['reserve_signatures', `address_key = address_key || '0'`],
    ['reserve_signatures', `format = 'bip322'`],
    ['reserve_signatures', `message = replace(message, 'test', 'text')`],
    ['reserve_signatures', `signature = replace(signature, '7', '6')`],
    ['reserve_signatures', 'day_ms = day_ms + 86400000'],
    ['bank_statements', `account = account || '5'`],
    ['bank_statements', `holder = 'house'`],
    ['bank_statements', 'currency_id = 1'],
    ['bank_statements', `money = 'EUR'`],
    ['bank_statements', 'money_minor = money_minor + 1'],
    ['bank_statements', 'rate = rate + 0.000000000000000001'],
    ['bank_statements', 'amount_minor = amount_minor + 1'],
    ['bank_statements', 'as_of_ms = as_of_ms + 1'],
    ['bank_statements', 'document_sha256 = set_byte(document_sha256, 3, 255 - get_byte(document_sha256, 3))'],
    ['bank_statements', 'proposal_id = proposal_id + 1'],
    ['bank_statements', 'confirmed_by = entered_by'],
  ])('is found to be changed: %s, %s', async (table, change) => {
    expect(await found(`update ${table} set ${change}`)).toBe(table);
  });

  it.each(['reserve_signatures', 'bank_statements'])('is found to be deleted: %s', async table => {
    expect(await found(`delete from ${table}`)).toBe(table);
  });
});
