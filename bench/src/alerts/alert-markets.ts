import { TEST_CURRENCIES, TEST_MARKETS, USDT } from '@tallystick/core/testing/demo-exchange';
import { Random } from '@tallystick/core/testing/random';
import type { Engine } from '@tallystick/server/engine/engine';
import { SimulatedPath } from '@tallystick/server/feeds/simulated-path';

/** In addition to bitcoin and ether. */
const MORE_COINS = ['BNB', 'SOL', 'XRP', 'DOGE', 'ADA'];
const SEED = 7;
const START_MS = Date.UTC(2026, 0, 1);
const MILLION = 1_000_000;

interface Price {
  readonly marketId: number;
  readonly priceE8: number;
  /** When its batch was on disk, by this process' clock. */
  readonly atMs: number;
}

export interface BenchAlert {
  readonly marketId: number;
  readonly direction: 'up' | 'down';
  readonly threshold: number;
}

/** Markets with simulated prices, and alerts on them. */
export class AlertMarkets {
  readonly ids: readonly number[];
  readonly #bus: Engine['bus'];
  readonly #paths: ReadonlyMap<number, SimulatedPath>;
  readonly #last = new Map<number, number>();
  readonly #prices: Price[] = [];
  #alerts: readonly BenchAlert[] = [];
  #nowMs = START_MS;

  private constructor({ bus, onCommitted }: Pick<Engine, 'bus' | 'onCommitted'>) {
    this.#bus = bus;
    const coins = ['BTC', 'ETH', ...MORE_COINS];
    this.#paths = new Map(coins.map((coin, index) => [index + 1, new SimulatedPath(SEED, coin)]));
    this.ids = [...this.#paths.keys()];
    onCommitted(({ commands }) => {
      const atMs = performance.now();
      for (const { events } of commands) {
        for (const event of events) {
          if (event.type !== 'indexTicked') continue;
          this.#prices.push({ marketId: event.marketId, priceE8: event.priceE8, atMs });
        }
      }
    });
  }

  static async open(engine: Pick<Engine, 'bus' | 'onCommitted'>): Promise<AlertMarkets> {
    const like = TEST_MARKETS[1]!;
    for (const [index, code] of MORE_COINS.entries()) {
      const currencyId = TEST_CURRENCIES.length + 1 + index;
      const currency = { id: currencyId, code, decimals: 8 };
      const market = {
        ...like,
        id: TEST_MARKETS.length + 1 + index,
        baseCurrencyId: currencyId,
        quoteCurrencyId: USDT,
      };
      await engine.bus.submit({ type: 'configureCurrency', currency });
      const { outcome } = await engine.bus.submit({ type: 'configureMarket', market });
      if (!outcome.ok) throw new Error(`no market for ${code}: ${outcome.refusal.code}`);
    }
    const markets = new AlertMarkets(engine);
    await markets.tick(0);
    return markets;
  }

  /** Records a price of each market, `afterMs` later; resolves when they are committed. */
  async tick(afterMs: number): Promise<void> {
    this.#nowMs += afterMs;
    await this.#record(id => Math.round(this.#paths.get(id)!.priceAt(this.#nowMs)));
  }

  /** Changes all prices at once by this many millionths. */
  async jump(ppm: number): Promise<void> {
    await this.#record(id => Math.round(this.#last.get(id)! * (1 + ppm / MILLION)));
  }

  /** Creates this many, evenly around the current prices. Each one's number is its index, from 1. */
  alerts(count: number, spreadPpm: number): readonly BenchAlert[] {
    const random = new Random(SEED);
    this.#prices.length = 0;
    this.#alerts = Array.from({ length: count }, (_, index): BenchAlert => {
      const marketId = this.ids[index % this.ids.length]!;
      const up = random.below(2) === 0;
      const share = 1 + ((up ? 1 : -1) * (100 + random.below(spreadPpm - 100))) / MILLION;
      const threshold = Math.round(this.#last.get(marketId)! * share);
      return { marketId, direction: up ? 'up' : 'down', threshold };
    });
    return this.#alerts;
  }

  /** Alerts that prices have reached since they were created, each with the time of the first such commit. */
  reached(): readonly { readonly number: number; readonly atMs: number }[] {
    return this.#alerts.flatMap(({ marketId, direction, threshold }, index) => {
      const first = this.#prices.find(
        price =>
          price.marketId === marketId &&
          (direction === 'up' ? price.priceE8 >= threshold : price.priceE8 <= threshold),
      );
      return first === undefined ? [] : [{ number: index + 1, atMs: first.atMs }];
    });
  }

  async #record(priceOf: (marketId: number) => number): Promise<void> {
    const submitted = this.ids.map(marketId => {
      const priceE8 = priceOf(marketId);
      this.#last.set(marketId, priceE8);
      const sources = [{ name: 'bench', priceE8, atMs: Date.now() }];
      return this.#bus.submit({ type: 'recordIndexTick', marketId, priceE8, sources });
    });
    for (const { outcome } of await Promise.all(submitted))
      if (!outcome.ok) throw new Error(`a price was refused: ${outcome.refusal.code}`);
  }
}
