import type { Command } from '@tallystick/core';
import {
  SubmitError,
  type Committed,
  type CommandBus,
  type SubmitOptions,
} from '../../engine/command-bus.ts';

type Ending = 'releaseWithdrawal' | 'settleWithdrawal';

/**
 * An exchange that refuses the next settlement or release of a withdrawal and stores the refusal under the command's
 * key, as the core does. `unheard`: the process dies before it gets the answer.
 */
export class RefusingBus implements CommandBus {
  readonly #bus: CommandBus;
  readonly keys: string[] = [];
  #next: { readonly type: Ending; readonly unheard: boolean } | null = null;
  #isDead = false;

  constructor(bus: CommandBus) {
    this.#bus = bus;
  }

  refuseAt(type: Ending, unheard = false): void {
    this.#next = { type, unheard };
  }

  async submit(command: Command, options?: SubmitOptions): Promise<Committed> {
    if (this.#isDead) throw new SubmitError('stopped');
    if (command.type === 'settleWithdrawal' || command.type === 'releaseWithdrawal') {
      this.keys.push(options?.idempotency?.key ?? '');
    }
    if (this.#next?.type !== command.type) return this.#bus.submit(command, options);
    const { type, unheard } = this.#next;
    this.#next = null;
    // The core refuses, because there is no such withdrawal.
    const refused = await this.#bus.submit({ type, withdrawalId: Number.MAX_SAFE_INTEGER }, options);
    if (!unheard) return refused;
    this.#isDead = true;
    throw new SubmitError('outcome_unknown');
  }
}
