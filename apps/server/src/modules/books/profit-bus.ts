import type { Command } from '@tallystick/core';
import type { CommandBus } from '../../engine/command-bus.ts';
import { hashInput } from '../../engine/idempotency/hash-input.ts';
import { submitCommand } from '../../http/submit.ts';

/** The only command by which the house's money leaves the exchange; the desk's command port has none. */
export type ProfitCommand = Extract<Command, { readonly type: 'withdrawProfit' }>;

export interface ProfitBus {
  /** Resolves once it is on disk; the same key sends it once. Throws CallFailure when it is refused. */
  withdraw(command: ProfitCommand, key: string): Promise<void>;
}

export function createProfitBus(bus: CommandBus): ProfitBus {
  return {
    async withdraw(command, key) {
      const { type: _type, ...fields } = command;
      const input = Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)]));
      await submitCommand(bus, command, {
        idempotency: { scope: 'profit', key, inputHash: hashInput(input) },
      });
    },
  };
}
