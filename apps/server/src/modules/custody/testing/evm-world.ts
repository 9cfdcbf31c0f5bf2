import { parseEther, type Address, type Hex } from 'viem';
import type { DeskInput, DeskOutput } from '@tallystick/protocol/desk';
import { BNB, USDT } from '@tallystick/protocol/currency-ids';
import type { Settings } from '../../../config/settings.ts';
import { mine, startAnvil, type Anvil, type AnvilKind } from '../../../chains/testing/anvil.ts';
import { NodeProxy } from '../../../chains/testing/node-proxy.ts';
import { deployToken, TOKEN_ABI } from '../../../chains/testing/token.ts';
import { EvmSigner } from '../../../chains/testing/evm-signer.ts';
import type { ChainWatcher } from '../../../chains/watcher/chain-watcher.ts';
import type { TestDesk } from '../../../testing/test-desk.ts';
import type { TestCustomer, TestServer } from '../../../testing/test-server.ts';
import { decideWithdrawal, mayWithdraw, saveAddress, withdraw } from '../../testing/withdrawing.ts';
import { EvmHouse } from './evm-house.ts';

type Batch = DeskOutput<'GET desk/custody_batch'>;
type Kind = DeskInput<'POST desk/custody_build'>['kind'];

export const CONFIRMATIONS = 3;
/** Nobody's in these tests. */
export const COLD: Address = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';

/** The network, and the currency that its customers pay in. */
const CHAINS = {
  ethereum: { network: 'ERC20', currencyId: USDT },
  bnb: { network: 'BEP20', currencyId: BNB },
} as const;

export interface Depositor {
  readonly who: TestCustomer;
  readonly address: Address;
}

/** A chain, a server with a hot address on it, its signer, and two people at the desk. */
export class EvmWorld {
  readonly network: (typeof CHAINS)[AnvilKind]['network'];
  readonly anvil: Anvil;
  readonly node: NodeProxy;
  /** A second way to the same chain, if it was asked for. */
  readonly witness: NodeProxy | null;
  readonly token: Address;
  readonly signer = new EvmSigner();
  readonly #house: EvmHouse;
  readonly #currencyId: number;
  readonly #payer: Address;

  private constructor(
    house: EvmHouse,
    kind: AnvilKind,
    parts: Pick<EvmWorld, 'anvil' | 'node' | 'witness' | 'token'>,
  ) {
    this.#house = house;
    this.network = CHAINS[kind].network;
    this.#currencyId = CHAINS[kind].currencyId;
    this.anvil = parts.anvil;
    this.node = parts.node;
    this.witness = parts.witness;
    this.token = parts.token;
    this.#payer = parts.anvil.accounts[0]!;
  }

  static async start(kind: AnvilKind = 'ethereum', isWitnessed = false): Promise<EvmWorld> {
    const [world] = await EvmWorld.startAll([kind], isWitnessed);
    return world!;
  }

  /** One server with several chains; whichever is closed first closes it. The hot address is the same on all. */
  static async startAll(kinds: readonly AnvilKind[], isWitnessed = false): Promise<EvmWorld[]> {
    const house = new EvmHouse();
    const worlds: EvmWorld[] = [];
    for (const kind of kinds) {
      const anvil = await startAnvil({ kind });
      const token = await deployToken(anvil.chain, anvil.accounts[0]!);
      const node = await NodeProxy.start(anvil.url);
      const witness = isWitnessed ? await NodeProxy.start(anvil.url) : null;
      worlds.push(new EvmWorld(house, kind, { anvil, token, node, witness }));
    }
    await house.open(Object.assign({}, ...worlds.map(world => world.#settings())) as Partial<Settings>);
    return worlds;
  }

  #settings(): Partial<Settings> {
    const { address: hot } = this.signer.hot;
    const nodes = [this.node.url, ...(this.witness === null ? [] : [this.witness.url])];
    if (this.network === 'BEP20') {
      return {
        DEPOSIT_RPC_BSC: nodes,
        DEPOSIT_CONFIRMATIONS_BSC: CONFIRMATIONS,
        CUSTODY_HOT_BSC: hot,
        CUSTODY_COLD_BSC: [COLD],
      };
    }
    return {
      DEPOSIT_RPC_ETH: nodes,
      DEPOSIT_CHAIN_ETH: this.anvil.chainId,
      DEPOSIT_USDT_ETH: this.token,
      CUSTODY_HOT_ETH: hot,
      CUSTODY_COLD_ETH: [COLD],
    };
  }

  async close(): Promise<void> {
    await this.#house.close();
    await this.node.close();
    await this.witness?.close();
    await this.anvil.stop();
  }

  /** The server once more, after it was killed: it has nothing but its database. */
  restart(): Promise<void> {
    return this.#house.restart();
  }

  get server(): TestServer {
    return this.#house.server;
  }

  get desk(): TestDesk {
    return this.#house.desk;
  }

  get second(): TestDesk {
    return this.#house.second;
  }

  get watcher(): ChainWatcher {
    return this.#house.watcher(this.network);
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

  /** Of the chain's own coin. Not mined. */
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

  /** A customer whose money came from the chain. @param amount whole ones of USDT, or BNB */
  async depositor(amount: number): Promise<Depositor> {
    const [depositor] = await this.depositors(1, amount);
    return depositor!;
  }

  /** Several of them, whose deposits arrive together. @param amount of each */
  async depositors(count: number, amount: number): Promise<Depositor[]> {
    const depositors: Depositor[] = [];
    for (let i = 0; i < count; i++) {
      const email = `depositor${this.#house.nextNumber()}@example.com`;
      const { token, user } = await this.server.register(email);
      const who = { id: user.id, email, token };
      await mayWithdraw(this.server, who);
      const address = await this.addressOf(who);
      await (this.#currencyId === USDT
        ? this.payTokens(address, BigInt(amount) * 1_000_000n)
        : this.payEther(address, String(amount)));
      depositors.push({ who, address });
    }
    await this.blocks();
    return depositors;
  }

  /** The customer's deposit address. */
  async addressOf({ token }: TestCustomer): Promise<Address> {
    const input = { currency_id: this.#currencyId, network: this.network };
    const { address } = await this.server.call('POST wallet/get_in_address', input, { token });
    return address?.address as Address;
  }

  /** An approved withdrawal; 5 USDT or 0.001 BNB of it are the fee. Returns its id. */
  async approved(who: TestCustomer, to: string, amount: string): Promise<number> {
    const { network } = this;
    const currency = { currency_id: this.#currencyId };
    const label = `to ${to.slice(-6)} ${this.#house.nextNumber()}`;
    const { address_id } = await saveAddress(this.server, who, { ...currency, network, address: to, label });
    const { withdrawal_id: id } = await withdraw(this.server, who, { ...currency, address_id, amount });
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
    return this.desk.call('POST desk/custody_build', { network: this.network, kind, ...chosen });
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

  /** All of the deposit addresses to the hot one: gas, if they need any, and the sweep. */
  async sweep(): Promise<void> {
    for (const kind of ['gas', 'sweep'] as const) {
      const { id } = await this.build(kind);
      await this.sent(id);
      await this.blocks();
    }
  }

  async position(currency: 'ETH' | 'USDT' | 'BNB') {
    const { items } = await this.desk.call('GET desk/custody', {});
    return items
      .find(one => one.network === this.network)!
      .currencies.find(one => one.currency === currency)!;
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
