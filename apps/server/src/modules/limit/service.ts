import type { LimitStanding, ReadonlyExchange } from '@tallystick/core';
import { HOUR_MS } from '@tallystick/core/durations';
import type { CommandBus } from '../../engine/command-bus.ts';
import { submitCommand } from '../../http/submit.ts';

export interface LimitOptions {
  readonly bus: CommandBus;
  readonly exchange: Pick<ReadonlyExchange, 'limits'>;
  readonly now: () => number;
}

/** Limits that customers set themselves, over all products. The core keeps and applies them. */
export class LimitService {
  readonly #options: LimitOptions;

  constructor(options: LimitOptions) {
    this.#options = options;
  }

  standing(customerId: number): LimitStanding {
    const { exchange, now } = this.#options;
    return exchange.limits.standing(customerId, now());
  }

  /** The most the customer may lose in a day, in the counting currency; null: no limit. */
  async setDailyLoss(customerId: number, limitMinor: bigint | null): Promise<void> {
    await submitCommand(this.#options.bus, { type: 'setDailyLossLimit', customerId, limitMinor }, {});
  }

  /** Nothing can be opened for this many hours; 0 ends the pause. */
  async setCoolDown(customerId: number, hours: number): Promise<void> {
    const { bus, now } = this.#options;
    const untilMs = hours === 0 ? 0 : now() + hours * HOUR_MS;
    await submitCommand(bus, { type: 'setCoolDown', customerId, untilMs }, {});
  }
}
