import { BTC, USDT } from '@tallystick/protocol/currency-ids';
import type { Database } from '../../database/database.ts';
import { createTestDatabase } from '../../testing/database.ts';
import { BITCOIN_NETWORKS, type BitcoinNetworkParameters } from '../addresses/bitcoin-networks.ts';
import { BitcoinRpc } from '../bitcoin/bitcoin-rpc.ts';
import { BitcoinSource } from '../bitcoin/bitcoin-source.ts';
import { Litecoind } from './litecoind.ts';
import { NodeProxy } from './node-proxy.ts';
import { WatchedWorld } from './watched-world.ts';

export const BITCOIN_DECIMALS: Readonly<Record<number, number>> = { [BTC]: 8, [USDT]: 6 };
export const PARAMETERS: BitcoinNetworkParameters = BITCOIN_NETWORKS['litecoin-regtest'];
const MINIMUM_MINOR: Readonly<Record<number, bigint>> = { [BTC]: 1000n };

/** A chain like Bitcoin, a database, and customers with deposit addresses. Watchers can be started and stopped. */
export class BitcoinWorld extends WatchedWorld {
  readonly bitcoin: Litecoind;

  private constructor(database: Database, node: NodeProxy, bitcoin: Litecoind) {
    const watched = {
      network: 'OMNI',
      ledgerDecimals: BITCOIN_DECIMALS,
      minimumMinor: MINIMUM_MINOR,
    } as const;
    super(database, node, watched, 'litecoin-regtest');
    this.bitcoin = bitcoin;
  }

  static async start(): Promise<BitcoinWorld> {
    const bitcoin = await Litecoind.start();
    return new BitcoinWorld(await createTestDatabase(), await NodeProxy.start(bitcoin.url), bitcoin);
  }

  async close(): Promise<void> {
    await this.node.close();
    await this.bitcoin.stop();
    await this.database.close();
  }

  /** A new customer, with their addresses for BTC, and for USDT (which takes BTC all the same). */
  async customer(): Promise<{ id: number; address: string; legacy: string }> {
    const id = await this.newCustomer();
    const { address } = await this.addresses.addressFor(id, 'OMNI', BTC);
    const { address: legacy } = await this.addresses.addressFor(id, 'OMNI', USDT);
    return { id, address, legacy };
  }

  source(
    witnesses: readonly string[] = [],
    parameters = PARAMETERS,
    ownSenders: ReadonlySet<string> = new Set(),
  ): BitcoinSource {
    return new BitcoinSource({
      rpc: new BitcoinRpc(this.node.url),
      witnesses: witnesses.map(url => new BitcoinRpc(url)),
      parameters,
      ownSenders,
    });
  }

  mine(blocks = 1): Promise<number> {
    return this.bitcoin.mine(blocks);
  }
}
