import type { Command } from '@tallystick/core';
import type pg from 'pg';
import type { CommandBus } from '../../engine/command-bus.ts';
import { hashInput } from '../../engine/idempotency/hash-input.ts';
import { CallFailure } from '../../http/call-failure.ts';
import { submitCommand } from '../../http/submit.ts';
import { findPromoterId, markOpened } from './store.ts';

/** Registers a customer and who invited them in the core. Repeating it changes nothing. */
export async function openInCore(pool: pg.Pool, bus: CommandBus, customerId: number): Promise<void> {
  await unlessDone(bus, `open-${customerId}`, { type: 'openCustomer', customerId }, 'customer_exists');
  const promoterId = await findPromoterId(pool, customerId);
  if (promoterId !== null) {
    const link = { type: 'linkPromoter', customerId, promoterId } as const;
    await unlessDone(bus, `promoter-${customerId}`, link, 'promoter_set');
  }
  await markOpened(pool, customerId);
}

/** Idempotency keys expire; after that, this refusal means that it was done before. */
async function unlessDone(
  bus: CommandBus,
  key: string,
  command: Extract<Command, { readonly type: 'openCustomer' | 'linkPromoter' }>,
  done: 'customer_exists' | 'promoter_set',
): Promise<void> {
  const { type: _, ...input } = command;
  const idempotency = { scope: 'account', key, inputHash: hashInput(input) };
  try {
    await submitCommand(bus, command, { idempotency });
  } catch (error) {
    if (!(error instanceof CallFailure) || error.code !== done) throw error;
  }
}
