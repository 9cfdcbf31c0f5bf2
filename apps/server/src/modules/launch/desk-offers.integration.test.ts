import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { DAY_MS } from '@tallystick/core/durations';
import type { Role } from '@tallystick/protocol/desk/roles';
import { TestDesk } from '../../testing/test-desk.ts';
import { freshKey, TestServer } from '../../testing/test-server.ts';
import { lumaChange, passTo } from './testing/offer.ts';

let server: TestServer;
let desks: Readonly<Record<Role, TestDesk>>;
beforeAll(async () => {
  server = await TestServer.start();
  desks = await TestDesk.openAll(server);
});
afterAll(() => server.close());

const wish = (change: object, kind: 'launch_offer' | 'launch_cancel' = 'launch_offer') =>
  ({ kind, change: change as Record<string, unknown>, note: 'as agreed' }) as const;
const propose = (change: object, kind?: 'launch_offer' | 'launch_cancel') =>
  desks.accountant.call('POST desk/propose', wish(change, kind));
const confirm = async ({ id }: { readonly id: number }) =>
  (await desks.administrator.call('POST desk/proposal_decide', { id, decision: 'confirm' })).proposal;
const offers = () => desks.support.call('GET desk/launch_offers', {});

describe('an offer at the desk', () => {
  it('takes two people; customers see it once the second has confirmed', async () => {
    // Soon enough that the desk's sessions are still valid.
    const change = lumaChange(server.clock.nowMs, { start_ms: server.clock.nowMs + 300_000 });
    expect((await offers()).next).toEqual({ offer_id: 1, currency_id: 101, market_id: 101 });
    expect(await desks.support.refused('POST desk/propose', wish(change))).toBe('operator_forbidden');
    const proposal = await propose(change);
    expect(proposal).toMatchObject({
      subject: 'launch:1',
      before: null,
      after: { code: 'LUMA', supply: '1000' },
    });
    expect(
      await desks.accountant.refused('POST desk/proposal_decide', { id: proposal.id, decision: 'confirm' }),
    ).toBe('same_operator');
    expect((await server.call('GET lh/send/product_info', {})).items).toEqual([]);
    expect(await confirm(proposal)).toMatchObject({ state: 'applied' });
    const { items } = await server.call('GET lh/send/product_info', {}, { lang: 'th' });
    expect(items).toMatchObject([{ state: 'upcoming', about: 'สำหรับทดสอบ', currency: { name: 'Luma' } }]);
  });

  it('is not announced at a rate the exchange would refuse', async () => {
    const tick = (priceE8: number) =>
      server.submit({
        type: 'recordIndexTick',
        marketId: 1,
        priceE8,
        sources: [{ name: 'test', priceE8, atMs: server.clock.nowMs }],
      });
    await tick(105_000 * 1e8);
    const { terms, offer } = (await offers()).items[0]!;
    expect(offer.accepted[1]).toMatchObject({ rate: '60000', market_rate: '105000', standing: 'refused' });
    expect(await desks.accountant.refused('POST desk/propose', wish({ ...terms, cap: '300' }))).toBe(
      'launch_rate_off_market',
    );
    const accepted = [
      { currency_id: 3, rate: '1' },
      { currency_id: 1, rate: '105000' },
    ];
    await confirm(await propose({ ...terms, accepted }));
    expect((await offers()).items[0]!.offer.accepted[1]).toMatchObject({ standing: 'fair' });
    await tick(60_000 * 1e8);
    await confirm(await propose(terms));
  });

  it('may be edited until it starts; a figure written differently is no change', async () => {
    const { items } = await offers();
    expect(items).toMatchObject([{ editable: true, cancellable: true }]);
    const { terms } = items[0]!;
    expect(await desks.accountant.refused('POST desk/propose', wish({ ...terms, supply: '1000.00' }))).toBe(
      'nothing_changed',
    );
    const proposal = await propose({ ...terms, supply: '2000', name: 'Luma Coin' });
    expect(proposal).toMatchObject({ before: { supply: '1000' }, after: { supply: '2000' } });
    await confirm(proposal);
    expect((await offers()).items[0]).toMatchObject({
      offer: { supply: '2000', currency: { name: 'Luma Coin' } },
    });
  });

  it.each([
    ['a taken currency', { offer_id: 2, market_id: 102 }, 'invalid_launch_offer'],
    ['a listed code', { offer_id: 2, currency_id: 102, market_id: 102, code: 'BTC' }, 'invalid_launch_offer'],
    ['a price between two ticks', { issue_price: '0.50005' }, 'invalid_launch_offer'],
    [
      'releases that are not the whole',
      { releases: [{ after_ms: 0, percent: '99' }] },
      'invalid_launch_offer',
    ],
    ['a cap above the supply', { cap: '1000000' }, 'invalid_launch_offer'],
    ['a start that has passed', { start_ms: 1 }, 'invalid_launch_offer'],
    ['a grid on which trades are not exact', { tick_size: '0.0000001' }, 'invalid_market'],
    ['an unknown currency', { quote_currency_id: 77 }, 'unknown_currency'],
    ['a fee above the ceiling', { taker_fee_percent: '0.5001' }, 'fee_above_ceiling'],
    ['two kinds of terms', { price: '1' }, 'invalid_input'],
  ])('is refused with %s', async (_, change, code) => {
    const input = wish({ ...lumaChange(server.clock.nowMs), ...change });
    expect(await desks.accountant.refused('POST desk/propose', input)).toBe(code);
  });

  it('is frozen from its start on, even for a change confirmed later', async () => {
    const { terms } = (await offers()).items[0]!;
    const early = await propose({ ...terms, cap: '500' });
    await passTo(server, Number(terms['start_ms']));
    expect(
      await desks.administrator.refused('POST desk/proposal_decide', { id: early.id, decision: 'confirm' }),
    ).toBe('proposal_outdated');
    expect(await desks.accountant.refused('POST desk/propose', wish({ ...terms, cap: '600' }))).toBe(
      'launch_already_started',
    );
    expect((await offers()).items[0]).toMatchObject({ editable: false, cancellable: true });
  });

  it('shows who committed, and gives everything back when it is cancelled', async () => {
    const customer = await server.customer('funded');
    await server.call(
      'POST lh/send/order',
      { offer_id: 1, currency_id: 3, amount: '100', agreement: true },
      { token: customer.token, key: freshKey() },
    );
    const { items } = await desks.support.call('GET desk/launch_orders', { offer_id: 1 });
    expect(items).toMatchObject([{ customer_id: customer.id, value: '100', allocated: null }]);
    expect(await desks.support.refused('GET desk/launch_orders', { offer_id: 9 })).toBe(
      'unknown_launch_offer',
    );
    const proposal = await propose({ offer_id: 1 }, 'launch_cancel');
    await confirm(proposal);
    const key = { ownerId: customer.id, account: 'spot', currencyId: 3 } as const;
    expect(server.engine.exchange.balance(key).frozenMinor).toBe(0n);
    const orders = await server.call('GET lh/send/order_list', {}, { token: customer.token });
    expect(orders.items).toMatchObject([{ state: 'returned', refunded: [{ amount: '100', code: 'USDT' }] }]);
    await server.services.feed.catchUp();
    const news = await server.call('POST news/list', {}, { token: customer.token, lang: 'en' });
    expect(news.items[0]?.title).toBe('LUMA: the subscription was cancelled');
    expect(await desks.accountant.refused('POST desk/propose', wish({ offer_id: 1 }, 'launch_cancel'))).toBe(
      'launch_closed',
    );
  });

  it('whose change the exchange refuses in the end keeps the texts customers read', async () => {
    const shown = async () =>
      (await server.call('GET lh/send/product_info', { offer_id: 5 })).items.map(
        ({ about, currency }) => `${currency.name}: ${about}`,
      );
    const names = { offer_id: 5, currency_id: 105, market_id: 105, code: 'FIVE', name: 'Five' };
    const start = server.clock.nowMs + 60_000;
    const terms = lumaChange(server.clock.nowMs, { ...names, start_ms: start });
    await confirm(await propose(terms));
    expect(await shown()).toEqual(['Five: For tests.']);
    const proposal = await propose({ ...terms, name: 'Other', about: { en: 'Other words.' } });
    const { bus } = server.engine;
    const submit = bus.submit.bind(bus);
    const late = vi.spyOn(bus, 'submit').mockImplementationOnce((command, options) => {
      // The offer starts between the confirmation and the command.
      server.clock.nowMs = start;
      return submit(command, options);
    });
    try {
      expect(await confirm(proposal)).toMatchObject({ state: 'failed', failure: 'launch_already_started' });
    } finally {
      late.mockRestore();
    }
    expect(await shown()).toEqual(['Five: For tests.']);
  });

  it('frees its names for another offer', async () => {
    const next = await propose(lumaChange(server.clock.nowMs, { offer_id: 2 }));
    expect(await confirm(next)).toMatchObject({ state: 'applied' });
    await passTo(server, server.clock.nowMs + 3 * DAY_MS);
    expect(server.engine.exchange.currency(101)?.code).toBe('LUMA');
  });
});
