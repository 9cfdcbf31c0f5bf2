import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { DESK_PASSWORD, inviteOperator, TestDesk } from '../../../testing/test-desk.ts';
import { freshKey, TestServer } from '../../../testing/test-server.ts';
import { fee, products, proposing, type Place, type Wish } from './testing/proposing.ts';

let server: TestServer;
let desks: Place['desks'];
beforeAll(async () => {
  server = await TestServer.start();
  desks = await TestDesk.openAll(server);
});
afterAll(() => server.close());
afterEach(() => {
  vi.restoreAllMocks();
});
const WORDS = path.join(import.meta.dirname, '../../../database/migrations/1004-words-of-open-proposals.sql');
const { propose, confirm, pass } = proposing(() => ({ server, desks }));

describe('markets', () => {
  it('are stopped by one person at once, and resumed by two', async () => {
    const stop = {
      market_id: 2,
      status: 'halted',
      cause: 'prices',
      note: 'Two sources differ.',
      minutes: 30,
      reason: 'odd prices',
    } as const;
    expect(await desks.support.refused('POST desk/market_stop', stop)).toBe('operator_forbidden');
    await desks.compliance.call('POST desk/market_stop', stop);
    const customer = await server.customer('funded');
    await server.tick(2, 3_000e8);
    const order = { market_id: 2, side: 'buy', price: '3000', quantity: '0.01' } as const;
    const options = (key: string) => ({ token: customer.token, key });
    expect((await server.refused('POST coin/trade', order, options('while-stopped'))).code).toBe(
      'market_halted',
    );
    expect(await desks.compliance.refused('POST desk/market_stop', stop)).toBe('nothing_changed');

    const resume = { kind: 'market_status', change: { market_id: 2, status: 'open' } } as const;
    const proposal = await propose(resume, 'compliance');
    expect(proposal.after).toEqual({ 'ETH/USDT': 'recovery' });
    await confirm(proposal);
    const { items } = await server.call('GET currency/quotation_new', {});
    expect(items.find(({ market }) => market.id === 2)?.market).toMatchObject({
      status: 'cancel_only',
      halt: { mode: 'recovery', reason: 'prices', note: 'Two sources differ.' },
    });
    await pass(10);
    await server.tick(2, 3_000e8);
    expect((await server.call('POST coin/trade', order, options('after-the-stop'))).order.status).toBe(
      'waiting',
    );
    // A full halt soon after another one counts as a longer halt, which takes two people.
    expect(await desks.compliance.refused('POST desk/market_stop', stop)).toBe('halt_takes_two');
    const { items: log } = await desks.compliance.call('GET desk/audit', { subject: 'market:2' });
    expect(log[0]).toMatchObject({ action: 'market.stop_refused', after: { code: 'halt_takes_two' } });
    const longer = await propose(
      { kind: 'market_status', change: { market_id: 2, status: 'halted', minutes: 240, cause: 'prices' } },
      'compliance',
    );
    // Before and after have the same lines.
    expect(longer.before).toEqual({ 'ETH/USDT': { status: 'open' } });
    expect(longer.after).toMatchObject({ 'ETH/USDT': { status: 'halted', minutes: 240 } });
    await confirm(longer);
    expect(server.engine.exchange.marketStatus(2)).toBe('halted');
    await pass(240);
    expect(server.engine.exchange.terms.halt('spot', 2)?.mode).toBe('recovery');
    await pass(10);
    expect(server.engine.exchange.marketStatus(2)).toBe('open');
  });

  it('can be stopped all at once, and go on all at once', async () => {
    const { stopped } = await desks.administrator.call('POST desk/market_stop', {
      status: 'cancel_only',
      reason: 'drill',
    });
    expect(stopped).toHaveLength(8);
    const { items } = await desks.support.call('GET desk/markets', {});
    expect(items.every(({ market }) => market.status === 'cancel_only')).toBe(true);

    await desks.administrator.call('POST desk/market_stop', {
      market_id: 3,
      status: 'halted',
      reason: 'drill',
    });
    const proposal = await propose({ kind: 'market_status', change: { market_id: null, status: 'open' } });
    expect(proposal.subject).toBe('market:all');
    expect(proposal.before).toMatchObject({ 'BTC/USDT': 'cancel_only', 'BNB/USDT': 'halted' });
    // A proposal made before an upgrade that renamed the status.
    await server.database.pool.query(
      `update desk_proposals set before = replace(before::text, 'cancel_only', 'cancelOnly')::jsonb where id = $1`,
      [proposal.id],
    );
    await server.database.pool.query(await readFile(WORDS, 'utf8'));
    expect(await confirm(proposal)).toMatchObject({ state: 'applied' });
    expect(server.engine.exchange.marketStatus(3)).toBe('cancelOnly');
    await pass(10);
    const { items: resumed } = await desks.support.call('GET desk/markets', {});
    expect(resumed.every(({ market }) => market.status === 'open')).toBe(true);
  });
});

describe('terms that get worse', () => {
  it('are announced in the notices, shown with the market, and act after the notice period', async () => {
    const proposal = await propose(fee('0.4', 7));
    expect(proposal).toMatchObject({
      after: {
        taker_fee_percent: '0.1',
        after_hours: { hours: 24, terms: { maker_fee_percent: '0.4', taker_fee_percent: '0.4' } },
      },
    });
    await confirm(proposal);
    const market = async () =>
      (await server.call('GET currency/quotation_new', {})).items.find(one => one.market.id === 7)!.market;
    const effectiveAtMs = server.clock.nowMs + 24 * 60 * 60_000;
    expect(await market()).toMatchObject({
      taker_fee_percent: '0.1',
      announced: { effective_at_ms: effectiveAtMs, taker_fee_percent: '0.4' },
    });
    const { items } = await desks.administrator.call('GET desk/notices', {});
    const symbol = (await market()).symbol;
    expect(items[0]!.texts['en']?.title).toContain(`${symbol}: terms change on`);
    expect(Object.keys(items[0]!.texts)).toHaveLength(8);
    await pass(24 * 60);
    expect(await market()).toMatchObject({ taker_fee_percent: '0.4', announced: null });
  });
});

describe('settings', () => {
  it('that are worse for customers act after the notice, better ones at once', async () => {
    const { settings } = server.services;
    const before = settings.get('withdrawal_limits');
    const change = (more: object): Wish => ({
      kind: 'setting',
      change: { name: 'withdrawal_limits', value: { ...before, ...more } },
    });
    const items = before.items.map(item =>
      item.network === 'TRC20' ? { ...item, fee: '2', minimum: '15' } : item,
    );
    await confirm(await propose(change({ items, security_hold_hours: 48 })));
    const trc20 = () => settings.get('withdrawal_limits').items.find(({ network }) => network === 'TRC20');
    expect(trc20()).toMatchObject({ fee: '1', minimum: '15' });
    expect(settings.get('withdrawal_limits').security_hold_hours).toBe(24);
    const { items: notices } = await desks.administrator.call('GET desk/notices', {});
    expect(notices[0]!.texts['en']?.paragraphs).toEqual(
      expect.arrayContaining(['Withdrawal fee: 2 USDT (TRC20)', 'Hold after a security change, hours: 48']),
    );
    const customer = await server.customer('funded');
    const usdt = { currency_id: 3 };
    const info = await server.call('POST wallet/get_info', usdt, { token: customer.token });
    expect(info.announced).toEqual({
      effective_at_ms: server.clock.nowMs + 24 * 60 * 60_000,
      ways: [expect.objectContaining({ fee: '2', minimum: '15' })],
    });
    await settings.reload();
    await pass(24 * 60);
    expect(trc20()).toMatchObject({ fee: '2', minimum: '15' });
    expect(settings.get('withdrawal_limits').security_hold_hours).toBe(48);

    const beyond = async (more: object) =>
      desks.accountant.refused('POST desk/propose', { ...change(more), note: 'x' });
    expect(await beyond({ security_hold_hours: 73 })).toBe('setting_above_ceiling');
    const dear = (fee: string) =>
      before.items.map(item => (item.network === 'TRC20' ? { ...item, fee } : item));
    expect(await beyond({ items: dear('50.1') })).toBe('setting_above_ceiling');
    await confirm(await propose(change({})));
    expect(trc20()).toMatchObject({ fee: '1' });
  });

  it('come into force when confirmed, with a history', async () => {
    const before = server.services.settings.get('withdrawal_limits');
    const value = { ...before, per_day: 5 };
    const proposal = await propose({ kind: 'setting', change: { name: 'withdrawal_limits', value } });
    expect(server.services.settings.get('withdrawal_limits').per_day).toBe(3);
    await confirm(proposal);
    expect(server.services.settings.get('withdrawal_limits')).toEqual(value);
    const { items } = await desks.support.call('GET desk/setting_history', { name: 'withdrawal_limits' });
    expect(items[0]).toMatchObject({ value: { per_day: 5 }, changed_by: 'administrator' });
    await expect(server.database.pool.query('delete from platform_setting_history')).rejects.toThrow(
      /append-only/,
    );
  });

  it('maintenance closes the customers’ calls at once; the desk stays open, and reopening takes two people', async () => {
    await desks.compliance.call('POST desk/maintenance_start', { reason: 'upgrade' });
    expect(await server.refused('GET currency/quotation_new', {})).toMatchObject({
      code: 'maintenance',
      status: 503,
    });
    // The call that the app repeats to learn when the maintenance is over.
    expect((await server.refused('POST get/lang', {})).code).toBe('maintenance');
    await server.call('GET app/config', {});
    // Data for verifying the exchange is always available.
    await server.call('GET price_log/keys', {});
    // So are the status page and the link that stops a recovery, whose waiting time goes on.
    await server.call('GET status/now', {});
    await server.call('GET status/history', {});
    const stop = await server.refused('POST user/recovery_stop', { token: 'of nobody' });
    expect(stop.code).toBe('recovery_stop_expired');
    const end = {
      kind: 'setting',
      change: { name: 'maintenance', value: { on: false, reason: '' } },
    } as const;
    await confirm(await propose(end));
    await server.call('GET currency/quotation_new', {});
  });

  it('a product line that is off takes nothing new, and lets existing orders end', async () => {
    const off = { kind: 'setting', change: { name: 'products', value: products({ spot: false }) } } as const;
    await confirm(await propose(off));
    const customer = await server.customer();
    const order = { market_id: 1, side: 'buy', price: '60000', quantity: '0.001' } as const;
    const options = { token: customer.token, key: 'product-off-1' };
    expect(await server.refused('POST coin/trade', order, options)).toMatchObject({
      code: 'product_off',
      status: 403,
    });
    const stop = { trigger_price: '61000', stop_price: '61500' };
    const others = [
      ['POST coin/order_list', { market_id: 1, side: 'buy', price: '59000', quantity: '0.001', ...stop }],
      ['POST coin/replace', { ...order, cancel_order_id: 999 }],
      ['POST coin/batch', { parts: JSON.stringify([{ do: 'place', ...order }]) }],
    ] as const;
    for (const [name, input] of others) {
      const { code } = await server.refused(name, input, { token: customer.token, key: freshKey() });
      expect({ name, code }).toEqual({ name, code: 'product_off' });
    }
    await server.call('POST coin/cancel_all', {}, options);
    const on = { kind: 'setting', change: { name: 'products', value: products({}) } } as const;
    await confirm(await propose(on));
    expect((await server.refused('POST coin/trade', order, options)).code).not.toBe('product_off');
  });
});

describe('notices', () => {
  const texts = {
    en: { title: 'Spring', summary: 'Fees are halved.', paragraphs: ['For a week.'] },
    th: { title: 'ฤดูใบไม้ผลิ', summary: 'ลดค่าธรรมเนียมครึ่งหนึ่ง', paragraphs: ['หนึ่งสัปดาห์'] },
  };
  const titles = async (lang: string) =>
    (await server.call('POST news/list', {}, { lang })).items.map(notice => notice.title);

  it('appear at their time, in the reader’s language, and can be changed and removed', async () => {
    const atMs = server.clock.nowMs + 3_600_000;
    const change = { notice_id: null, published_at_ms: atMs, texts };
    await confirm(await propose({ kind: 'notice', change }, 'support'), 'compliance');
    expect(await titles('en')).not.toContain('Spring');
    const { items } = await desks.support.call('GET desk/notices', {});
    expect(items[0]).toMatchObject({ scheduled: true, texts });
    const id = items[0]?.id ?? 0;
    server.clock.nowMs = atMs;
    expect(await titles('en')).toContain('Spring');
    expect(await titles('th')).toContain('ฤดูใบไม้ผลิ');
    expect(await titles('kr')).toContain('Spring');

    // More than an hour has passed, so the sessions have ended.
    const login = async (name: string) => {
      const { token } = await new TestDesk(server, null).call('POST desk/login', {
        name,
        password: DESK_PASSWORD,
      });
      return new TestDesk(server, token);
    };
    desks = { ...desks, support: await login('support'), compliance: await login('compliance') };
    const same = { notice_id: id, published_at_ms: atMs, texts };
    expect(
      await desks.support.refused('POST desk/propose', { kind: 'notice', change: same, note: 'x' }),
    ).toBe('nothing_changed');
    await confirm(
      await propose({ kind: 'notice', change: { ...same, remove: true } }, 'support'),
      'compliance',
    );
    expect(await titles('en')).not.toContain('Spring');
  });

  it('of a listing say what was listed and when, and lead to its market', async () => {
    const listing = { market_id: 1, issued_on: '2009-01-03', listed_at_ms: server.clock.nowMs + 3_600_000 };
    const change = { notice_id: null, published_at_ms: null, texts, listing };
    await confirm(await propose({ kind: 'notice', change }, 'support'), 'compliance');
    const { items } = await server.call('POST news/list', { topic: 'news', limit: 1 });
    expect(items).toMatchObject([
      {
        title: 'Spring',
        topic: 'news',
        route: '/pages/trade/index?market=1',
        listing: { ...listing, currency: 'BTC', symbol: 'BTC/USDT' },
      },
    ]);
    const id = items[0]?.id ?? 0;
    expect((await desks.support.call('GET desk/notices', {})).items[0]).toMatchObject({ id, listing });
    const unknown = { ...change, listing: { ...listing, market_id: 999 } };
    expect(
      await desks.support.refused('POST desk/propose', { kind: 'notice', change: unknown, note: 'x' }),
    ).toBe('unknown_market');
    const without = { ...change, notice_id: id, listing: null };
    await confirm(await propose({ kind: 'notice', change: without }, 'support'), 'compliance');
    const [after] = (await server.call('POST news/list', { topic: 'news', limit: 1 })).items;
    expect(after).toMatchObject({ id, listing: null, route: null });
  });
});

describe('operators', () => {
  it('join by a link, and lose access at once when they leave', async () => {
    const admin = await TestDesk.open(server, 'administrator', 'chief');
    const compliance = await TestDesk.open(server, 'compliance', 'checker');
    const by = { proposer: admin, confirmer: compliance };
    const newcomer = await inviteOperator(server, by, 'support', 'newcomer');
    await newcomer.call('GET desk/me', {});

    const leaving = { operator_id: newcomer.id, name: 'newcomer', role: 'support', active: false };
    const left = await admin.call('POST desk/propose', { kind: 'operator', change: leaving, note: 'leaves' });
    await compliance.call('POST desk/proposal_decide', { id: left.id, decision: 'confirm' });
    expect(await newcomer.refused('GET desk/me', {})).toBe('session_invalid');
    const login = { name: 'newcomer', password: DESK_PASSWORD };
    expect(await new TestDesk(server, null).refused('POST desk/login', login)).toBe('login_failed');
  });
});
