import type { DeskOutput, DeskRequest } from '@tallystick/protocol/desk';
import type { Operator } from '../../../http/operator.ts';
import type { perpetualRoutes } from '../../perpetual/routes.ts';
import type { DeskExchange } from '../../../approval/desk-exchange.ts';
import { stopAtOnce, stoppableContracts, type StopParts } from '../market/status.ts';

/** Contract data that the desk may read. */
export type DeskPerpetualView = Pick<ReturnType<typeof perpetualRoutes>, 'contracts' | 'liquidations'>;

export interface DeskPerpetualsOptions extends StopParts {
  readonly exchange: DeskExchange;
  readonly perpetual: DeskPerpetualView;
}

/** Contracts as the desk sees them, and the switch that stops them. */
export class DeskPerpetuals {
  readonly #options: DeskPerpetualsOptions;

  constructor(options: DeskPerpetualsOptions) {
    this.#options = options;
  }

  list(): DeskOutput<'GET desk/perpetuals'> {
    return this.#options.perpetual.contracts();
  }

  liquidations(input: DeskRequest<'GET desk/liquidations'>): Promise<DeskOutput<'GET desk/liquidations'>> {
    return this.#options.perpetual.liquidations(input);
  }

  /** See `stopAtOnce`. */
  stop(
    operator: Operator,
    input: DeskRequest<'POST desk/perpetual_stop'>,
  ): Promise<DeskOutput<'POST desk/perpetual_stop'>> {
    return stopAtOnce(this.#options, stoppableContracts(this.#options.exchange), operator, input);
  }
}
