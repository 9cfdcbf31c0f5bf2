import type { BuyOption, Event, OptionView } from '@tallystick/core';
import type pg from 'pg';
import type { CommandBus } from '../../engine/command-bus.ts';
import { hashInput } from '../../engine/idempotency/hash-input.ts';
import type { HistoryPool } from '../../engine/replicas/history-pool.ts';
import { CallFailure } from '../../http/call-failure.ts';
import { submitCommand } from '../../http/submit.ts';
import type { PlatformSettings } from '../../settings/platform-settings.ts';
import type { IdentityService } from '../identity/service.ts';
import { findOption, listOptions, type OptionFilter } from './store.ts';

export interface OptionOptions {
  readonly pool: pg.Pool;
  readonly history: HistoryPool;
  readonly bus: CommandBus;
  readonly settings: Pick<PlatformSettings, 'get'>;
  readonly identity: Pick<IdentityService, 'level'>;
}

/** What a customer chooses when buying an option. */
export type NewOption = Omit<BuyOption, 'type' | 'customerId'>;

/** Buying and reading second options. Only the core decides their results. */
export class OptionService {
  readonly #options: OptionOptions;

  constructor(options: OptionOptions) {
    this.#options = options;
  }

  /**
   * Real options need the product switched on and a verified customer; practice needs neither. The time is the
   * sequencer's: any time sent by a phone is ignored.
   */
  async buy(customerId: number, chosen: NewOption, key: string): Promise<OptionView> {
    const { bus, settings, identity } = this.#options;
    if (!chosen.practice) {
      if (!settings.get('products').option) throw new CallFailure('product_off');
      if ((await identity.level(customerId)) !== 'advanced') throw new CallFailure('verification_required');
    }
    const { events } = await submitCommand(
      bus,
      { type: 'buyOption', customerId, ...chosen },
      { idempotency: { scope: `customer:${customerId}:option`, key, inputHash: hashInput(chosen) } },
    );
    return boughtIn(events);
  }

  list(customerId: number, filter: OptionFilter): Promise<OptionView[]> {
    return this.#options.history.read(db => listOptions(db, customerId, filter));
  }

  /** Throws unknown_option, also for another customer's option. */
  async find(customerId: number, optionId: number): Promise<OptionView> {
    const option = await findOption(this.#options.pool, customerId, optionId);
    if (option === null) throw new CallFailure('unknown_option', { field: 'option_id' });
    return option;
  }
}

function boughtIn(events: readonly Event[]): OptionView {
  const bought = events.find(event => event.type === 'optionChanged');
  if (bought === undefined) throw new Error('an accepted purchase left no event');
  return bought.option;
}
