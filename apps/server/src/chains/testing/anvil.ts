import { createRequire } from 'node:module';
import { createTestClient, http, publicActions, walletActions, type Address, type Hex } from 'viem';
import { foundry } from 'viem/chains';
import { startGuarded, TIMEOUT_MS } from './guarded-node.ts';

/** The chains that the node can stand for. */
export type AnvilKind = keyof typeof KINDS;

const KINDS = {
  ethereum: { chainId: 31_337, args: [] },
  /** The BNB Smart Chain: gas has no base price, and a block is final after two more. */
  bnb: { chainId: 56, args: ['--base-fee', '0', '--slots-in-an-epoch', '1'] },
} as const;

/** A local Ethereum node for tests, or one like it. It makes blocks only on request. */
export interface Anvil {
  readonly chainId: number;
  readonly url: string;
  readonly port: number;
  readonly chain: AnvilClient;
  /** Funded, and unlocked for sending. */
  readonly accounts: readonly Address[];
  stop(): Promise<void>;
}

export type AnvilClient = ReturnType<typeof clientOf>;

export interface AnvilOptions {
  /** Default: Ethereum. */
  readonly kind?: AnvilKind;
  /** Default: a free one. */
  readonly port?: number;
}

/** The binary comes in the npm package of the platform; nothing is fetched when it starts. */
function binary(): string {
  const name = process.platform === 'win32' ? 'anvil.exe' : 'anvil';
  const cpu = process.arch === 'x64' ? 'amd64' : process.arch;
  return createRequire(import.meta.url).resolve(`@foundry-rs/anvil-${process.platform}-${cpu}/bin/${name}`);
}

export async function startAnvil({ kind = 'ethereum', port: wanted = 0 }: AnvilOptions = {}): Promise<Anvil> {
  const { chainId, args: more } = KINDS[kind];
  const always = ['--port', String(wanted), '--no-mining', '--order', 'fifo'];
  const args = [...always, '--chain-id', String(chainId), ...more];
  const { line, stop } = await startGuarded(binary(), args, /^Listening on [^ ]*:(\d+)$/);
  const port = Number(line[1]);
  const url = `http://127.0.0.1:${port}`;
  const chain = clientOf(url, chainId);
  return {
    chainId,
    url,
    port,
    chain,
    accounts: await chain.getAddresses(),
    stop,
  };
}

function clientOf(url: string, chainId: number) {
  return createTestClient({
    chain: { ...foundry, id: chainId },
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
