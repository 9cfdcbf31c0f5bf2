import type { Command } from '@tallystick/core';
import { BTC_USDT, configureCommands, fundedCustomerCommands } from '@tallystick/core/testing/demo-exchange';
import { afterEach, beforeEach } from 'vitest';
import type { Database } from '../../database/database.ts';
import { createTestDatabase } from '../../testing/database.ts';
import type { Committed } from '../command-bus.ts';
import type { EngineOptions, EngineSettings } from '../engine.ts';
import { startTestEngine, type TestEngine } from './test-engine.ts';

/** A buy order that rests in the book: the two customers have funds, but nobody sells. */
export const ORDER = {
  type: 'placeOrder',
  customerId: 1,
  marketId: BTC_USDT,
  side: 'buy',
  orderType: 'limit',
  timeInForce: 'GTC',
  postOnly: false,
  priceTicks: 600_000,
  quantityLots: 1_000,
  budgetMinor: null,
  triggerTicks: null,
  clientOrderId: null,
} as const satisfies Command;

export function orders(length: number): Command[] {
  return Array.from({ length }, () => ORDER);
}

export function submitAll(engine: TestEngine, commands: readonly Command[]): Promise<Committed[]> {
  return Promise.all(commands.map(command => engine.bus.submit(command)));
}

/** A database for each test of the file, and engines, which are stopped after the test. */
export class FundedEngines {
  #database: Database | undefined;
  #engines: TestEngine[] = [];

  constructor() {
    beforeEach(async () => {
      this.#database = await createTestDatabase();
    });
    afterEach(async () => {
      for (const engine of this.#engines) await engine.stop();
      this.#engines = [];
      await this.#database?.close();
    });
  }

  get database(): Database {
    if (this.#database === undefined) throw new Error('the test has not begun');
    return this.#database;
  }

  /** Without markets and customers, unless the database has them. `force` starts it beside a running engine. */
  readonly start = async (
    settings: Partial<EngineSettings> = {},
    options: Pick<EngineOptions, 'force' | 'now' | 'fence'> = {},
  ): Promise<TestEngine> => {
    const engine = await startTestEngine(this.database, settings, options);
    this.#engines.push(engine);
    return engine;
  };

  /** Markets and two customers with funds. */
  readonly startFunded = async (
    settings: Partial<EngineSettings> = {},
    options: Pick<EngineOptions, 'now' | 'fence'> = {},
  ): Promise<TestEngine> => {
    const engine = await this.start(settings, options);
    await submitAll(engine, [
      ...configureCommands(),
      ...fundedCustomerCommands(1, 1_000_000_000_000n),
      ...fundedCustomerCommands(2, 1_000_000_000_000n),
    ]);
    return engine;
  };

  /** Call it if the test has stopped its engines itself. */
  forget(): void {
    this.#engines = [];
  }

  readonly count = async (table: string): Promise<number> => {
    const { rows } = await this.database.pool.query<{ n: number }>(`select count(*)::int as n from ${table}`);
    return rows[0]!.n;
  };
}
