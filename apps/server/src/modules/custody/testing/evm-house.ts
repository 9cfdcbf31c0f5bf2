import type { Settings } from '../../../config/settings.ts';
import type { Network } from '../../../chains/networks.ts';
import type { ChainWatcher } from '../../../chains/watcher/chain-watcher.ts';
import { TestDesk } from '../../../testing/test-desk.ts';
import { TestServer } from '../../../testing/test-server.ts';
import { minimumOfDeposits } from '../../deposit/minimum.ts';

/** What the chains of one server share: the server, and two people at its desk. */
export class EvmHouse {
  server!: TestServer;
  /** An accountant and an administrator. */
  desk!: TestDesk;
  second!: TestDesk;
  readonly #watchers = new Map<Network, ChainWatcher>();
  #settings: Partial<Settings> = {};
  #people = 0;
  #closing: Promise<void> | null = null;

  async open(settings: Partial<Settings>): Promise<void> {
    this.#settings = settings;
    await this.#open();
  }

  /** The server once more, after it was killed: it has nothing but its database. */
  async restart(): Promise<void> {
    await this.server.stop();
    await this.#open(this.server);
  }

  /** Once, by whichever chain is closed first. */
  close(): Promise<void> {
    this.#closing ??= this.server.close();
    return this.#closing;
  }

  async #open(after?: TestServer): Promise<void> {
    this.server = await TestServer.start({
      ...(after === undefined ? {} : { after }),
      chains: this.#settings,
    });
    const { settings, money } = this.server.services;
    const minimumMinor = minimumOfDeposits({ settings, exchange: this.server.engine.exchange });
    for (const watcher of this.server.chains.watch({ sink: money.sink, minimumMinor }).watchers) {
      this.#watchers.set(watcher.network, watcher);
      await watcher.tick();
    }
    const number = this.nextNumber();
    this.desk = await TestDesk.open(this.server, 'accountant', `ann${number}`);
    this.second = await TestDesk.open(this.server, 'administrator', `bob${number}`);
  }

  watcher(network: Network): ChainWatcher {
    return this.#watchers.get(network)!;
  }

  /** Numbered across restarts, unlike the server's own people. */
  nextNumber(): number {
    return ++this.#people;
  }
}
