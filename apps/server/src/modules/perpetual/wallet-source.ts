import type { ReadonlyExchange } from '@tallystick/core';
import { unrealised } from '@tallystick/core/perpetual/formulas';
import type pg from 'pg';
import { idsOf, type EntryDetails, type Hold, type WalletSource } from '../wallet/source.ts';
import { findPerpetualFills, findPositions, openPositions } from './store.ts';
import { PerpetualUnitsTable } from './units.ts';
import { wirePerpetualFill } from './wire.ts';

export interface PerpetualWalletOptions {
  readonly pool: pg.Pool;
  readonly exchange: Pick<ReadonlyExchange, 'currency' | 'perpetual'>;
}

/** Margin of positions and of their opening orders, and the trades and positions behind ledger entries. */
export function perpetualWalletSource({ pool, exchange }: PerpetualWalletOptions): WalletSource {
  const units = new PerpetualUnitsTable(exchange);
  return {
    unrealised: customerId =>
      exchange.perpetual.positionsOf(customerId).flatMap(({ marketId, ...position }) => {
        const lots = position.openedLots - position.closedLots;
        const contract = exchange.perpetual.contract(marketId);
        if (contract === null || lots === 0) return [];
        const mark = exchange.perpetual.mark(marketId);
        const minor = mark === null ? null : unrealised(contract, { ...position, lots }, mark.markE8);
        return [{ currencyId: contract.quoteCurrencyId, minor }];
      }),

    async holds({ customerId, account, currency }) {
      const positions = account === 'contract' ? openPositions(exchange, customerId) : [];
      return positions.flatMap((position): Hold[] => {
        const contract = exchange.perpetual.contract(position.marketId);
        if (contract === null || contract.quoteCurrencyId !== currency.id) return [];
        const hold = { reference: `position:${position.positionId}`, label: contract.symbol };
        const parts = [
          ['position', position.marginMinor, position.openedAtMs ?? position.placedAtMs],
          ['positionOrder', position.waitingMinor, position.placedAtMs],
        ] as const;
        return parts.flatMap(([kind, partMinor, atMs]) =>
          partMinor === 0n ? [] : [{ kind, ...hold, amountMinor: partMinor, atMs }],
        );
      });
    },

    async entries(customerId, references) {
      const details = new Map<string, EntryDetails>();
      const fills = await findPerpetualFills(pool, customerId, idsOf(references, 'perpetualTrade'));
      for (const { trade, role } of fills) {
        const of = units.of(trade.marketId);
        const fill = wirePerpetualFill(trade, role, of);
        const { side, price, quantity, fee, position_id: positionId } = fill;
        const { marketId, symbol } = of.contract;
        const traded = { price, quantity, fee, feeCurrency: of.quote.code };
        details.set(`perpetualTrade:${trade.tradeId}`, {
          deal: { product: 'perpetual', marketId, symbol, side, traded, orderId: null, positionId },
        });
      }
      const positions = await findPositions(pool, customerId, idsOf(references, 'position'));
      for (const { positionId, marketId, side } of positions) {
        details.set(`position:${positionId}`, {
          deal: {
            product: 'perpetual',
            marketId,
            symbol: units.of(marketId).contract.symbol,
            side: side === 'long' ? 'buy' : 'sell',
            ...{ traded: null, orderId: null, positionId },
          },
        });
      }
      return details;
    },
  };
}
