import type { Command } from '@tallystick/core';
import { configureCommands, fundedCustomerCommands } from '@tallystick/core/testing/demo-exchange';
import type { RemoteExchange, TestCore, TestGateway } from './remote-exchange.ts';

export const SETUP: readonly Command[] = [
  ...configureCommands(),
  ...fundedCustomerCommands(1, 1_000_000_000_000n),
  ...fundedCustomerCommands(2, 1_000_000_000_000n),
];
export const CREDIT = fundedCustomerCommands(1, 5n)[1]!;

export const keyed = (key: string) => ({ idempotency: { scope: 'test', key, inputHash: 'h' } });

export async function fundedCore(exchange: RemoteExchange): Promise<TestCore> {
  const core = await exchange.core();
  for (const command of SETUP) await core.engine.bus.submit(command);
  return core;
}

/** The sum of a metric over its labels. */
export async function counted({ registry }: TestCore | TestGateway, name: string): Promise<number> {
  const values = (await registry.getSingleMetric(name)?.get())?.values ?? [];
  return values.reduce((sum, { value }) => sum + value, 0);
}
