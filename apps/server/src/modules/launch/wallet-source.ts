import type { Currency, ReadonlyExchange } from '@tallystick/core';
import type pg from 'pg';
import type { Hold, WalletSource } from '../wallet/source.ts';
import { lockedOrders, reviewedOrders } from './store.ts';

export interface LaunchWalletOptions {
  readonly pool: pg.Pool;
  readonly exchange: Pick<ReadonlyExchange, 'launch'>;
}

const LOCKED = `select * from launch_orders
  where customer_id between $1 and $2 and not returned and allocated_minor > released_minor`;

/** Money committed to open offers, and payments or coins not released yet. */
export function launchWalletSource(options: LaunchWalletOptions): WalletSource {
  return {
    escrows: [
      {
        name: 'locked_coins',
        account: 'spot',
        platform: 'launchEscrow',
        sql: `select (paid ->> 0)::int as currency_id, offer_id as about, (paid ->> 1)::numeric as minor
            from (${LOCKED}) as locked, jsonb_array_elements(spent::jsonb) as paid
          union all
          select null, offer_id, allocated_minor - released_minor from (${LOCKED}) as locked`,
        // Escrow holds the payment until the launch and the coins afterwards: never both.
        currencyOf(paidId, offerId) {
          const offer = options.exchange.launch.offer(offerId);
          const issued = offer?.status === 'launched' || offer?.status === 'released';
          if (paidId !== null) return issued ? null : paidId;
          return issued ? offer.terms.currency.id : null;
        },
      },
    ],

    async holds({ customerId, account, currency }) {
      if (account !== 'spot') return [];
      const committed = await inReview(options, customerId, currency);
      return [...committed, ...(await inEscrow(options, customerId, currency))];
    },
  };
}

async function inReview(
  { pool, exchange }: LaunchWalletOptions,
  customerId: number,
  currency: Currency,
): Promise<Hold[]> {
  const orders = await reviewedOrders(pool, customerId);
  return orders.flatMap((order): Hold[] => {
    const committed = order.committed.find(one => one.currencyId === currency.id);
    if (committed === undefined) return [];
    return [
      {
        kind: 'launch',
        reference: `launch:${order.orderId}`,
        label: exchange.launch.offer(order.offerId)?.terms.currency.code ?? '',
        amountMinor: committed.amountMinor,
        atMs: order.createdAtMs,
      },
    ];
  });
}

/** This currency as payment before the launch, or as coins afterwards. */
async function inEscrow(
  { pool, exchange }: LaunchWalletOptions,
  customerId: number,
  currency: Currency,
): Promise<Hold[]> {
  const orders = await lockedOrders(pool, customerId);
  return orders.flatMap((order): Hold[] => {
    const offer = exchange.launch.offer(order.offerId);
    if (offer === null || order.allocatedMinor === null) return [];
    const issued = offer.status === 'launched' || offer.status === 'released';
    const isCoin = offer.terms.currency.id === currency.id;
    const coins = isCoin ? order.allocatedMinor - order.releasedMinor : 0n;
    const paid = order.spent.find(one => one.currencyId === currency.id)?.amountMinor ?? 0n;
    const amountMinor = issued ? coins : paid;
    if (amountMinor === 0n) return [];
    return [
      {
        kind: 'locked',
        reference: `launch:${order.orderId}`,
        label: offer.terms.currency.code,
        amountMinor,
        atMs: order.createdAtMs,
      },
    ];
  });
}
