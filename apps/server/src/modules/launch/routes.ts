import type { LaunchOffer } from '@tallystick/core';
import { orderLeaf } from '@tallystick/core/launch/allocation-list';
import type { CallOutput, CallRequest, WireLaunchOffer } from '@tallystick/protocol';
import { CallFailure } from '../../http/call-failure.ts';
import type { RegisterCall } from '../../http/call-router.ts';
import { pageOf, readCursor } from '../../http/page.ts';
import { wireCurrency } from '../market/currencies.ts';
import { amountMinor } from '../market/units.ts';
import type { LaunchTexts } from './config.ts';
import type { LaunchOptions, LaunchService, ShownOrder } from './service.ts';
import { wireAllocationPage } from './wire-allocation.ts';
import { wireLaunchOrder, wireOffer } from './wire.ts';

interface DeskOffer {
  readonly offer: LaunchOffer;
  readonly wire: WireLaunchOffer;
  readonly texts: LaunchTexts;
}

/** Calls about offers of new currencies, for customers and the desk. */
export function launchRoutes(
  service: LaunchService,
  { exchange, units }: Pick<LaunchOptions, 'exchange' | 'units'>,
) {
  const currencyOf = (id: number) => units.currency(id);
  const wireOf = (shown: ShownOrder) => wireLaunchOrder(shown, currencyOf);

  const orders = async (
    customerId: number,
    { state, cursor, limit }: CallRequest<'GET lh/send/order_list'>,
  ): Promise<CallOutput<'GET lh/send/order_list'>> => {
    const found = await service.orders({
      customerId,
      state: state === 'all' ? undefined : state,
      beforeId: readCursor(cursor, 1)?.[0] ?? null,
      limit: limit + 1,
    });
    return pageOf(found, limit, ({ order }) => String(order.orderId), wireOf);
  };

  /** By number, without the reader's own data. */
  const deskOffers = async (): Promise<DeskOffer[]> => {
    const offers = await service.offers(null);
    return offers
      .map(shown => ({ offer: shown.offer, wire: wireOffer(shown, 'en', currencyOf), texts: shown.texts }))
      .toSorted((a, b) => a.wire.offer_id - b.wire.offer_id);
  };

  const calls = (register: RegisterCall): void => {
    register('GET lh/send/config', () => {
      const accepted = service.accepted();
      return {
        open: service.isOpen,
        pull_out: false,
        currencies: exchange
          .currencies()
          .filter(({ id }) => accepted.has(id))
          .map(wireCurrency),
        counts: {
          upcoming: service.count('upcoming'),
          subscribing: service.count('subscribing'),
          launched: service.count('launched'),
        },
      };
    });
    register('GET lh/send/product_info', async (input, { session, language }) => {
      const offers = await service.offers(session?.customerId ?? null, input.offer_id);
      return { items: offers.map(offer => wireOffer(offer, language, currencyOf)) };
    });
    register('GET lh/send/get_recommend', async (_input, { session, language }) => {
      const offers = await service.recommended(session?.customerId ?? null);
      return { items: offers.map(offer => wireOffer(offer, language, currencyOf)) };
    });
    register('POST lh/send/order', async (input, { session, idempotencyKey }) => {
      if (!input.agreement) throw new CallFailure('agreement_required', { field: 'agreement' });
      const { offer_id: offerId, currency_id: currencyId } = input;
      service.require(offerId);
      const minor = amountMinor(input.amount, units.currency(currencyId), 'amount');
      const wanted = { offerId, currencyId, amountMinor: minor };
      return { order: wireOf(await service.commit(session.customerId, wanted, idempotencyKey)) };
    });
    register('GET lh/send/order_list', (input, { session }) => orders(session.customerId, input));
    register('GET lh/send/allocation_list', async (input, { session }) => {
      const list = await service.frozenList(input.offer_id);
      const own = session === null ? null : list.ownOf(session.customerId);
      const from = readCursor(input.cursor, 1)?.[0] ?? 0;
      return wireAllocationPage(list, from, input.limit, own?.order.orderId ?? null);
    });
    register('GET lh/send/commitment_proof', async ({ offer_id: offerId }, { session }) => {
      const { root, ownOf } = await service.frozenList(offerId);
      const own = ownOf(session.customerId);
      if (own === null) throw new CallFailure('not_found', { field: 'offer_id' });
      const { orderId, committed } = own.order;
      const { index, size, path } = own.proof;
      const leaf = orderLeaf(offerId, orderId, committed);
      return { order_id: orderId, leaf, index, size, path: [...path], root };
    });
  };

  return { calls, orders, deskOffers };
}
