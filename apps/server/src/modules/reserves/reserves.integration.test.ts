import { createHash } from 'node:crypto';
import { USDT } from '@tallystick/protocol/currency-ids';
import type { DeskInput } from '@tallystick/protocol/desk';
import { readEntry } from '@tallystick/verify/public-log/entry';
import type { RecordBody } from '@tallystick/verify/public-log/records';
import { SIGNATURE_COUNTS_MS } from '@tallystick/verify/reserves/signed-address';
import { formatOf } from '@tallystick/verify/reserves/signed-message';
import { privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DAY_MS } from '@tallystick/core/durations';
import { COLD, EvmWorld } from '../custody/testing/evm-world.ts';
import { TestDesk } from '../../testing/test-desk.ts';
import { sendPicture } from '../../testing/sample-pictures.ts';
import { MOST_OTHER_ADDRESSES } from './limits.ts';
import { auditPoint } from './testing/audit-point.ts';
import { signedFile } from './testing/signed-file.ts';

const OWN = privateKeyToAccount(`0x${'17'.repeat(32)}`);
const PDF = Buffer.from('%PDF-1.7 one thousand dollars');
const SHA256 = createHash('sha256').update(PDF).digest('hex');

let world: EvmWorld;
let points = 0;

beforeAll(async () => {
  world = await EvmWorld.start();
  await world.payEther(world.signer.hot.address, '2');
  await world.payTokens(COLD, 70_000_000n);
  await world.payTokens(OWN.address, 9_000_000n);
  await world.depositor(100);
  await world.blocks();
  await world.explainAll();
});
afterAll(() => world.close());

const owed = [
  { currencyId: USDT, code: 'USDT', decimals: 6, totalMinor: 100_000_000n, makersMinor: 7_000_000n },
];

const handIn = (file: Buffer) =>
  sendPicture(world.server, world.desk.token!, file, {
    path: 'desk/reserve_document',
    name: 'statement.pdf',
    type: 'application/pdf',
  });

/** What is published of the next audit point; `isReal`: whose trees are made, which takes a while. */
async function published(isReal = false): Promise<RecordBody<'reserves'>> {
  const { server } = world;
  points++;
  if (isReal) await server.services.liability.maker.step();
  else await auditPoint(server.database.pool, points, server.clock.nowMs, owed);
  await server.services.reserves.publish();
  const { reserves, liabilities } = await shown();
  expect(reserves).toMatchObject({ point: points, liabilities_record: liabilities.number });
  return reserves;
}

/** Both records as everybody gets them. */
async function shown() {
  const { published: found } = await world.server.call('GET reserves/newest', {});
  const reserves = readEntry(Buffer.from(found!.reserves.entry))!;
  const liabilities = readEntry(Buffer.from(found!.liabilities.entry))!;
  expect([reserves.kind, reserves.number]).toEqual(['reserves', found!.reserves.number]);
  return {
    reserves: reserves.body as RecordBody<'reserves'>,
    liabilities: { number: liabilities.number, ...(liabilities.body as RecordBody<'liabilities'>) },
  };
}

const messages = (input: DeskInput<'GET desk/reserve_messages'> = {}) =>
  world.desk.call('GET desk/reserve_messages', input);
const take = (content: string) => world.desk.call('POST desk/reserve_signatures', { content });
const byHot = ({ address, message }: { address: string; message: string }) =>
  address === world.signer.hot.address ? world.signer.hot.signMessage({ message }) : null;

it('what lies at custody addresses is published beside what is owed, deposit addresses in one sum', async () => {
  const { assets, unproven } = await published(true);
  const facts = assets.map(({ currency, amount, proof, owner, place, address }) => [
    currency,
    amount,
    proof,
    owner,
    place,
    address,
  ]);
  expect(facts).toEqual([
    ['ETH', '200000000', 'observed', 'customers', 'hot', world.signer.hot.address],
    ['USDT', '70000000', 'observed', 'customers', 'cold', COLD],
    ['USDT', '100000000', 'observed', 'customers', 'deposits', null],
  ]);
  expect(unproven).toEqual([]);
  const { liabilities } = await shown();
  expect(liabilities.tree).toMatchObject([{ currency: 'USDT', total: '100000000' }]);
  const { house } = await published();
  expect(house).toContainEqual({ currency: 'USDT', decimals: 6, name: 'makers', amount: '7000000' });
});

it('an address that has signed is told apart, for ninety days', async () => {
  const { content } = await messages();
  expect(JSON.parse(content)).toMatchObject({
    messages: [{ network: 'ERC20', address: world.signer.hot.address }, { address: COLD }],
  });
  expect(await take(await signedFile(content, byHot))).toEqual({ imported: 1, faults: [] });
  const [hot, cold] = (await published()).assets;
  expect(hot).toMatchObject({ proof: 'signed', format: 'eip191' });
  expect(cold).toMatchObject({ proof: 'observed', message: null });
  // As a browser does it, with another library than the server's.
  expect(formatOf(hot!.address!, hot!.message!, hot!.signature!)).toBe('eip191');
  const listed = await world.desk.call('GET desk/reserves', {});
  expect(listed.addresses[0]).toMatchObject({ place: 'hot', signed: { format: 'eip191' } });

  await TestDesk.wait(world.server, SIGNATURE_COUNTS_MS + DAY_MS);
  expect((await published()).assets[0]).toMatchObject({ proof: 'observed', signature: null });
});

it('one wrong message refuses the whole file, and says why', async () => {
  const { content } = await messages();
  const stranger = privateKeyToAccount(`0x${'18'.repeat(32)}`);
  const faultsOf = async (file: string) => (await take(file)).faults.map(({ place, code }) => [place, code]);
  const changed = (change: (text: string) => string) => signedFile(change(content), byHot);

  expect(await faultsOf('no file')).toEqual([[null, 'unreadable']]);
  expect(
    await faultsOf(await signedFile(content, ({ message }) => stranger.signMessage({ message }))),
  ).toEqual([
    [0, 'signature'],
    [1, 'signature'],
  ]);
  expect(await faultsOf(await changed(text => text.replaceAll('holds this', 'sold this')))).toEqual([
    [0, 'message'],
  ]);
  const { origin } = await world.server.call('GET reserves/newest', {});
  expect(await faultsOf(await changed(text => text.replaceAll(origin, 'other.example')))).toEqual([
    [0, 'origin'],
  ]);
  expect(await faultsOf(await changed(text => text.replaceAll(/Day: \d{4}/g, 'Day: 2031')))).toEqual([
    [0, 'day'],
  ]);
  expect(
    await faultsOf(await changed(text => text.replaceAll(/record: (\d+) ../g, 'record: $1 ff'))),
  ).toEqual([[0, 'record']]);
  // There are records: one of them must be named.
  expect(
    await faultsOf(await changed(text => text.replaceAll(/record: \d+ [0-9a-f]+/g, 'record: none'))),
  ).toEqual([[0, 'record']]);
  expect(await faultsOf(await changed(text => text.replaceAll('Network: ERC20', 'Network: SOL')))).toEqual([
    [0, 'network'],
  ]);
});

it("another address may sign, too: what lies there is the house's own, and never a customer's deposit", async () => {
  const asked = { network: 'ERC20', address: OWN.address } as const;
  const { content } = await messages(asked);
  const file = await signedFile(content, ({ message }) => OWN.signMessage({ message }));
  expect(await take(file)).toEqual({ imported: 1, faults: [] });
  await world.look();
  const { assets } = await published();
  expect(assets.filter(({ owner }) => owner === 'house')).toMatchObject([
    { currency: 'USDT', amount: '9000000', proof: 'signed', place: 'other', address: OWN.address },
  ]);
  const { points: history } = await world.server.call('GET reserves/history', { currency: 'USDT' });
  expect(history.at(-1)).toMatchObject({ liabilities: '100', observed: '170', signed: '0' });
  expect(await world.desk.refused('GET desk/reserve_messages', { network: 'ERC20', address: '0x17' })).toBe(
    'address_invalid',
  );
});

it('no more other addresses are taken in than are shown', async () => {
  const keys = Array.from({ length: MOST_OTHER_ADDRESSES }, (_, index) =>
    privateKeyToAccount(`0x${String(index + 1).padStart(64, '0')}`),
  );
  const signed: unknown[] = [];
  for (const key of keys) {
    const { content } = await messages({ network: 'ERC20', address: key.address });
    const file = await signedFile(content, ({ message }) => key.signMessage({ message }));
    signed.push(...(JSON.parse(file) as { signed: unknown[] }).signed);
  }
  // There is one already.
  const answer = await take(JSON.stringify({ signed }));
  expect(answer.faults.map(({ place, code }) => [place, code])).toEqual([[keys.length - 1, 'too_many']]);
  expect(answer.imported).toBe(0);
  expect((await take(JSON.stringify({ signed: signed.slice(0, 1) }))).imported).toBe(1);
});

it('a bank statement counts once another person has confirmed it, with its document', async () => {
  const customer = await world.server.customer();
  // What the ledger says is at the bank.
  await world.server.submit({
    type: 'credit',
    customerId: customer.id,
    account: 'spot',
    currencyId: USDT,
    amountMinor: 300_000_000n,
    from: 'bank',
    reference: 'a transfer to the bank',
  });
  const kept = await handIn(PDF);
  expect(kept.body.data).toEqual({ sha256: SHA256, content_type: 'application/pdf', bytes: PDF.length });
  const change = {
    account: 'Example Bank …1234',
    owner: 'customers',
    currency_id: USDT,
    money: 'USD',
    money_amount: '1000.00',
    rate: '1.25',
    as_of_ms: world.server.clock.nowMs - DAY_MS,
    sha256: SHA256,
  } as const;
  const propose = (more: object) => ({
    kind: 'bank_statement' as const,
    change: { ...change, ...more },
    note: 'October statement',
  });
  expect(await world.desk.refused('POST desk/propose', propose({ sha256: '00'.repeat(32) }))).toBe(
    'not_found',
  );
  expect(await world.desk.refused('POST desk/propose', propose({ money_amount: '1.001' }))).toBe(
    'invalid_amount',
  );
  expect(
    await world.desk.refused('POST desk/propose', propose({ as_of_ms: world.server.clock.nowMs + 1 })),
  ).toBe('invalid_input');
  const { id } = await world.desk.call('POST desk/propose', propose({}));
  const confirm = { id, decision: 'confirm' } as const;
  expect(await world.desk.refused('POST desk/proposal_decide', confirm)).toBe('same_operator');
  expect((await published()).assets.filter(({ place }) => place === 'bank')).toEqual([]);
  await world.second.call('POST desk/proposal_decide', confirm);

  // What is beyond the ledger is nobody's but the house's.
  const stated = { proof: 'statement', money: '1000 USD', rate: '1.25', document: SHA256 };
  expect((await published()).assets.filter(({ place }) => place === 'bank')).toMatchObject([
    { ...stated, amount: '300000000', owner: 'customers' },
    { ...stated, amount: '500000000', owner: 'house' },
  ]);
  expect(await world.desk.refused('POST desk/propose', propose({}))).toBe('nothing_changed');
  const document = await world.second.call('GET desk/reserve_document', { sha256: SHA256 });
  expect(Buffer.from(document.base64, 'base64').equals(PDF)).toBe(true);
  const { rows } = await world.server.database.pool.query<{ sealed: Buffer }>(
    'select sealed from reserve_documents',
  );
  expect(rows[0]!.sealed.includes('one thousand')).toBe(false);

  // The newest of an account counts, and a row never changes.
  const newer = await world.desk.call(
    'POST desk/propose',
    propose({ money_amount: '10', as_of_ms: change.as_of_ms + 1 }),
  );
  await world.second.call('POST desk/proposal_decide', { id: newer.id, decision: 'confirm' });
  const { assets, unproven } = await published();
  const bank = assets.filter(({ place }) => place === 'bank');
  expect(bank.map(({ amount, owner }) => [amount, owner])).toEqual([['8000000', 'customers']]);
  expect(unproven).toContainEqual({ currency: 'USDT', decimals: 6, place: 'bank', amount: '292000000' });
  const { statements } = await world.desk.call('GET desk/reserves', {});
  expect(statements.map(({ money_amount, counts }) => [money_amount, counts])).toEqual([
    ['10', true],
    ['1000', false],
  ]);
  // The same document is no other account's; and an account is one, however its name is written.
  expect(await world.desk.refused('POST desk/propose', propose({ account: 'Other Bank …5' }))).toBe(
    'invalid_input',
  );
  const rewritten = { account: 'EXAMPLE bank …1234', money_amount: '20', as_of_ms: change.as_of_ms + 2 };
  const { id: third } = await world.desk.call('POST desk/propose', propose(rewritten));
  await world.second.call('POST desk/proposal_decide', { id: third, decision: 'confirm' });
  const once = (await published()).assets.filter(({ place }) => place === 'bank');
  expect(once.map(({ account, amount }) => [account, amount])).toEqual([['EXAMPLE bank …1234', '16000000']]);

  const { pool } = world.server.database;
  await expect(pool.query('update bank_statements set amount_minor = 1')).rejects.toThrow('never changes');
  const again = `insert into bank_statements (account, holder, currency_id, money, money_minor, rate, amount_minor, as_of_ms,
      document_sha256, proposal_id, entered_by, confirmed_by, confirmed_at_ms)
    select account, holder, currency_id, money, money_minor, rate, amount_minor, as_of_ms, document_sha256, 0,
           entered_by, entered_by, confirmed_at_ms from bank_statements limit 1`;
  await expect(pool.query(again)).rejects.toThrow('one person is not two');
});

it('a point is published once, whoever asks; a document of another kind is refused', async () => {
  const { services, database, clock } = world.server;
  const count = async () =>
    (await database.pool.query(`select from public_records where kind = 'reserves'`)).rowCount;
  const before = (await count()) ?? 0;
  await auditPoint(database.pool, ++points, clock.nowMs, owed);
  await Promise.all([1, 2, 3].map(() => services.reserves.publish()));
  expect(await count()).toBe(before + 1);
  const svg = await handIn(Buffer.from('<svg/>'));
  expect(svg.body.code).toBe('invalid_input');
  expect(await world.desk.refused('POST desk/reserve_document', {})).toBe('file_missing');
});
