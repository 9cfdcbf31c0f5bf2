import type { ReadonlyExchange } from '@tallystick/core';
import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import type { CommandBus } from '../../engine/command-bus.ts';
import { defineModule } from '../../module/module.ts';
import type { CustomerNews } from '../notification/customer-news.ts';
import type { PlatformSettings } from '../../settings/platform-settings.ts';
import type { MarketUnitsTable } from '../market/units.ts';
import { createGoodwillBus } from './goodwill-bus.ts';
import { registerCorrectionCalls } from './routes.ts';
import { GoodwillPayments } from './goodwill.ts';
import { correctionKinds } from './kinds.ts';
import { DepositReversals } from '../deposit/reversals.ts';

export interface CorrectionOptions {
  readonly pool: pg.Pool;
  readonly bus: CommandBus;
  readonly exchange: Pick<ReadonlyExchange, 'balance' | 'currencies' | 'knowsCustomer'>;
  readonly units: MarketUnitsTable;
  readonly settings: Pick<PlatformSettings, 'get'>;
  readonly news: CustomerNews;
  readonly now: () => number;
  /** See `Clock.certainNow`. */
  readonly certainNow: () => number;
  readonly log: FastifyBaseLogger;
}

export type Corrections = ReturnType<typeof createCorrections>;

/** Corrections of mistakes: goodwill from the house, and deposits taken back. */
export function createCorrections(options: CorrectionOptions) {
  const payments = new GoodwillPayments({ ...options, bus: createGoodwillBus(options.bus) });
  const reversals = new DepositReversals(options);
  return defineModule({
    name: 'correction',
    kinds: correctionKinds({ ...options, payments, reversals }),
    reversals,
    /** Processes what is due and what has not reached the exchange. */
    async finish() {
      await payments.payAll();
      await reversals.work();
    },
    calls: register => registerCorrectionCalls(register, payments, options.units),
    deskCalls(register) {
      register('GET desk/goodwill', input => payments.list(input.cursor, input.limit));
      register('GET desk/reversals', (input, { operator }) =>
        reversals.list(operator.id, input.cursor, input.limit),
      );
    },
  });
}
