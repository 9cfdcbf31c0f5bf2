import { mine, reorganise, startAnvil, type Anvil } from '@tallystick/server/chains/testing/anvil';
import { deployToken, TOKEN_ABI } from '@tallystick/server/chains/testing/token';
import { openDatabase, type Database } from '@tallystick/server/database/database';
import { SILENT_LOG } from '@tallystick/server/database/log';
import type { App } from './app.ts';
import { startReadableApp } from './prepared-app.ts';

/** So few that a test can check each of them. */
export const CONFIRMATIONS = 3;
const CHAIN_ID = 31_337;
const POLL_MS = 200;
const GAS = 500_000n;
const TOKEN_UNITS = 1_000_000n;
const WEI_PER_MILLI = 10n ** 15n;

type Hash = `0x${string}`;

/** An exchange for tests of deposits and withdrawals, with a readable database and its own Ethereum node. */
export class ExchangeOnAChain {
  readonly app: App;
  readonly database: Database;
  readonly #anvil: Anvil;
  readonly #token: Hash;

  private constructor(parts: { app: App; database: Database; anvil: Anvil; token: Hash }) {
    this.app = parts.app;
    this.database = parts.database;
    this.#anvil = parts.anvil;
    this.#token = parts.token;
  }

  /** @param env more settings */
  static async start(env: Readonly<Record<string, string>> = {}): Promise<ExchangeOnAChain> {
    const anvil = await startAnvil();
    const token = await deployToken(anvil.chain, anvil.accounts[0]!);
    const { app, databaseUrl } = await startReadableApp({
      DEPOSIT_RPC_ETH: anvil.url,
      DEPOSIT_CHAIN_ETH: String(CHAIN_ID),
      DEPOSIT_CONFIRMATIONS_ETH: String(CONFIRMATIONS),
      DEPOSIT_USDT_ETH: token,
      DEPOSIT_POLL_MS: String(POLL_MS),
      ...env,
    });
    const database = await openDatabase({ url: databaseUrl, dataDir: '', connections: 2 }, SILENT_LOG);
    return new ExchangeOnAChain({ app, database, anvil, token });
  }

  async close(): Promise<void> {
    await this.database.close();
    await this.app.close();
    await this.#anvil.stop();
  }

  /** An address on the chain that does not belong to the exchange. */
  get stranger(): string {
    return this.#anvil.accounts[5]!;
  }

  /** Sends whole USDT; the transaction is not in a block yet. */
  sendUsdt(to: string, amount: bigint): Promise<string> {
    return this.#anvil.chain.writeContract({
      abi: TOKEN_ABI,
      address: this.#token,
      functionName: 'transfer',
      args: [to as Hash, amount * TOKEN_UNITS],
      account: this.#anvil.accounts[0]!,
      gas: GAS,
    });
  }

  /** Sends thousandths of an ether; the transaction is not in a block yet. */
  sendMilliEther(to: string, amount: bigint): Promise<string> {
    return this.#anvil.chain.sendTransaction({
      account: this.#anvil.accounts[0]!,
      to: to as Hash,
      value: amount * WEI_PER_MILLI,
      gas: GAS,
    });
  }

  /** USDT units (6 decimals) that an address holds on the chain. */
  heldUsdt(address: string): Promise<bigint> {
    return this.#anvil.chain.readContract({
      abi: TOKEN_ABI,
      address: this.#token,
      functionName: 'balanceOf',
      args: [address as Hash],
    });
  }

  async mine(blocks: number): Promise<void> {
    await mine(this.#anvil.chain, blocks);
  }

  /** Replaces the newest blocks by empty ones and adds one more. */
  async loseNewestBlocks(depth: number): Promise<void> {
    await reorganise(this.#anvil.chain, depth);
    await this.mine(1);
  }

  /** Advances the clock by a minute, so that the next code may be requested. */
  async letCodesAge(): Promise<void> {
    await this.database.pool.query(
      'update verification_codes set created_at_ms = created_at_ms - 60000, expires_at_ms = expires_at_ms - 60000',
    );
  }
}
