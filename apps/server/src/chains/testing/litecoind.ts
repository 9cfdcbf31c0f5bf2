import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { debianPackage, type Missing } from '../../testing/debian.ts';
import { freePort } from '../../testing/run-server.ts';
import { scratchFolder } from '../../testing/scratch-folder.ts';
import { base58check } from '../addresses/encodings.ts';
import { BitcoinRpc } from '../bitcoin/bitcoin-rpc.ts';
import { hash } from '../bitcoin/rpc-schemas.ts';
import { startGuarded } from './guarded-node.ts';

/** A coinbase may be spent after a hundred blocks. */
const MATURITY = 100;
const MATURE_COINBASES = 4;
const MINER = 'miner';
/** How private keys are written on test chains. */
const PRIVATE_KEY_VERSION = 0xef;
const COMPRESSED = 0x01;
/** On regtest. */
const MWEB_HEIGHT = 432;

export interface LitecoindOptions {
  /** Default: a free one. */
  readonly port?: number;
}

/** How `env` starts the program, whose library path is its own alone; or why it is not available. */
export async function findLitecoind(): Promise<readonly string[] | Missing> {
  const unpacked = await debianPackage('litecoind');
  if ('missing' in unpacked) return unpacked;
  const program = path.join(unpacked.folder, 'usr/lib/litecoin/litecoind');
  const command = [`LD_LIBRARY_PATH=${unpacked.env['LD_LIBRARY_PATH']}`, program];
  return promisify(execFile)('/usr/bin/env', [...command, '-version']).then(
    () => command,
    () => ({ missing: 'litecoind out of Debian’s packages does not run' }),
  );
}

/** Outputs of a transaction that a test makes: coins, such as `0.1`, by address. */
export type Payments = Readonly<Record<string, string>>;

/** An unspent output of the node's wallet. */
export interface Coin {
  readonly txid: string;
  readonly vout: number;
  readonly coins: string;
}

const text = z.string();
const coin = z
  .object({ txid: hash, vout: z.int(), amount: z.union([z.int().transform(String), text]) })
  .transform(({ txid, vout, amount }) => ({ txid, vout, coins: amount }));

/**
 * A local node of Bitcoin Core's interface, with a wallet of its own, on a chain of its own where it makes blocks on
 * request: Debian's `litecoind`, as Debian has no `bitcoind`. Addresses are those of `litecoin-regtest`.
 */
export class Litecoind {
  /** With user and password, as DEPOSIT_RPC_BTC takes it. */
  readonly url: string;
  readonly rpc: BitcoinRpc;
  readonly stop: () => Promise<void>;

  private constructor(url: string, stop: () => Promise<void>) {
    this.url = url;
    this.rpc = new BitcoinRpc(url);
    this.stop = stop;
  }

  /** The node, whose wallet has a few mature coinbases. Throws without it: see `findLitecoind`. */
  static async start(options: LitecoindOptions = {}): Promise<Litecoind> {
    const command = await findLitecoind();
    if ('missing' in command) throw new Error(command.missing);
    const folder = await scratchFolder('litecoind');
    const port = options.port ?? (await freePort());
    const password = randomBytes(16).toString('hex');
    const args = [
      ...command,
      ...['-regtest', `-datadir=${folder.path}`, '-server', `-rpcport=${port}`, '-rpcuser=tallystick'],
      ...[`-rpcpassword=${password}`, '-listen=0', '-dnsseed=0', '-txindex=1', '-persistmempool=0'],
      ...['-printtoconsole', '-nodebuglogfile', '-fallbackfee=0.0001', '-keypool=1'],
      // As Bitcoin does it: fees may be raised, and some hundred satoshi are an output.
      ...['-mempoolreplacement=1', '-dustrelayfee=0.00003'],
      // Little memory, few threads.
      ...['-dbcache=4', '-maxmempool=5', '-par=1', '-rpcthreads=2', '-maxsigcachesize=1'],
    ];
    try {
      const { stop } = await startGuarded('/usr/bin/env', args, /init message: Done loading/);
      const end = async (): Promise<void> => {
        await stop();
        await folder.remove();
      };
      const node = new Litecoind(`http://tallystick:${password}@127.0.0.1:${port}`, end);
      await node.#ask(z.unknown(), 'createwallet', [MINER]);
      await node.mine(MATURITY + MATURE_COINBASES);
      return node;
    } catch (error) {
      await folder.remove();
      throw error;
    }
  }

  /** A fresh address of the node's wallet. */
  address(kind: 'bech32' | 'legacy' | 'p2sh-segwit' | 'mweb' = 'bech32'): Promise<string> {
    return this.#ask(text, 'getnewaddress', ['', kind]);
  }

  /** Lets the wallet spend what is paid from now on to a key's addresses. @param key private, 32 bytes. */
  async own(key: Uint8Array): Promise<void> {
    const written = base58check.encode(Uint8Array.from([PRIVATE_KEY_VERSION, ...key, COMPRESSED]));
    await this.#ask(z.null(), 'importprivkey', [written, '', false]);
  }

  /** Pays all of them in one transaction, which waits for a block. Returns its id. */
  pay(payments: Payments): Promise<string> {
    return this.#ask(hash, 'sendmany', ['', payments]);
  }

  /** As `pay`, by a transaction that may be replaced (BIP-125). */
  payReplaceably(address: string, coins: string): Promise<string> {
    return this.#ask(hash, 'sendtoaddress', [address, coins, '', '', false, true]);
  }

  /** Replaces a waiting transaction by one with a higher fee. Returns its id. */
  async raiseFee(id: string): Promise<string> {
    return (await this.#ask(z.object({ txid: hash }), 'bumpfee', [id])).txid;
  }

  /** Coins of the wallet that a transaction may spend, largest first. */
  async coins(): Promise<Coin[]> {
    const coins = await this.#ask(coin.array(), 'listunspent', []);
    return coins.toSorted((a, b) => Number(b.coins) - Number(a.coins));
  }

  /** A transaction that spends exactly these: what the payments leave is its fee. Not sent. */
  async sign(coins: readonly Coin[], payments: Payments): Promise<string> {
    const inputs = coins.map(({ txid, vout }) => ({ txid, vout }));
    const raw = await this.#ask(text, 'createrawtransaction', [inputs, payments]);
    const signed = z.object({ hex: text, complete: z.literal(true) });
    return (await this.#ask(signed, 'signrawtransactionwithwallet', [raw])).hex;
  }

  /** Sends a signed transaction, whatever its fee. Returns its id. */
  send(hex: string): Promise<string> {
    return this.#ask(hash, 'sendrawtransaction', [hex, 0]);
  }

  /** Bytes of a transaction, to send it again. */
  async raw(id: string): Promise<string> {
    return this.#ask(text, 'getrawtransaction', [id]);
  }

  /** Mines blocks from the waiting transactions; returns the newest block's number. */
  async mine(blocks = 1, address?: string): Promise<number> {
    await this.#ask(hash.array(), 'generatetoaddress', [blocks, address ?? (await this.address())]);
    return (await this.rpc.head()).number;
  }

  /** Mines one block that has only these transactions (ids or bytes), and returns its hash. */
  async mineOnly(...transactions: readonly string[]): Promise<string> {
    // A fresh address: at the same second, the block would be the one that was left.
    const question = [await this.address(), transactions] as const;
    return (await this.#ask(z.object({ hash }), 'generateblock', question)).hash;
  }

  /**
   * Mines up to where MWEB begins: Litecoin makes no block there unless coins go into it, and from there on none out of
   * chosen transactions (`mineOnly`).
   */
  async beginMweb(): Promise<void> {
    const { number } = await this.rpc.head();
    await this.mine(MWEB_HEIGHT - 1 - number);
    await this.pay({ [await this.address('mweb')]: '2' });
    await this.mine();
  }

  /** Leaves the newest blocks, whose transactions wait again. Returns the hash of the oldest of them. */
  async leave(blocks: number): Promise<string> {
    const { number } = await this.rpc.head();
    const oldest = (await this.rpc.blockHash(number - blocks + 1))!;
    await this.#ask(z.null(), 'invalidateblock', [oldest]);
    return oldest;
  }

  /** Takes a chain that was left for a valid one again: the longest is followed. */
  async takeBack(blockHash: string): Promise<void> {
    await this.#ask(z.null(), 'reconsiderblock', [blockHash]);
  }

  #ask<Schema extends z.ZodType>(schema: Schema, method: string, params: readonly unknown[]) {
    return this.rpc.ask(schema, method, params);
  }
}
