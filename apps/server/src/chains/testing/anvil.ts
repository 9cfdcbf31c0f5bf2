import { createRequire } from 'node:module';
import { createTestClient, http, publicActions, walletActions, type Address, type Hex } from 'viem';
import { foundry } from 'viem/chains';
import { startGuarded, TIMEOUT_MS } from './guarded-node.ts';

/** A local Ethereum node for tests. It makes blocks only on request. */
export interface Anvil {
  readonly url: string;
  readonly port: number;
  readonly chain: AnvilClient;
  /** Funded, and unlocked for sending. */
  readonly accounts: readonly Address[];
  stop(): Promise<void>;
}

export type AnvilClient = ReturnType<typeof clientOf>;

export interface AnvilOptions {
  /** Default: a free one. */
  readonly port?: number;
}

/** The binary comes in the npm package of the platform; nothing is fetched when it starts. */
function binary(): string {
  const name = process.platform === 'win32' ? 'anvil.exe' : 'anvil';
  const cpu = process.arch === 'x64' ? 'amd64' : process.arch;
  return createRequire(import.meta.url).resolve(`@foundry-rs/anvil-${process.platform}-${cpu}/bin/${name}`);
}

export async function startAnvil({ port: wanted = 0 }: AnvilOptions = {}): Promise<Anvil> {
  const args = ['--port', String(wanted), '--no-mining', '--order', 'fifo'];
  const { line, stop } = await startGuarded(binary(), args, /^Listening on [^ ]*:(\d+)$/);
  const port = Number(line[1]);
  const url = `http://127.0.0.1:${port}`;
  const chain = clientOf(url);
  return {
    url,
    port,
    chain,
    accounts: await chain.getAddresses(),
    stop,
  };
}

function clientOf(url: string) {
  return createTestClient({
    chain: foundry,
    mode: 'anvil',
    transport: http(url, { retryCount: 0, timeout: TIMEOUT_MS }),
    cacheTime: 0,
  })
    .extend(publicActions)
    .extend(walletActions);
}

/** Mines blocks from the pending transactions and returns the newest block's number. */
export async function mine(chain: AnvilClient, blocks = 1): Promise<number> {
  await chain.mine({ blocks });
  return Number(await chain.getBlockNumber());
}

/** Replaces the newest `depth` blocks with as many that contain only `transactions`, each in its block. */
export async function reorganise(
  chain: AnvilClient,
  depth: number,
  transactions: readonly { readonly raw: Hex; readonly block: number }[] = [],
): Promise<void> {
  const request = chain.request as (args: { method: string; params: readonly unknown[] }) => Promise<unknown>;
  await request({
    method: 'anvil_reorg',
    params: [depth, transactions.map(({ raw, block }) => [raw, block])],
  });
}
