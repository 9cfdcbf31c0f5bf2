import type { Command, CommandType } from '@tallystick/core';
import {
  SubmitError,
  type Committed,
  type CommandBus,
  type SubmitOptions,
} from '../../engine/command-bus.ts';

/** When the process dies: before the exchange gets the command, or after the commit. */
export type Moment = 'before' | 'after';

/**
 * An exchange that dies at the next command of a type, as a killed process does: what was committed stays, and no
 * answer arrives any more.
 */
export class FailingBus implements CommandBus {
  readonly #bus: CommandBus;
  #fault: { readonly type: CommandType; readonly moment: Moment } | null = null;
  #isDead = false;

  constructor(bus: CommandBus) {
    this.#bus = bus;
  }

  failAt(type: CommandType, moment: Moment): void {
    this.#fault = { type, moment };
  }

  get isDead(): boolean {
    return this.#isDead;
  }

  async submit(command: Command, options?: SubmitOptions): Promise<Committed> {
    if (this.#isDead) throw new SubmitError('stopped');
    if (this.#fault?.type !== command.type) return this.#bus.submit(command, options);
    this.#isDead = true;
    if (this.#fault.moment === 'after') await this.#bus.submit(command, options);
    throw new SubmitError('outcome_unknown');
  }
}
