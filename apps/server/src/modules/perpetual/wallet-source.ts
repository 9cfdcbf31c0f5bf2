import type { ReadonlyExchange } from '@tallystick/core';
import { formatMinor } from '@tallystick/core/money/decimal';
import type pg from 'pg';
import { idsOf, type EntryDetails, type Hold, type WalletSource } from '../wallet/source.ts';
import { findPerpetualFills, findPositions, openPositions } from './store.ts';
import { PerpetualUnitsTable } from './units.ts';
import { wirePerpetualFill } from './wire.ts';

export interface PerpetualWalletOptions {
  readonly pool: pg.Pool;
  readonly exchange: Pick<ReadonlyExchange, 'currency' | 'perpetual'>;
}

/** Margin of positions and of orders that open them, and what entries of trades and positions were dealt for. */
export function perpetualWalletSource({ pool, exchange }: PerpetualWalletOptions): WalletSource {
  const units = new PerpetualUnitsTable(exchange);
  return {
    async holds({ customerId, account, currency }) {
      const positions = account === 'contract' ? await openPositions(pool, customerId) : [];
      return positions.flatMap((position): Hold[] => {
        const contract = exchange.perpetual.contract(position.marketId);
        if (contract === null || contract.quoteCurrencyId !== currency.id) return [];
        const hold = { reference: `position:${position.positionId}`, label: contract.symbol };
        const parts = [
          ['position', position.marginMinor, position.openedAtMs ?? position.placedAtMs],
          ['position_order', position.waitingMinor, position.placedAtMs],
        ] as const;
        return parts.flatMap(([kind, partMinor, atMs]) =>
          partMinor === 0n
            ? []
            : [{ kind, ...hold, amount: formatMinor(partMinor, currency.decimals), at_ms: atMs }],
        );
      });
    },

    async entries(customerId, references) {
      const details = new Map<string, EntryDetails>();
      const fills = await findPerpetualFills(pool, customerId, idsOf(references, 'perpetualTrade'));
      for (const { trade, role } of fills) {
        const of = units.of(trade.marketId);
        const fill = wirePerpetualFill(trade, role, of);
        const { market_id, symbol, side, price, quantity, fee, position_id } = fill;
        const deal = {
          market_id,
          symbol,
          side,
          price,
          quantity,
          fee,
          fee_currency: of.quote.code,
          position_id,
        };
        details.set(`perpetualTrade:${trade.tradeId}`, {
          deal: { product: 'perpetual', ...deal, order_id: null },
        });
      }
      const positions = await findPositions(pool, customerId, idsOf(references, 'position'));
      for (const { positionId, marketId, side } of positions) {
        details.set(`position:${positionId}`, {
          deal: {
            product: 'perpetual',
            market_id: marketId,
            symbol: units.of(marketId).contract.symbol,
            side: side === 'long' ? 'buy' : 'sell',
            ...{ price: null, quantity: null, fee: null, fee_currency: null, order_id: null },
            position_id: positionId,
          },
        });
      }
      return details;
    },
  };
}
