import { parseEther, type Address, type Hex } from 'viem';
import type { DeskInput, DeskOutput } from '@tallystick/protocol/desk';
import { USDT } from '@tallystick/protocol/currency-ids';
import { mine, startAnvil, type Anvil } from '../../../chains/testing/anvil.ts';
import { NodeProxy } from '../../../chains/testing/node-proxy.ts';
import { deployToken, TOKEN_ABI } from '../../../chains/testing/token.ts';
import { EvmSigner } from '../../../chains/testing/evm-signer.ts';
import type { ChainWatcher } from '../../../chains/watcher/chain-watcher.ts';
import { TestDesk } from '../../../testing/test-desk.ts';
import { TestServer, type TestCustomer } from '../../../testing/test-server.ts';
import { minimumOfDeposits } from '../../deposit/minimum.ts';
import { decideWithdrawal, mayWithdraw, saveAddress, withdraw } from '../../testing/withdrawing.ts';

type Batch = DeskOutput<'GET desk/custody_batch'>;
type Kind = DeskInput<'POST desk/custody_build'>['kind'];

const CHAIN_ID = 31_337;
export const CONFIRMATIONS = 3;
/** Nobody's in these tests. */
export const COLD: Address = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';

/** A chain, a server with a hot address on it, its signer, and two people at the desk. */
export class EvmWorld {
  readonly anvil: Anvil;
  readonly node: NodeProxy;
  readonly token: Address;
  readonly signer = new EvmSigner();
  server!: TestServer;
  watcher!: ChainWatcher;
  /** An accountant and an administrator. */
  desk!: TestDesk;
  second!: TestDesk;
  #payer: Address;
  #people = 0;

  private constructor(anvil: Anvil, node: NodeProxy, token: Address, payer: Address) {
    this.anvil = anvil;
    this.node = node;
    this.token = token;
    this.#payer = payer;
  }

  static async start(): Promise<EvmWorld> {
    const anvil = await startAnvil();
    const [payer] = anvil.accounts;
    const token = await deployToken(anvil.chain, payer!);
    const world = new EvmWorld(anvil, await NodeProxy.start(anvil.url), token, payer!);
    await world.#open();
    return world;
  }

  async close(): Promise<void> {
    await this.server.close();
    await this.node.close();
    await this.anvil.stop();
  }

  /** The server once more, after it was killed: it has nothing but its database. */
  async restart(): Promise<void> {
    await this.server.stop();
    await this.#open(this.server);
  }

  async #open(after?: TestServer): Promise<void> {
    this.server = await TestServer.start({
      ...(after === undefined ? {} : { after }),
      chains: {
        DEPOSIT_RPC_ETH: [this.node.url],
        DEPOSIT_CHAIN_ETH: CHAIN_ID,
        DEPOSIT_USDT_ETH: this.token,
        CUSTODY_HOT_ETH: this.signer.hot.address,
        CUSTODY_COLD_ETH: [COLD],
      },
    });
    const { settings, money } = this.server.services;
    const minimumMinor = minimumOfDeposits({ settings, exchange: this.server.engine.exchange });
    this.watcher = this.server.chains.watch({ sink: money.sink, minimumMinor }).watchers[0]!;
    await this.watcher.tick();
    this.desk = await TestDesk.open(this.server, 'accountant', `ann${++this.#people}`);
    this.second = await TestDesk.open(this.server, 'administrator', `bob${this.#people}`);
  }

  /** Tokens, from somebody outside. Not mined. @param units of 6 decimals */
  payTokens(to: string, units: bigint): Promise<Hex> {
    const call = {
      abi: TOKEN_ABI,
      address: this.token,
      functionName: 'transfer',
      args: [to as Address, units],
    };
    return this.anvil.chain.writeContract({
      ...call,
      account: this.#payer,
      gas: 500_000n,
      chain: null,
    } as never);
  }

  payEther(to: string, ether: string): Promise<Hex> {
    const value = parseEther(ether);
    return this.anvil.chain.sendTransaction({
      account: this.#payer,
      to: to as Address,
      value,
      gas: 100_000n,
    });
  }

  async tokensOf(owner: string): Promise<bigint> {
    return this.anvil.chain.readContract({
      abi: TOKEN_ABI,
      address: this.token,
      functionName: 'balanceOf',
      args: [owner as Address],
    });
  }

  /** Mines blocks, and everything that looks at the chain looks. */
  async blocks(count = CONFIRMATIONS): Promise<void> {
    await mine(this.anvil.chain, count);
    await this.look();
  }

  /** Custody first, as it names what pays a withdrawal. */
  async look(): Promise<void> {
    await this.watcher.tick();
    await this.server.services.custody.turn();
    await this.server.services.money.followPayouts();
  }

  /** A customer whose money came from the chain. @param usdt whole ones */
  async depositor(usdt: number): Promise<{ readonly who: TestCustomer; readonly address: Address }> {
    // Numbered across restarts, unlike the server's own.
    const email = `depositor${++this.#people}@example.com`;
    const { token, user } = await this.server.register(email);
    const who = { id: user.id, email, token };
    await mayWithdraw(this.server, who);
    const input = { currency_id: USDT, network: 'ERC20' } as const;
    const { address } = await this.server.call('POST wallet/get_in_address', input, { token: who.token });
    const own = address?.address as Address;
    await this.payTokens(own, BigInt(usdt) * 1_000_000n);
    await this.blocks();
    return { who, address: own };
  }

  /** An approved withdrawal; 5 of it are the fee. Returns its id. */
  async approved(who: TestCustomer, to: string, usdt: string): Promise<number> {
    const address = { network: 'ERC20', address: to, label: `to ${to.slice(-6)} ${++this.#people}` } as const;
    const { address_id } = await saveAddress(this.server, who, address);
    const { withdrawal_id: id } = await withdraw(this.server, who, { address_id, amount: usdt });
    await decideWithdrawal(this.desk, id, 'approve');
    return id;
  }

  /** The customer's view of their newest withdrawal. */
  async shown(who: TestCustomer) {
    const { items } = await this.server.call('GET charge_mention/log3', {}, { token: who.token });
    return items[0]!;
  }

  build(kind: Kind, ids?: number[]): Promise<Batch> {
    const chosen = ids === undefined ? {} : { withdrawal_ids: ids };
    return this.desk.call('POST desk/custody_build', { network: 'ERC20', kind, ...chosen });
  }

  async exported(id: number): Promise<string> {
    return (await this.desk.call('POST desk/custody_export', { batch_id: id })).content;
  }

  batch(id: number): Promise<Batch> {
    return this.desk.call('GET desk/custody_batch', { batch_id: id });
  }

  async upload(id: number, signed: readonly string[]): Promise<Batch> {
    const { version } = await this.batch(id);
    const content = JSON.stringify({ signed });
    return this.desk.call('POST desk/custody_signed', { batch_id: id, version, content });
  }

  /** Taken out, signed and taken in. */
  async signed(id: number): Promise<Batch> {
    return this.upload(id, await this.signer.sign(await this.exported(id)));
  }

  send(id: number): Promise<Batch> {
    return this.desk.call('POST desk/custody_send', { batch_id: id });
  }

  /** From the draft to the node. */
  async sent(id: number): Promise<Batch> {
    await this.signed(id);
    return this.send(id);
  }

  /** All of a deposit address to the hot one: gas, if it needs any, and the sweep. */
  async sweep(): Promise<void> {
    for (const kind of ['gas', 'sweep'] as const) {
      const { id } = await this.build(kind);
      await this.sent(id);
      await this.blocks();
    }
  }

  async position(currency: 'ETH' | 'USDT') {
    const { items } = await this.desk.call('GET desk/custody', {});
    return items[0]!.currencies.find(one => one.currency === currency)!;
  }

  /** Nothing is left that chain and ledger differ in. */
  async agrees(): Promise<void> {
    const { items } = await this.desk.call('GET desk/queue', { queue: 'custody' });
    if (items.length > 0) throw new Error(`chain and ledger differ: ${JSON.stringify(items)}`);
  }

  /** Two people say what each open difference was. */
  async explainAll(): Promise<void> {
    const { items } = await this.desk.call('GET desk/queue', { queue: 'custody' });
    for (const { id } of items) {
      const decision = { queue: 'custody', id, action: 'explain', reason: 'Our own float for fees' } as const;
      await this.desk.call('POST desk/queue_decide', decision);
      await this.second.call('POST desk/queue_decide', decision);
    }
  }
}
