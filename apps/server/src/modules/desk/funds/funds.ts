import { PLATFORM_OWNER, type PlatformAccount } from '@tallystick/core';
import { formatMinor } from '@tallystick/core/money/decimal';
import { HOUSE_FUND_NAMES, HOUSE_SOURCE_NAMES } from '@tallystick/protocol/desk/changes';
import type { DeskOutput } from '@tallystick/protocol/desk';
import type { DeskExchange } from '../../../approval/desk-exchange.ts';
import { wireDustTerms } from '../../convert/proposal-kind.ts';

/** The house's own money, and the promises it covers. */
export function readHouse(exchange: DeskExchange, mode: 'demo' | 'live'): DeskOutput<'GET desk/house'> {
  const items = exchange.currencies().map(({ id, code, decimals }) => {
    const held = (account: PlatformAccount): string =>
      formatMinor(
        exchange.balance({ ownerId: PLATFORM_OWNER, account, currencyId: id }).availableMinor,
        decimals,
      );
    return {
      currency_id: id,
      currency: code,
      treasury: held('treasury'),
      insurance: held('insurance'),
      option_pool: held('optionPool'),
      fees: held('fees'),
      option_escrow: held('optionEscrow'),
      trust_escrow: held('trustEscrow'),
    };
  });
  // Demo money comes from the faucet, real money never does.
  const sources = HOUSE_SOURCE_NAMES.filter(source => mode === 'demo' || source !== 'faucet');
  const dust = wireDustTerms(exchange, exchange.dust.terms);
  return { items, sources, funds: [...HOUSE_FUND_NAMES], dust };
}
