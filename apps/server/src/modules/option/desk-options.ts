import { PLATFORM_OWNER, type OptionTerms } from '@tallystick/core';
import { formatMinor } from '@tallystick/core/money/decimal';
import type { DeskOutput } from '@tallystick/protocol/desk';
import type { DeskExchange } from '../../approval/desk-exchange.ts';
import { optionChangeOf } from './proposal-kind.ts';

type Shown = DeskOutput<'GET desk/options'>;

/** Second options for operators: terms, the house's exposure and its escrow. Single options are not listed. */
export function readOptions(exchange: DeskExchange): Shown {
  const offered = exchange.markets().flatMap(({ id, symbol }) => {
    const terms = exchange.option.terms(id);
    return terms === null ? [] : [{ symbol, terms }];
  });
  const payable = new Set(
    offered.flatMap(({ terms }) => terms.currencies.map(({ currencyId }) => currencyId)),
  );
  return {
    items: offered.map(({ symbol, terms }) => wireMarket(exchange, symbol, terms)),
    open: exchange.option.open().filter(option => !option.practice).length,
    funds: exchange
      .currencies()
      .filter(({ id }) => payable.has(id))
      .map(({ id, code, decimals }) => {
        const held = (account: 'optionPool' | 'optionEscrow') =>
          exchange.balance({ ownerId: PLATFORM_OWNER, account, currencyId: id }).availableMinor;
        return {
          currency_id: id,
          currency: code,
          pool: formatMinor(held('optionPool'), decimals),
          escrow: formatMinor(held('optionEscrow'), decimals),
        };
      }),
  };
}

function wireMarket(exchange: DeskExchange, symbol: string, terms: OptionTerms): Shown['items'][number] {
  const { currencies, ...shown } = optionChangeOf(exchange, terms);
  return {
    ...shown,
    symbol,
    version: terms.version,
    currencies: currencies.map(currency => {
      const { code = '', decimals = 0 } = exchange.currency(currency.currency_id) ?? {};
      const exposure = (direction: 'rise' | 'fall') =>
        formatMinor(exchange.option.exposureMinor(terms.marketId, currency.currency_id, direction), decimals);
      return {
        ...currency,
        currency: code,
        exposure_rise: exposure('rise'),
        exposure_fall: exposure('fall'),
      };
    }),
  };
}
