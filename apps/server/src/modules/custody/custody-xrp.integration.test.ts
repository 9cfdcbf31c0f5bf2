import { deriveAddress, deriveKeypair, generateSeed } from 'ripple-keypairs';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { DeskOutput } from '@tallystick/protocol/desk';
import { XRP } from '@tallystick/protocol/currency-ids';
import { XrpTestLedger } from '../../chains/testing/xrp-ledger.ts';
import { XrpSigner } from '../../chains/testing/xrp-signer.ts';
import type { ChainWatcher } from '../../chains/watcher/chain-watcher.ts';
import { TestDesk } from '../../testing/test-desk.ts';
import { freshKey, TestServer, type TestCustomer } from '../../testing/test-server.ts';
import { minimumOfDeposits } from '../deposit/minimum.ts';
import { spotBalance, sumsToZero } from '../testing/ledger.ts';
import { decideWithdrawal, mayWithdraw, saveAddress, withdraw, withdrawer } from '../testing/withdrawing.ts';

type Batch = DeskOutput<'GET desk/custody_batch'>;
type Fields = Readonly<Record<string, unknown>>;

const STUCK_MS = 30 * 60_000;
/** Tick 0.0001, lot 0.1, 0.1 % for makers and takers. */
const XRP_USDT = 5;
const TAG = '1337';
const signer = new XrpSigner(seedOf(1));
/** Nobody's in these tests. */
const COLD = addressOf(2);
/** Another exchange: it refuses what comes without a tag. */
const EXCHANGE = addressOf(3);

function seedOf(number: number): string {
  return generateSeed({ entropy: new Uint8Array(16).fill(number), algorithm: 'ecdsa-secp256k1' });
}

function addressOf(number: number): string {
  return deriveAddress(deriveKeypair(seedOf(number)).publicKey);
}

let ledger: XrpTestLedger;
let server: TestServer;
let watcher: ChainWatcher;
let desk: TestDesk;
let second: TestDesk;
let who: TestCustomer;
let withdrawal: number;
let before: bigint;
let names = 0;

beforeAll(async () => {
  ledger = await XrpTestLedger.start();
  ledger.open(signer.address, 5_000_000n, true);
  ledger.open(EXCHANGE, 50_000_000n, true);
  ledger.close();
  server = await TestServer.start({
    chains: {
      DEPOSIT_RPC_XRP: [ledger.url, ledger.url],
      DEPOSIT_ADDRESS_XRP: signer.address,
      CUSTODY_COLD_XRP: [COLD],
    },
  });
  const { settings, money } = server.services;
  const minimumMinor = minimumOfDeposits({ settings, exchange: server.engine.exchange });
  watcher = server.chains.watch({ sink: money.sink, minimumMinor }).watchers[0]!;
  await watcher.tick();
  desk = await TestDesk.open(server, 'accountant', 'ann');
  second = await TestDesk.open(server, 'administrator', 'bob');
  await ledgers();
  await ledgers();
  await explainAll();
});
afterAll(async () => {
  await server?.close();
  await ledger?.stop();
});
beforeEach(async () => {
  desk = await TestDesk.open(server, 'accountant', `ann${++names}`);
  who = await depositor(100);
  withdrawal = await approved(EXCHANGE, TAG);
  before = ledger.balanceOf(EXCHANGE);
});
afterEach(async () => {
  ledger.down = false;
  ledger.lie = (_method, result) => result;
  ledger.openFee = 10n;
  await ledgers();
  await ledgers();
  const { items } = await desk.call('GET desk/queue', { queue: 'custody' });
  if (items.length > 0) throw new Error(`chain and ledger differ: ${JSON.stringify(items)}`);
  await sumsToZero(server);
});

async function ledgers(count = 1): Promise<void> {
  ledger.close(count);
  await look();
}

async function look(): Promise<void> {
  await watcher.tick();
  await server.services.custody.turn();
  await server.services.money.followPayouts();
}

async function explainAll(): Promise<void> {
  const { items } = await desk.call('GET desk/queue', { queue: 'custody' });
  for (const { id } of items) {
    const decision = { queue: 'custody', id, action: 'explain', reason: 'Our own reserve' } as const;
    await desk.call('POST desk/queue_decide', decision);
    await second.call('POST desk/queue_decide', decision);
  }
}

async function shared(customer: TestCustomer): Promise<{ address: string; memo: string }> {
  const input = { currency_id: XRP, network: 'XRP' } as const;
  const { address } = await server.call('POST wallet/get_in_address', input, { token: customer.token });
  return { address: address!.address, memo: address!.memo! };
}

/** A customer whose XRP came from the ledger. @param xrp whole ones */
async function depositor(xrp: number): Promise<TestCustomer> {
  const customer = await server.customer();
  await mayWithdraw(server, customer);
  const { address, memo } = await shared(customer);
  ledger.pay(address, BigInt(xrp) * 1_000_000n, Number(memo));
  await ledgers();
  expect(await spotBalance(server, customer, XRP)).toEqual([String(xrp), '0']);
  return customer;
}

/** An approved withdrawal, by default of 60.25, of which 0.25 are the fee. Returns its id. */
async function approved(address: string, memo: string | null, amount = '60.25'): Promise<number> {
  const place = { currency_id: XRP, network: 'XRP', address, label: `w${++names}` } as const;
  const { address_id } = await saveAddress(server, who, {
    ...place,
    ...(memo === null ? { no_memo: true } : { memo }),
  });
  const asked = await withdraw(server, who, { currency_id: XRP, address_id, amount });
  await decideWithdrawal(desk, asked.withdrawal_id, 'approve');
  return asked.withdrawal_id;
}

const build = () => desk.call('POST desk/custody_build', { network: 'XRP', kind: 'payout' });
const exported = async (id: number) =>
  (await desk.call('POST desk/custody_export', { batch_id: id })).content;
const batchOf = (id: number) => desk.call('GET desk/custody_batch', { batch_id: id });
const send = (id: number) => desk.call('POST desk/custody_send', { batch_id: id });
const shown = async () => (await server.call('GET charge_mention/log3', {}, { token: who.token })).items[0]!;
const flags = async () =>
  (await desk.call('GET desk/queue_item', { queue: 'withdrawal', id: withdrawal })).item.flags;

async function upload(id: number, signed: readonly string[]): Promise<Batch> {
  const { version } = await batchOf(id);
  const content = JSON.stringify({ signed });
  return desk.call('POST desk/custody_signed', { batch_id: id, version, content });
}

async function sent(id: number): Promise<Batch> {
  const { deviations } = await upload(id, signer.sign(await exported(id)));
  expect(deviations).toEqual([]);
  return send(id);
}

async function paidOnce(): Promise<void> {
  expect(ledger.balanceOf(EXCHANGE) - before).toBe(60_000_000n);
  expect((await shown()).state).toBe('passed');
  expect(await spotBalance(server, who, XRP)).toEqual(['39.75', '0']);
}

async function unpaid(): Promise<void> {
  expect(ledger.balanceOf(EXCHANGE)).toBe(before);
  expect((await shown()).state).toBe('approved');
  expect(await spotBalance(server, who, XRP)).toEqual(['39.75', '60.25']);
}

async function payLaterWith(left: string): Promise<void> {
  const { id } = await build();
  await sent(id);
  await ledgers();
  expect(ledger.balanceOf(EXCHANGE) - before).toBe(60_000_000n);
  expect(await spotBalance(server, who, XRP)).toEqual([left, '0']);
}

async function payLater(): Promise<void> {
  const { id } = await build();
  await sent(id);
  await ledgers();
  await paidOnce();
}

describe('a withdrawal with a destination tag', () => {
  it('is paid with it by a signed batch, and chain and ledger agree', async () => {
    const built = await build();
    expect(built).toMatchObject({
      kind: 'payout',
      totals: [{ currency: 'XRP', amount: '60' }],
      contents: [{ withdrawal_id: withdrawal, recipient: EXCHANGE, memo: TAG, sender: signer.address }],
    });
    const file = await exported(built.id);
    const { transactions } = JSON.parse(file) as { transactions: { fields: Fields; reads: string[] }[] };
    expect(transactions[0]?.fields).toMatchObject({
      TransactionType: 'Payment',
      Destination: EXCHANGE,
      DestinationTag: Number(TAG),
      Amount: '60000000',
    });
    expect(transactions[0]?.reads[0]).toBe(
      `Pays withdrawal ${withdrawal}: 60 XRP to ${EXCHANGE} with destination tag ${TAG}`,
    );
    const { transactions: noted } = await sent(built.id);
    expect(await shown()).toMatchObject({ state: 'sending', transaction_id: noted[0]!.transaction_id });
    await ledgers();
    await paidOnce();
    const { state, fee_paid } = await batchOf(built.id);
    expect([state, fee_paid]).toEqual(['confirmed', '0.00002']);
    const [{ currencies } = { currencies: [] }] = (await desk.call('GET desk/custody', {})).items;
    expect(currencies).toMatchObject([{ currency: 'XRP', unexplained: '0', deposits: '0' }]);
  });

  it('pays out what its owner has bought from another customer', async () => {
    await server.tick(XRP_USDT, 2.5e8);
    const buyer = await withdrawer(server, 1_000);
    const order = { market_id: XRP_USDT, price: '2.5', quantity: '39' } as const;
    const trade = (customer: TestCustomer, side: 'buy' | 'sell') =>
      server.call('POST coin/trade', { ...order, side }, { token: customer.token, key: freshKey() });
    await trade(who, 'sell');
    await trade(buyer, 'buy');
    expect(await spotBalance(server, buyer, XRP)).toEqual(['38.961', '0']);
    const seller = who;
    who = buyer;
    const bought = await approved(EXCHANGE, '4294967295', '38.961');
    who = seller;
    const { id, contents } = await build();
    expect(contents.map(one => [one.withdrawal_id, one.memo, one.amount])).toEqual([
      [withdrawal, TAG, '60'],
      [bought, '4294967295', '38.711'],
    ]);
    await sent(id);
    await ledgers();
    expect(ledger.balanceOf(EXCHANGE) - before).toBe(98_711_000n);
    who = buyer;
    expect((await shown()).state).toBe('passed');
    expect(await spotBalance(server, buyer, XRP)).toEqual(['0', '0']);
  });

  it('goes out with others in one file, each with its own sequence number and tag', async () => {
    const first = who;
    who = await depositor(100);
    const open = addressOf(40 + names);
    const other = await approved(open, null);
    const { id, contents } = await build();
    expect(contents.map(one => [one.withdrawal_id, one.memo])).toEqual([
      [withdrawal, TAG],
      [other, null],
    ]);
    await sent(id);
    await ledgers();
    expect(ledger.balanceOf(open)).toBe(60_000_000n);
    who = first;
    await paidOnce();
  });

  it('is left out and flagged where the recipient wants a tag and none is named', async () => {
    const first = who;
    who = await depositor(100);
    const untagged = await approved(EXCHANGE, null);
    const { contents, id } = await build();
    expect(contents.map(one => one.withdrawal_id)).toEqual([withdrawal]);
    const { item } = await desk.call('GET desk/queue_item', { queue: 'withdrawal', id: untagged });
    expect(item.flags).toContain('payout_doubted');
    await decideWithdrawal(desk, untagged, 'reject');
    await sent(id);
    await ledgers();
    who = first;
    await paidOnce();
  });

  it('is not drafted with what the ledger keeps as the account’s reserve', async () => {
    const { [0]: position } = (await desk.call('GET desk/custody', {})).items[0]!.currencies;
    const drained = signer.signOne({
      TransactionType: 'Payment',
      Account: signer.address,
      Destination: COLD,
      Amount: String(ledger.balanceOf(signer.address) - 60_900_000n),
      Fee: '10',
      Flags: 0,
      Sequence: sequence(),
      LastLedgerSequence: ledger.newest + 10,
    });
    await submit(drained);
    await ledgers();
    const refused = await desk.try('POST desk/custody_build', { network: 'XRP', kind: 'payout' });
    expect(refused.body).toMatchObject({ code: 'hot_wallet_short', data: { needed: '60.00002' } });
    expect(position?.unexplained).toBe('0');
    ledger.pay(signer.address, 1_000_000_000n, null);
    await ledgers();
    await ledgers();
    await explainAll();
    await payLater();
  });
});

describe('a deposit', () => {
  it('is what was delivered, not what was written, and shows its address without the tag', async () => {
    const { address, memo } = await shared(who);
    ledger.pay(address, 1_000_000_000n, Number(memo), 12_000_000n);
    await ledgers();
    expect(await spotBalance(server, who, XRP)).toEqual(['51.75', '60.25']);
    const { items } = await server.call('GET charge_mention/log2', {}, { token: who.token });
    expect(items[0]).toMatchObject({ amount: '12', address, memo, state: 'passed' });
    await payLaterWith('51.75');
  });

  it('without a tag, or with one that is nobody’s, is a difference that people look at', async () => {
    const { address } = await shared(who);
    ledger.pay(address, 7_000_000n, null);
    ledger.pay(address, 5_000_000n, 12);
    await ledgers();
    await ledgers();
    const { items } = await desk.call('GET desk/queue', { queue: 'custody' });
    expect(items).toMatchObject([{ title: 'XRP · XRP', amount: '12', flags: ['more_at_chain'] }]);
    await explainAll();
    await payLater();
  });
});

describe('a signed file that is not what was asked for', () => {
  const without = (name: string) => (fields: Fields) =>
    Object.fromEntries(Object.entries(fields).filter(([key]) => key !== name));
  it.each<[string, string[], (fields: Fields) => Fields]>([
    ['another tag', ['memo'], fields => ({ ...fields, DestinationTag: 1338 })],
    ['no tag', ['memo'], without('DestinationTag')],
    ['another amount', ['amount'], fields => ({ ...fields, Amount: '60000001' })],
    ['another destination', ['recipient'], fields => ({ ...fields, Destination: COLD })],
    ['another sequence', ['nonce'], fields => ({ ...fields, Sequence: Number(fields['Sequence']) + 1 })],
    ['a fee above the ceiling', ['fee_above_ceiling'], fields => ({ ...fields, Fee: '1001' })],
    ['a partial payment', ['data'], fields => ({ ...fields, Flags: 0x0002_0000 })],
    ['no end to its validity', ['data'], without('LastLedgerSequence')],
    ['a source tag on top', ['data'], fields => ({ ...fields, SourceTag: 1 })],
    ['two things at once', ['amount', 'memo'], fields => ({ ...fields, Amount: '1', DestinationTag: 7 })],
  ])('%s: nothing of it is taken', async (_what, codes, change) => {
    const { id } = await build();
    const batch = await upload(id, signer.sign(await exported(id), change));
    expect([batch.state, batch.refused]).toEqual(['exported', true]);
    expect(batch.deviations.map(one => one.code).toSorted()).toEqual(codes);
    expect(await desk.refused('POST desk/custody_send', { batch_id: id })).toBe('already_decided');
    await unpaid();
    await sent(id);
    await ledgers();
    await paidOnce();
  });

  it('another key, a missing, an additional or no transaction', async () => {
    const { id } = await build();
    const file = await exported(id);
    const [blob = ''] = signer.sign(file);
    const codes = async (signed: string[]) => (await upload(id, signed)).deviations.map(one => one.code);
    expect(await codes(new XrpSigner(seedOf(9)).sign(file))).toEqual(['signer']);
    expect(await codes([])).toEqual(['missing']);
    expect(await codes([blob, blob])).toEqual(['additional']);
    expect(await codes([`${blob.slice(0, -2)}`])).toEqual(['unreadable']);
    expect(await codes([blob])).toEqual([]);
    await send(id);
    await ledgers();
    await paidOnce();
  });
});

describe('a transaction that gets into no ledger', () => {
  it('is out of date after a day, and drafted anew with the same sequence number', async () => {
    const { id } = await build();
    const file = await exported(id);
    const { transactions: drafted } = JSON.parse(file) as { transactions: { fields: Fields }[] };
    const lastLedger = Number(drafted[0]?.fields['LastLedgerSequence']);
    await upload(id, signer.sign(file));
    ledger.down = true;
    expect((await send(id)).state).toBe('broadcasting');
    ledger.down = false;
    ledger.expiredUpTo = lastLedger;
    await ledgers();
    expect(await batchOf(id)).toMatchObject({ state: 'broadcasting' });
    await TestDesk.wait(server, STUCK_MS);
    const replaced = await desk.call('POST desk/custody_replace', { batch_id: id });
    expect(replaced).toMatchObject({ version: 2, state: 'draft', contents: [{ memo: TAG }] });
    await sent(id);
    await ledgers();
    await paidOnce();
    const { transactions } = await batchOf(id);
    expect(transactions.map(one => one.state)).toEqual(['replaced', 'confirmed']);
  });

  it('is left out by a transaction that only takes its number, and can be paid again', async () => {
    const { id } = await build();
    const late = signer.sign(await exported(id));
    await desk.call('POST desk/custody_replace', {
      batch_id: id,
      leave_out: (await batchOf(id)).contents.map(one => one.id),
    });
    await sent(id);
    await ledgers();
    expect((await batchOf(id)).state).toBe('confirmed');
    expect(await submit(late[0]!)).toBe('tefPAST_SEQ');
    await unpaid();
    await payLater();
  });

  it('gives the payment back, flagged, when something else has taken its number', async () => {
    const { id } = await build();
    const [blob = ''] = signer.sign(await exported(id), fields => ({ ...fields, Amount: '1', Fee: '10' }));
    await upload(id, signer.sign(await exported(id)));
    expect(await submit(blob)).toBe('tesSUCCESS');
    ledger.close();
    await send(id);
    await ledgers();
    // Only when it is settled.
    expect((await shown()).state).toBe('sending');
    await ledgers(17);
    expect((await batchOf(id)).state).toBe('failed');
    expect(await flags()).toContain('payout_doubted');
    before += 1n;
    await unpaid();
    await ledgers();
    // What was made by hand is in no note: two people say so.
    await explainAll();
    const chosen = { network: 'XRP' as const, kind: 'payout' as const, withdrawal_ids: [withdrawal] };
    const { id: again } = await desk.call('POST desk/custody_build', chosen);
    await sent(again);
    await ledgers();
    await paidOnce();
  });
});

it('that the ledger would not pay burns its fee, which is on record, and gives the payment back', async () => {
  const { id } = await build();
  await sent(id);
  // Meanwhile the account is emptied but for its reserve: validated, and nothing paid.
  ledger.open(signer.address, 1_000_100n, true);
  await ledgers();
  expect(await batchOf(id)).toMatchObject({
    state: 'failed',
    transactions: [{ state: 'reverted', fee: '0.00002' }],
  });
  expect(await flags()).toContain('payout_doubted');
  ledger.pay(signer.address, 1_000_000_000n, null);
  await ledgers();
  await ledgers();
  await explainAll();
  const chosen = { network: 'XRP' as const, kind: 'payout' as const, withdrawal_ids: [withdrawal] };
  const { id: again } = await desk.call('POST desk/custody_build', chosen);
  await sent(again);
  await ledgers();
  await paidOnce();
});

function sequence(): number {
  return ledger.sequenceOf(signer.address);
}

/** As the signer's own program would. */
async function submit(blob: string): Promise<string> {
  const response = await fetch(ledger.url, {
    method: 'POST',
    body: JSON.stringify({ method: 'submit', params: [{ tx_blob: blob, api_version: 2 }] }),
  });
  return ((await response.json()) as { result: { engine_result: string } }).result.engine_result;
}
