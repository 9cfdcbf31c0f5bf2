import type pg from 'pg';
import type { CommandBus } from '../../engine/command-bus.ts';
import { hashInput } from '../../engine/idempotency/hash-input.ts';
import { CallFailure } from '../../http/call-failure.ts';
import { submitCommand } from '../submit.ts';
import { markOpened } from './store.ts';

/** Tells the core of a customer; repeating is harmless. */
export async function openInCore(pool: pg.Pool, bus: CommandBus, customerId: number): Promise<void> {
  const idempotency = {
    scope: 'account',
    key: `open-${customerId}`,
    inputHash: hashInput({ customerId }),
  };
  try {
    await submitCommand(bus, { type: 'openCustomer', customerId }, { idempotency });
  } catch (error) {
    if (!(error instanceof CallFailure) || error.code !== 'customer_exists') throw error;
  }
  await markOpened(pool, customerId);
}
