import type { TrustOrder } from '@tallystick/core';
import { formatMinor } from '@tallystick/core/money/decimal';
import { exitAfter, promisedInterest } from '@tallystick/core/trust/figures';
import type { CallOutput, CallRequest } from '@tallystick/protocol';
import { CallFailure } from '../../http/call-failure.ts';
import type { RegisterCall } from '../../http/call-router.ts';
import { pageOf, readCursor } from '../../http/page.ts';
import { amountMinor, type MarketUnitsTable } from '../market/units.ts';
import type { OfferedProduct, TrustService } from './service.ts';
import { wireExit, wireOrder, wirePaymentDay, wireProduct, wireReport, wireReserve } from './wire.ts';

export interface TrustRoutesOptions {
  readonly units: MarketUnitsTable;
  readonly now: () => number;
}

/** Calls about locked deposits, for customers and the desk. */
export function trustRoutes(service: TrustService, { units, now }: TrustRoutesOptions) {
  const wireOf = (order: TrustOrder) => wireOrder(order, units.currency(order.currencyId));
  const wireOffered = (offered: OfferedProduct) =>
    wireProduct(offered, units.currency(offered.product.currencyId), now());
  const reserveOf = (currencyId: number) =>
    wireReserve(service.reserve(currencyId), units.currency(currencyId));

  const products = (customerId: number | null) => service.products(customerId).map(wireOffered);

  const list = async (
    customerId: number,
    { state, cursor, limit }: CallRequest<'GET lh/deposit/order'>,
  ): Promise<CallOutput<'GET lh/deposit/order'>> => {
    const beforeId = readCursor(cursor, 1)?.[0] ?? null;
    const found = await service.orders(customerId, { state, beforeId, limit: limit + 1 });
    return pageOf(found, limit, order => String(order.orderId), wireOf);
  };

  const calls = (register: RegisterCall): void => {
    register('GET lh/deposit/config', (_input, { session }) => {
      const offered = products(session?.customerId ?? null);
      const currencyIds = [...new Set(offered.map(({ currency }) => currency.id))].toSorted((a, b) => a - b);
      return { products: offered, reserves: currencyIds.map(reserveOf), enabled: service.isOpen };
    });
    register('GET lh/deposit/product_info', (input, { session }) => {
      const offered = service.product(session?.customerId ?? null, input.product_id);
      const { product } = offered;
      const currency = units.currency(product.currencyId);
      const minor = input.amount === undefined ? null : amountMinor(input.amount, currency, 'amount');
      const days = Array.from({ length: product.cycleDays + 1 }, (_, day) => day);
      return {
        product: wireOffered(offered),
        reserve: reserveOf(currency.id),
        exits: minor === null ? [] : days.map(day => wireExit(exitAfter(minor, product, day), currency)),
        promised: minor === null ? null : formatMinor(promisedInterest(minor, product), currency.decimals),
      };
    });
    register('GET lh/deposit/report', async (_input, { session }) => {
      const rows = await service.report(session.customerId);
      return { items: rows.map(row => wireReport(row, units.currency(row.currencyId))) };
    });
    register('POST lh/deposit', async (input, { session, idempotencyKey }) => {
      if (!input.agreement) throw new CallFailure('agreement_required', { field: 'agreement' });
      const { product } = service.product(null, input.product_id);
      const bought = {
        productId: product.productId,
        termsVersion: input.terms_version,
        amountMinor: amountMinor(input.amount, units.currency(product.currencyId), 'amount'),
        autoRenew: input.auto_renew,
      };
      return { order: wireOf(await service.buy(session.customerId, bought, idempotencyKey)) };
    });
    register('GET lh/deposit/order', (input, { session }) => list(session.customerId, input));
    register('GET lh/deposit/order/quote', async (input, { session }) => {
      const { order, exit, validUntilMs } = await service.quote(session.customerId, input.order_id);
      const currency = units.currency(order.currencyId);
      return {
        order: wireOf(order),
        exit: wireExit(exit, currency),
        unearned: formatMinor(order.promisedMinor - order.paidMinor, currency.decimals),
        valid_until_ms: validUntilMs,
      };
    });
    register('POST lh/deposit/order/cancel', async (input, { session, idempotencyKey }) => {
      const { orderId, currencyId } = await service.order(session.customerId, input.order_id);
      const maxPenaltyMinor = amountMinor(input.penalty, units.currency(currencyId), 'penalty');
      const redeemed = { orderId, maxPenaltyMinor };
      return { order: wireOf(await service.redeem(session.customerId, redeemed, idempotencyKey)) };
    });
    register('POST lh/deposit/order/renewal', async (input, { session }) => ({
      order: wireOf(await service.setRenewal(session.customerId, input.order_id, input.auto_renew)),
    }));
    register('GET lh/deposit/calendar', async (input, { session }) => {
      const days = await service.calendar(session.customerId, input.days);
      return { items: days.map(day => wirePaymentDay(day, units.currency(day.currencyId))) };
    });
  };

  return { calls, list, products };
}
