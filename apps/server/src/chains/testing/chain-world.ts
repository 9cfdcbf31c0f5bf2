import { parseEther, type Address, type Hex } from 'viem';
import { BNB, ETH, USDT } from '@tallystick/protocol/currency-ids';
import type { Database } from '../../database/database.ts';
import { createTestDatabase } from '../../testing/database.ts';
import type { EvmChain } from '../evm/evm-chain.ts';
import { EvmRpc } from '../evm/evm-rpc.ts';
import { EvmSource } from '../evm/evm-source.ts';
import { mine, startAnvil, type Anvil, type AnvilClient, type AnvilKind } from './anvil.ts';
import { NodeProxy } from './node-proxy.ts';
import { TOKEN_ABI, deployToken } from './token.ts';
import { WatchedWorld } from './watched-world.ts';

export { CONFIRMATIONS } from './watched-world.ts';
export const LEDGER_DECIMALS: Readonly<Record<number, number>> = { [ETH]: 8, [USDT]: 6, [BNB]: 8 };
const MINIMUM_MINOR: Readonly<Record<number, bigint>> = {
  [ETH]: 1000n,
  [USDT]: 1_000_000n,
  [BNB]: 1000n,
};

const CHAINS = {
  ethereum: { network: 'ERC20', coin: ETH, untilFinal: false },
  bnb: { network: 'BEP20', coin: BNB, untilFinal: true },
} as const satisfies Record<AnvilKind, Pick<EvmChain, 'network' | 'coin' | 'untilFinal'>>;

/** An Ethereum chain or one like it, a database, and customers with deposit addresses. Watchers can be started and stopped. */
export class ChainWorld extends WatchedWorld {
  readonly anvil: Anvil;
  readonly chain: AnvilClient;
  readonly #kind: AnvilKind;
  /** The token used as USDT, and one that is not configured. */
  readonly token: Address;
  readonly spam: Address;
  /** Sends the deposits. */
  readonly payer: Address;

  private constructor(
    parts: Pick<ChainWorld, 'anvil' | 'node' | 'token' | 'spam' | 'payer'> & {
      readonly database: Database;
      readonly kind: AnvilKind;
    },
  ) {
    const watched = {
      network: CHAINS[parts.kind].network,
      ledgerDecimals: LEDGER_DECIMALS,
      minimumMinor: MINIMUM_MINOR,
    } as const;
    super(parts.database, parts.node, watched);
    this.#kind = parts.kind;
    this.anvil = parts.anvil;
    this.chain = parts.anvil.chain;
    this.token = parts.token;
    this.spam = parts.spam;
    this.payer = parts.payer;
  }

  static async start(kind: AnvilKind = 'ethereum'): Promise<ChainWorld> {
    const database = await createTestDatabase();
    const anvil = await startAnvil({ kind });
    const node = await NodeProxy.start(anvil.url);
    const payer = anvil.accounts[0]!;
    const token = await deployToken(anvil.chain, payer);
    const spam = await deployToken(anvil.chain, payer);
    return new ChainWorld({ kind, anvil, database, node, token, spam, payer });
  }

  async close(): Promise<void> {
    await this.node.close();
    await this.anvil.stop();
    await this.database.close();
  }

  /** A new customer, with their deposit address. */
  async customer(): Promise<{ id: number; address: Address }> {
    const id = await this.newCustomer();
    const { network, coin } = CHAINS[this.#kind];
    const { address } = await this.addresses.addressFor(id, network, coin);
    return { id, address: address as Address };
  }

  source(
    witnesses: readonly string[] = [],
    chainId = this.anvil.chainId,
    token: string = this.token,
  ): EvmSource {
    const chain = CHAINS[this.#kind];
    return new EvmSource({
      ...chain,
      rpc: new EvmRpc(this.node.url),
      witnesses: witnesses.map(url => new EvmRpc(url)),
      chainId,
      // No token is offered on the BNB Smart Chain.
      tokens: chain.coin === ETH ? [{ currencyId: USDT, contract: token }] : [],
    });
  }

  /** Of the chain's own coin. Sent, not mined. */
  sendEth(to: Address, ether: string, from = this.payer): Promise<Hex> {
    return this.chain.sendTransaction({ account: from, to, value: parseEther(ether), gas: 100_000n });
  }

  /** Sent, not mined. @param units of 6 decimals. */
  sendToken(to: Address, units: bigint, token = this.token): Promise<Hex> {
    return this.callToken('transfer', [to, units], token);
  }

  callToken(
    functionName: 'transfer' | 'payMany' | 'failAfterPaying' | 'payCoin' | 'shout',
    args: readonly unknown[],
    token = this.token,
    value = 0n,
  ): Promise<Hex> {
    const call = { abi: TOKEN_ABI, address: token, functionName, args, account: this.payer, value };
    // A fixed amount of gas: estimating it would throw for calls that are meant to fail.
    return this.chain.writeContract({ ...call, gas: 500_000n, chain: null } as never);
  }

  /** The raw transaction, to send again after a reorganisation. */
  async rawTransaction(hash: Hex): Promise<Hex> {
    const request = this.chain.request as (args: {
      method: string;
      params: readonly unknown[];
    }) => Promise<Hex>;
    return request({ method: 'eth_getRawTransactionByHash', params: [hash] });
  }

  mine(blocks = 1): Promise<number> {
    return mine(this.chain, blocks);
  }
}
