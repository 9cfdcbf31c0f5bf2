import type { Command } from '@tallystick/core';
import type { CommandBus } from '../../engine/command-bus.ts';
import { hashInput } from '../../engine/idempotency/hash-input.ts';
import { submitCommand } from '../../http/submit.ts';

/** The only command that pays a customer from the treasury; the desk's command port has none. */
export type GoodwillCommand = Extract<Command, { readonly type: 'payGoodwill' }>;

export interface GoodwillBus {
  /** Resolves once it is on disk; each id is paid once. Throws CallFailure when it is refused. */
  pay(command: GoodwillCommand): Promise<void>;
}

export function createGoodwillBus(bus: CommandBus): GoodwillBus {
  return {
    async pay(command) {
      const { goodwillId, customerId, currencyId, amountMinor } = command;
      const inputHash = hashInput({ customerId, currencyId, amountMinor });
      await submitCommand(bus, command, {
        idempotency: { scope: 'goodwill', key: `goodwill-${goodwillId}`, inputHash },
      });
    },
  };
}
