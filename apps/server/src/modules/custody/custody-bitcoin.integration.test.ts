import { secp256k1 } from '@noble/curves/secp256k1.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { p2wpkh, Transaction } from '@scure/btc-signer';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { DeskInput, DeskOutput } from '@tallystick/protocol/desk';
import { BTC, USDT } from '@tallystick/protocol/currency-ids';
import { addressOfScript } from '../../chains/addresses/bitcoin-script.ts';
import { PARAMETERS } from '../../chains/testing/bitcoin-world.ts';
import { findLitecoind, Litecoind } from '../../chains/testing/litecoind.ts';
import { NodeProxy } from '../../chains/testing/node-proxy.ts';
import { DEMO_MNEMONIC, operatorKey } from '../../chains/testing/wallet.ts';
import type { ChainWatcher } from '../../chains/watcher/chain-watcher.ts';
import { TestDesk } from '../../testing/test-desk.ts';
import { TestServer, type TestCustomer } from '../../testing/test-server.ts';
import { minimumOfDeposits } from '../deposit/minimum.ts';
import { spotBalance, sumsToZero } from '../testing/ledger.ts';
import { decideWithdrawal, mayWithdraw, saveAddress, withdraw } from '../testing/withdrawing.ts';

const found = await findLitecoind();
const skipped = 'missing' in found ? ` (skipped: ${found.missing})` : '';

const STUCK_MS = 30 * 60_000;
/** What the operator's signer holds, and the server does not. */
const HOT_KEY = new Uint8Array(32).fill(0x42);
const HOT = addressOfScript(p2wpkh(secp256k1.getPublicKey(HOT_KEY)).script, PARAMETERS)!;

type Batch = DeskOutput<'GET desk/custody_batch'>;
type Kind = DeskInput<'POST desk/custody_build'>['kind'];

describe.skipIf(skipped !== '')(`custody of BTC, on a real node${skipped}`, () => {
  let node: Litecoind;
  /** What the server asks first; the node itself is its witness. */
  let first: NodeProxy;
  let server: TestServer;
  let watcher: ChainWatcher;
  let desk: TestDesk;
  let names = 0;

  beforeAll(async () => {
    node = await Litecoind.start();
    first = await NodeProxy.start(node.url);
    server = await TestServer.start({
      chains: {
        DEPOSIT_RPC_BTC: [first.url, node.url],
        DEPOSIT_NETWORK_BTC: 'litecoin-regtest',
        CUSTODY_HOT_BTC: HOT,
        CUSTODY_COLD_BTC: [await node.address()],
      },
    });
    const { settings, money } = server.services;
    const minimumMinor = minimumOfDeposits({ settings, exchange: server.engine.exchange });
    watcher = server.chains.watch({ sink: money.sink, minimumMinor }).watchers[0]!;
    desk = await TestDesk.open(server, 'accountant', 'first');
    await blocks(1);
  });
  afterAll(async () => {
    await server?.close();
    await first?.close();
    await node?.stop();
  });
  beforeEach(async () => {
    desk = await TestDesk.open(server, 'accountant', `bob${++names}`);
  });
  afterEach(async () => {
    await blocks(1);
    await blocks(1);
    const { items } = await desk.call('GET desk/queue', { queue: 'custody' });
    if (items.length > 0) throw new Error(`chain and ledger differ: ${JSON.stringify(items)}`);
    await sumsToZero(server);
  });

  async function blocks(count = 3): Promise<void> {
    await node.mine(count);
    await watcher.tick();
    await server.services.custody.turn();
    await server.services.money.followPayouts();
    const [custody] = (await desk.call('GET desk/custody', {})).items;
    if (custody?.failure) throw new Error(custody.failure);
    const { number } = await node.rpc.head();
    if (custody?.block !== number) throw new Error(`compared at ${custody?.block}, the newest is ${number}`);
  }

  /** A customer whose BTC came from the chain. */
  async function depositor(coins: string, currencyId = BTC): Promise<TestCustomer> {
    const who = await server.customer();
    await mayWithdraw(server, who);
    const input = { currency_id: currencyId, network: 'OMNI' } as const;
    const { address } = await server.call('POST wallet/get_in_address', input, { token: who.token });
    await node.pay({ [address!.address]: coins });
    await blocks();
    expect(await spotBalance(server, who, BTC)).toEqual([coins, '0']);
    return who;
  }

  /** An approved withdrawal of 0.0403, of which 0.0003 are the fee; to a fresh address of the node's wallet. */
  async function approved(who: TestCustomer): Promise<{ readonly id: number; readonly to: string }> {
    const to = await node.address();
    const wanted = { currency_id: BTC, network: 'OMNI', address: to, label: `w${++names}` } as const;
    const { address_id } = await saveAddress(server, who, wanted);
    const asked = await withdraw(server, who, { currency_id: BTC, address_id, amount: '0.0403' });
    await decideWithdrawal(desk, asked.withdrawal_id, 'approve');
    return { id: asked.withdrawal_id, to };
  }

  const build = (kind: Kind) => desk.call('POST desk/custody_build', { network: 'OMNI', kind });
  const exported = async (id: number) =>
    (await desk.call('POST desk/custody_export', { batch_id: id })).content;
  const batchOf = (id: number) => desk.call('GET desk/custody_batch', { batch_id: id });
  const send = (id: number) => desk.call('POST desk/custody_send', { batch_id: id });
  const shown = async (who: TestCustomer) =>
    (await server.call('GET charge_mention/log3', {}, { token: who.token })).items[0]!;
  const position = async () => (await desk.call('GET desk/custody', {})).items[0]!.currencies[0]!;

  /** As a signer that holds the keys does: those of deposit addresses by what the file says of them. */
  function sign(psbt: string, change: (transaction: Transaction) => void = () => {}): string {
    const transaction = Transaction.fromPSBT(Buffer.from(psbt, 'base64'), { allowUnknownOutputs: true });
    change(transaction);
    for (let at = 0; at < transaction.inputsLength; at++) {
      const [derivation] = transaction.getInput(at).bip32Derivation ?? [];
      const child = derivation?.[1].path.join('/');
      const key =
        child === undefined ? HOT_KEY : operatorKey(DEMO_MNEMONIC, `m/84'/0'/1'/${child}`).privateKey!;
      transaction.signIdx(key, at);
    }
    transaction.finalize();
    return Buffer.from(transaction.toPSBT(0)).toString('base64');
  }

  async function upload(id: number, content: string): Promise<Batch> {
    const { version } = await batchOf(id);
    return desk.call('POST desk/custody_signed', { batch_id: id, version, content });
  }

  async function sent(id: number): Promise<Batch> {
    const { deviations } = await upload(id, sign(await exported(id)));
    expect(deviations).toEqual([]);
    return send(id);
  }

  /** Everything at deposit addresses to the hot one. */
  async function sweep(): Promise<void> {
    const { id } = await build('sweep');
    await sent(id);
    await blocks();
    expect((await batchOf(id)).state).toBe('confirmed');
  }

  it('sweeps several addresses by one transaction, legacy ones too, and pays several by another', async () => {
    const first = await depositor('0.2');
    const second = await depositor('0.3');
    const legacy = await depositor('0.1', USDT);
    expect(await position()).toMatchObject({ ledger: '0.6', hot: '0', deposits: '0.6', unexplained: '0' });
    await sweep();
    const swept = await position();
    expect(swept).toMatchObject({ deposits: '0', unexplained: '0' });
    expect(Number(swept.hot)).toBeGreaterThan(0.5999);
    const payouts = [await approved(first), await approved(second), await approved(legacy)];
    const batch = await build('payout');
    expect(batch.transactions).toHaveLength(1);
    const done = await sent(batch.id);
    expect(done.state).toBe('sent');
    expect((await shown(first)).state).toBe('sending');
    expect((await shown(first)).transaction_id).toBe((await shown(second)).transaction_id);
    await blocks(1);
    expect(await position()).toMatchObject({ unexplained: '0' });
    await blocks(2);
    for (const who of [first, second, legacy]) expect((await shown(who)).state).toBe('passed');
    const places = await server.database.pool.query(
      'select payout_place from withdrawals where id = any($1) order by id',
      [payouts.map(one => one.id)],
    );
    expect(places.rows.map(row => row.payout_place as number)).toEqual([0, 1, 2]);
    expect((await batchOf(batch.id)).state).toBe('confirmed');
    await server.services.custody.turn();
    const { explained } = await position();
    expect(explained.map(one => one.name)).toEqual(['network_fees']);
  });

  it('sweeps no more outputs at once than a transaction takes: an address waits, or gives its largest', async () => {
    await depositor('0.2');
    await depositor('0.1');
    const { pool } = server.database;
    // As if strangers had sent dust, which no block has.
    const dust = (address: string, count: number) =>
      pool.query(
        `insert into custody_outputs
           (network, transaction_id, output_index, address, holder, amount, block_number, asked_at_block)
         select 'OMNI', repeat('ab', 32), n, $1, 'deposit', 546, 1, 1 from generate_series($2::int, $3::int) n`,
        [address, (names += 1_000), names + count - 1],
      );
    const { sweeps } = await desk.call('GET desk/custody_plan', { network: 'OMNI' });
    const [large, small] = sweeps;
    await dust(large!.address, 150);
    await dust(small!.address, 150);
    const contents = async () => {
      const batch = await build('sweep');
      const psbt = Transaction.fromPSBT(Buffer.from(await exported(batch.id), 'base64'), {
        allowUnknownOutputs: true,
      });
      await desk.call('POST desk/custody_cancel', { batch_id: batch.id, reason: 'A test' });
      return [batch.contents.map(one => one.sender), psbt.inputsLength, psbt.getInput(0).witnessUtxo?.amount];
    };
    expect(await contents()).toEqual([[large!.address], 151, 20_000_000n]);
    await dust(large!.address, 100);
    expect(await contents()).toEqual([[large!.address], 200, 20_000_000n]);
    await pool.query(`delete from custody_outputs where transaction_id = repeat('ab', 32)`);
    await sweep();
  });

  it('replaces a payment that is stuck by one with the same inputs, and only one of them counts', async () => {
    const who = await depositor('0.2');
    await sweep();
    const { to } = await approved(who);
    const { id } = await build('payout');
    const first = await sent(id);
    const replace = { batch_id: id };
    expect(await desk.refused('POST desk/custody_replace', replace)).toBe('batch_not_stuck');
    await TestDesk.wait(server, STUCK_MS);
    const drafted = await desk.call('POST desk/custody_replace', replace);
    expect(Number(drafted.fee_most)).toBeGreaterThan(Number(first.fee_most));
    const second = await sent(id);
    const ids = second.transactions.map(one => one.transaction_id);
    expect(new Set(ids).size).toBe(2);
    expect((await shown(who)).transaction_id).toBe(ids[1]);
    await blocks();
    expect((await shown(who)).state).toBe('passed');
    expect((await batchOf(id)).transactions.map(one => one.state)).toEqual(['replaced', 'confirmed']);
    expect((await node.coins()).filter(coin => coin.txid === ids[1])).toHaveLength(1);
    expect(to).toMatch(/^rltc1/);
  });

  it('gives nothing back while the first node alone says that a payment is in no block', async () => {
    const who = await depositor('0.2');
    await sweep();
    await approved(who);
    const { id } = await build('payout');
    const paid = (await sent(id)).transactions[0]?.transaction_id;
    first.lie = (method, result, [asked, isWhole]) =>
      method === 'getrawtransaction' && asked === paid && isWhole === true
        ? { ...(result as object), blockhash: undefined }
        : result;
    await blocks();
    // What the blocks spend was read after the batch was looked at.
    await server.services.custody.turn();
    expect(await batchOf(id)).toMatchObject({
      doubt: `witness 1 has ${paid} in a block, which the node does not`,
      contents: [{ state: 'open' }],
    });
    expect((await shown(who)).state).toBe('sending');
    first.lie = (_method, result) => result;
    await blocks(1);
    expect(await batchOf(id)).toMatchObject({ state: 'confirmed', doubt: null });
    expect((await shown(who)).state).toBe('passed');
  });

  it('gives a payout back that its replacement leaves out, and pays the others', async () => {
    const who = await depositor('0.2');
    const other = await depositor('0.2');
    await sweep();
    const { id: withdrawal } = await approved(who);
    await approved(other);
    const { id, contents } = await build('payout');
    await sent(id);
    await TestDesk.wait(server, STUCK_MS);
    const item = contents.find(one => one.withdrawal_id === withdrawal)!;
    await desk.call('POST desk/custody_replace', { batch_id: id, leave_out: [item.id] });
    await sent(id);
    await blocks();
    expect((await shown(other)).state).toBe('passed');
    expect((await shown(who)).state).toBe('approved');
    expect((await batchOf(id)).contents.map(one => one.state)).toEqual(['dropped', 'done']);
    const { id: again } = await build('payout');
    await sent(again);
    await blocks();
    expect((await shown(who)).state).toBe('passed');
    expect(await spotBalance(server, who, BTC)).toEqual(['0.1597', '0']);
  });

  it('waits for its payment again, however long, when its block is left before the watcher looks', async () => {
    const who = await depositor('0.2');
    await sweep();
    await approved(who);
    const { id } = await build('payout');
    const [first] = (await sent(id)).transactions;
    await blocks(1);
    expect((await batchOf(id)).transactions[0]?.state).toBe('mined');
    await node.leave(1);
    // Enough blocks for a foreign payment to be final, if the one that was left had been one.
    for (let mined = 0; mined < 4; mined++) await node.mineOnly();
    await server.services.custody.turn();
    await watcher.tick();
    await server.services.custody.turn();
    await server.services.custody.turn();
    expect(await batchOf(id)).toMatchObject({ state: 'sent', transactions: [{ state: 'sent' }] });
    expect((await shown(who)).state).toBe('sending');
    await blocks();
    expect((await shown(who)).transaction_id).toBe(first?.transaction_id);
    expect((await shown(who)).state).toBe('passed');
    expect((await batchOf(id)).state).toBe('confirmed');
  });

  it.each<[string, string[], (transaction: Transaction) => void]>([
    [
      'another amount',
      ['amount'],
      transaction => transaction.updateOutput(0, { amount: transaction.getOutput(0).amount! - 1n }),
    ],
    [
      'another recipient',
      ['recipient'],
      transaction => transaction.updateOutput(0, { script: transaction.getOutput(1).script! }),
    ],
    [
      'no way to be replaced',
      ['replaceable'],
      transaction => transaction.updateInput(0, { sequence: 0xffff_ffff }),
    ],
  ])('takes nothing of a file that comes back with %s', async (_what, codes, change) => {
    const who = await depositor('0.2');
    await sweep();
    await approved(who);
    const { id } = await build('payout');
    const batch = await upload(id, sign(await exported(id), change));
    expect([batch.state, batch.deviations.map(one => one.code)]).toEqual(['exported', codes]);
    expect(await desk.refused('POST desk/custody_send', { batch_id: id })).toBe('already_decided');
    expect((await shown(who)).state).toBe('approved');
    await sent(id);
    await blocks();
    expect((await shown(who)).state).toBe('passed');
  });

  it('sends the same transaction again when its block is left, and approves anew what a foreign one made impossible', async () => {
    const who = await depositor('0.2');
    await sweep();
    const { id: withdrawal } = await approved(who);
    const { id } = await build('payout');
    await sent(id);
    await blocks(1);
    expect((await batchOf(id)).transactions[0]?.state).toBe('mined');
    await node.leave(1);
    await blocks(1);
    await blocks(2);
    expect((await shown(who)).state).toBe('passed');
    expect((await batchOf(id)).state).toBe('confirmed');
    const { id: next } = await approved(who);
    const second = await build('payout');
    // Somebody uses the hot key elsewhere: the same coins, back to the hot address.
    const file = Transaction.fromPSBT(Buffer.from(await exported(second.id), 'base64'));
    const own = new Transaction();
    for (let at = 0; at < file.inputsLength; at++) {
      const { txid, index, witnessUtxo } = file.getInput(at);
      own.addInput({ txid: txid!, index: index!, witnessUtxo: witnessUtxo! });
    }
    const sum = Array.from({ length: file.inputsLength }, (_, at) => file.getInput(at).witnessUtxo!.amount);
    const total = sum.reduce((all, one) => all + one, 0n);
    own.addOutput({ script: p2wpkh(secp256k1.getPublicKey(HOT_KEY)).script, amount: total - 2_000n });
    own.sign(HOT_KEY);
    own.finalize();
    await node.send(bytesToHex(own.extract()));
    await blocks();
    await blocks();
    expect((await batchOf(second.id)).state).toBe('failed');
    const { item } = await desk.call('GET desk/queue_item', { queue: 'withdrawal', id: next });
    expect([item.state, item.flags]).toEqual(['approved', expect.arrayContaining(['payout_doubted'])]);
    expect(withdrawal).not.toBe(next);
    // Its fee is in no note of ours: a case for two people.
    const other = await TestDesk.open(server, 'administrator', `eve${++names}`);
    const [difference] = (await desk.call('GET desk/queue', { queue: 'custody' })).items;
    expect(difference?.amount).toBe('-0.00002');
    const decision = {
      queue: 'custody',
      id: difference!.id,
      action: 'explain',
      reason: 'Fee of a test',
    } as const;
    await desk.call('POST desk/queue_decide', decision);
    await other.call('POST desk/queue_decide', decision);
    const chosen = { network: 'OMNI', kind: 'payout' } as const;
    const { id: last } = await desk.call('POST desk/custody_build', { ...chosen, withdrawal_ids: [next] });
    await sent(last);
    await blocks();
    expect((await shown(who)).state).toBe('passed');
  });
});
