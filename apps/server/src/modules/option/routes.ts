import type { OptionView } from '@tallystick/core';
import type { CallOutput, CallRequest, WireOption } from '@tallystick/protocol';
import type { RegisterCall } from '../../http/call-router.ts';
import { idRangeOf, pageOf } from '../../http/page.ts';
import type { PriceLog } from '../../price-log/price-log.ts';
import type { MarketUnitsTable } from '../market/units.ts';
import type { OptionOffers, PracticeBalance } from './offers.ts';
import type { OptionService } from './service.ts';
import { readOption, wireOffered, wireOption, wirePractice, wirePurse, wireSeconds } from './wire.ts';

export interface OptionRoutesOptions {
  readonly units: MarketUnitsTable;
  readonly priceLog: Pick<PriceLog, 'signTerms'>;
}

export function optionRoutes(
  option: OptionService,
  offers: OptionOffers,
  { units, priceLog }: OptionRoutesOptions,
) {
  const wire = (view: OptionView): WireOption =>
    wireOption(view, units.of(view.marketId), units.currency(view.currencyId));
  const signed = async (
    customerId: number,
    view: OptionView,
  ): Promise<CallOutput<'GET microtrade/detail'>> => {
    const shown = wire(view);
    return { option: shown, signed_terms: await priceLog.signTerms(customerId, shown.receipt) };
  };
  const purses = (balances: readonly PracticeBalance[]) => ({
    balances: balances.map(balance => wirePractice(balance, units)),
  });

  /** A customer's options; the desk lists them as well. */
  async function list(
    customerId: number,
    input: CallRequest<'GET microtrade/lists'>,
  ): Promise<CallOutput<'GET microtrade/lists'>> {
    if (input.market_id !== undefined) units.of(input.market_id);
    const found = await option.list(customerId, {
      ...idRangeOf(input),
      view: input.view,
      practice: input.practice,
      direction: input.direction,
      outcome: input.outcome,
    });
    return pageOf(found, input.limit, ({ optionId }) => String(optionId), wire);
  }

  /** With the exchange's signature of its terms. Throws unknown_option, also for another customer's option. */
  const detail = async (customerId: number, optionId: number) =>
    signed(customerId, await option.find(customerId, optionId));

  const practice = (customerId: number) => purses(offers.practice(customerId));

  function calls(register: RegisterCall): void {
    register('GET microtrade/lists', (input, { session }) => list(session.customerId, input));
    register('GET microtrade/detail', (input, { session }) => detail(session.customerId, input.option_id));
    register('GET microtrade/seconds', input => wireSeconds(offers.on(input.market_id), offers, units));
    register('GET microtrade/markets', () => ({
      markets: offers.markets().map(offered => wireOffered(offered, units)),
    }));
    register('GET microtrade/payable_currencies', (input, { session }) => ({
      currencies: offers.payable(session.customerId, input.market_id).map(purse => wirePurse(purse, units)),
    }));
    register('POST microtrade/submit', async (input, { session, idempotencyKey }) =>
      signed(
        session.customerId,
        await option.buy(session.customerId, readOption(input, units), idempotencyKey),
      ),
    );
    register('GET microtrade/practice', (_input, { session }) => practice(session.customerId));
    register('POST microtrade/practice', async (input, { session }) =>
      purses(await offers.fillPractice(session.customerId, input.currency_id)),
    );
  }

  return { list, detail, practice, calls };
}
