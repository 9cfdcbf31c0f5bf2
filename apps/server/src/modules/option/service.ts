import type { BuyOption, Event, ReadonlyExchange, OptionView } from '@tallystick/core';
import type { CallOutput, CallRequest, WireOption } from '@tallystick/protocol';
import type pg from 'pg';
import type { CommandBus } from '../../engine/command-bus.ts';
import { hashInput } from '../../engine/idempotency/hash-input.ts';
import { CallFailure } from '../../http/call-failure.ts';
import type { PlatformSettings } from '../../settings/platform-settings.ts';
import type { IdentityService } from '../identity/service.ts';
import { amountMinor, type MarketUnitsTable } from '../market/units.ts';
import { pageOf, readCursor } from '../../http/page.ts';
import type { PriceLog } from '../../price-log/price-log.ts';
import { submitCommand } from '../../http/submit.ts';
import { findOption, listOptions } from './store.ts';
import { wireOption } from './wire.ts';

export interface OptionOptions {
  readonly pool: pg.Pool;
  readonly bus: CommandBus;
  readonly exchange: Pick<ReadonlyExchange, 'option'>;
  readonly units: MarketUnitsTable;
  readonly settings: Pick<PlatformSettings, 'get'>;
  readonly identity: Pick<IdentityService, 'level'>;
  readonly priceLog: Pick<PriceLog, 'signTerms'>;
}

/** Second options of customers: buying them and looking at them. What comes of one is the core's alone. */
export class OptionService {
  readonly #options: OptionOptions;

  constructor(options: OptionOptions) {
    this.#options = options;
  }

  /**
   * Real options need the product switched on and a verified customer; practice needs neither. The time is the
   * sequencer's: nothing a phone says about time is looked at.
   */
  async buy(
    customerId: number,
    input: CallRequest<'POST microtrade/submit'>,
    key: string,
  ): Promise<CallOutput<'POST microtrade/submit'>> {
    const { bus, units, settings, identity } = this.#options;
    units.of(input.market_id);
    if (!input.practice) {
      if (!settings.get('products').option) throw new CallFailure('product_off');
      if ((await identity.level(customerId)) !== 'advanced') throw new CallFailure('verification_required');
    }
    const command = this.#commandOf(customerId, input);
    const { type: _, customerId: __, ...chosen } = command;
    const { events } = await submitCommand(bus, command, {
      idempotency: { scope: `customer:${customerId}:option`, key, inputHash: hashInput(chosen) },
    });
    return this.#signed(this.wire(boughtIn(events)));
  }

  async list(
    customerId: number,
    input: CallRequest<'GET microtrade/lists'>,
  ): Promise<CallOutput<'GET microtrade/lists'>> {
    const { pool, units } = this.#options;
    if (input.market_id !== undefined) units.of(input.market_id);
    const found = await listOptions(pool, customerId, {
      view: input.view,
      practice: input.practice,
      marketId: input.market_id,
      direction: input.direction,
      outcome: input.outcome,
      fromMs: input.from_ms,
      toMs: input.to_ms,
      beforeId: readCursor(input.cursor, 1)?.[0] ?? null,
      limit: input.limit + 1,
    });
    return pageOf(
      found,
      input.limit,
      option => String(option.optionId),
      option => this.wire(option),
    );
  }

  /** Throws unknown_option, also for those of others. */
  async detail(customerId: number, optionId: number): Promise<CallOutput<'GET microtrade/detail'>> {
    const option = await findOption(this.#options.pool, customerId, optionId);
    if (option === null) throw new CallFailure('unknown_option', { field: 'option_id' });
    return this.#signed(this.wire(option));
  }

  #signed(option: WireOption): { readonly option: WireOption; readonly signed_terms: string } {
    return { option, signed_terms: this.#options.priceLog.signTerms(option.receipt) };
  }

  wire(option: OptionView): WireOption {
    const { units } = this.#options;
    return wireOption(option, units.of(option.marketId), units.currency(option.currencyId));
  }

  #commandOf(customerId: number, input: CallRequest<'POST microtrade/submit'>): BuyOption {
    const currency = this.#options.units.currency(input.currency_id);
    return {
      type: 'buyOption',
      customerId,
      marketId: input.market_id,
      direction: input.direction,
      seconds: input.seconds,
      currencyId: currency.id,
      stakeMinor: amountMinor(input.amount, currency, 'amount'),
      termsVersion: input.terms_version,
      practice: input.practice,
    };
  }
}

function boughtIn(events: readonly Event[]): OptionView {
  const bought = events.find(event => event.type === 'optionChanged');
  if (bought === undefined) throw new Error('an accepted purchase left no event');
  return bought.option;
}
