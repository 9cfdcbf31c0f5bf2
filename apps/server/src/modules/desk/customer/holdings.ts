import { deskCalls, type DeskOutput, type DeskRequest } from '@tallystick/protocol/desk';
import type { depositRoutes } from '../../deposit/routes.ts';
import type { limitRoutes } from '../../limit/routes.ts';
import type { optionRoutes } from '../../option/routes.ts';
import type { perpetualRoutes } from '../../perpetual/routes.ts';
import type { Holds } from '../../security/holds.ts';
import { wireHold } from '../../security/wire.ts';
import type { withdrawalRoutes } from '../../withdrawal/routes.ts';
import type { Directory } from './directory.ts';

export interface HoldingsOptions {
  readonly directory: Pick<Directory, 'require'>;
  readonly perpetual: Pick<ReturnType<typeof perpetualRoutes>, 'list'>;
  readonly deposits: Pick<ReturnType<typeof depositRoutes>, 'list'>;
  readonly withdrawals: Pick<ReturnType<typeof withdrawalRoutes>, 'list'>;
  readonly limits: Pick<ReturnType<typeof limitRoutes>, 'standing'>;
  readonly practice: Pick<ReturnType<typeof optionRoutes>, 'practice'>;
  readonly holds: Pick<Holds, 'current'>;
}

/** Parsing drops the fields that the desk does not show. */
const SHOWN = {
  deposits: deskCalls['GET desk/customer_deposits'].output,
  withdrawals: deskCalls['GET desk/customer_withdrawals'].output,
};

/**
 * One customer's holdings, as the customer sees them. It can only list. Each method throws not_found for an unknown
 * customer.
 */
export class Holdings {
  readonly #options: HoldingsOptions;

  constructor(options: HoldingsOptions) {
    this.#options = options;
  }

  async positions({
    customer_id: id,
    ...filter
  }: DeskRequest<'GET desk/customer_positions'>): Promise<DeskOutput<'GET desk/customer_positions'>> {
    await this.#options.directory.require(id);
    return this.#options.perpetual.list(id, filter);
  }

  /** Why the customer cannot buy or withdraw. */
  async limits({
    customer_id: id,
  }: DeskRequest<'GET desk/customer_limits'>): Promise<DeskOutput<'GET desk/customer_limits'>> {
    const { directory, limits, practice, holds } = this.#options;
    await directory.require(id);
    return {
      limits: limits.standing(id),
      withdrawal_hold: wireHold(await holds.current(id)),
      practice: practice.practice(id).balances,
    };
  }

  async deposits({
    customer_id: id,
    ...filter
  }: DeskRequest<'GET desk/customer_deposits'>): Promise<DeskOutput<'GET desk/customer_deposits'>> {
    await this.#options.directory.require(id);
    return SHOWN.deposits.parse(await this.#options.deposits.list(id, filter));
  }

  async withdrawals({
    customer_id: id,
    ...filter
  }: DeskRequest<'GET desk/customer_withdrawals'>): Promise<DeskOutput<'GET desk/customer_withdrawals'>> {
    await this.#options.directory.require(id);
    return SHOWN.withdrawals.parse(await this.#options.withdrawals.list(id, filter));
  }
}
