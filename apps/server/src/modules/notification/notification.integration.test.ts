import { HOUR_MS } from '@tallystick/core/durations';
import type { noticeChange } from '@tallystick/protocol/desk/changes';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { inTransaction } from '../../database/transaction.ts';
import { TestDesk } from '../../testing/test-desk.ts';
import type { TestCustomer } from '../../testing/test-server.ts';
import { auth, ETH_USDT } from '../../testing/traders.ts';
import { TestBrowser } from '../push/testing/test-browser.ts';
import { NotifiedCustomer } from '../testing/notified-customer.ts';

const notified = NotifiedCustomer.forThisFile();

describe('what is chosen', () => {
  it('decides for each event on mail and push; the notice always comes', async () => {
    await notified.turnOn();
    const before = await notified.server.call('GET tell/settings', {}, auth(notified.customer));
    expect(before.events.find(({ event }) => event === 'deposit')).toEqual({
      event: 'deposit',
      topic: 'money',
      mail: true,
      push: true,
      mail_choice: 'free',
    });
    await notified.server.call(
      'POST tell/choose',
      { event: 'deposit', mail: false },
      auth(notified.customer),
    );
    await notified.depositPassed();
    await notified.all();
    expect([notified.mails().length, notified.shown().length, (await notified.notices()).length]).toEqual([
      0, 1, 1,
    ]);
    const after = await notified.server.call(
      'POST tell/choose',
      { event: 'deposit', mail: true, push: false },
      auth(notified.customer),
    );
    expect(after.events.find(({ event }) => event === 'deposit')).toMatchObject({ mail: true, push: false });
    await notified.depositPassed();
    await notified.all();
    expect([notified.mails().length, notified.shown().length, (await notified.notices()).length]).toEqual([
      1, 1, 2,
    ]);
  });

  it('cannot silence mails of security, nor those that ask whether it was the owner', async () => {
    for (const event of ['security', 'withdrawal'] as const)
      await notified.server.call(
        'POST tell/choose',
        { event, mail: false, push: false },
        auth(notified.customer),
      );
    await notified.passwordChanged();
    const values = { amount: '5', currency: 'USDT', destination: 'x' };
    await inTransaction(notified.server.database.pool, client =>
      notified.server.services.news.write(client, notified.customer.id, 'withdrawalAsked', values),
    );
    await notified.all();
    const subjects = notified.mails().map(({ subject }) => subject);
    expect(subjects.toSorted()).toEqual([
      'Withdrawal requested: 5 USDT',
      'Your Tallystick password was changed',
    ]);
    expect((await notified.notices(notified.customer, 'security')).map(({ title }) => title)).toEqual([
      'Your Tallystick password was changed',
    ]);
  });
});

describe('quiet hours', () => {
  const quiet = { on: true, from: '22:00', to: '07:00', zone: 'Asia/Bangkok' } as const;

  it('hold mails and pushes back until they end; notices and security do not wait', async () => {
    await notified.turnOn();
    const { quiet: set } = await notified.server.call('POST tell/quiet', quiet, auth(notified.customer));
    expect(set).toEqual({ from: '22:00', to: '07:00', zone: 'Asia/Bangkok' });
    // 22:30 in Bangkok.
    const day = Math.ceil(notified.server.clock.nowMs / (24 * HOUR_MS)) * 24 * HOUR_MS;
    notified.server.clock.nowMs = day + 15.5 * HOUR_MS;
    await notified.depositPassed();
    await notified.all();
    expect([notified.mails().length, notified.shown().length, (await notified.notices()).length]).toEqual([
      0, 0, 1,
    ]);
    await notified.passwordChanged();
    await notified.all();
    expect(notified.shown().map(({ topic }) => topic)).toEqual(['security']);
    expect(notified.mails()).toHaveLength(1);

    await notified.all(8.5 * HOUR_MS - 1_000);
    expect([notified.mails().length, notified.shown().length]).toEqual([1, 1]);
    await notified.all(1_000);
    expect([notified.mails().length, notified.shown().length]).toEqual([2, 2]);
    await notified.all(HOUR_MS);
    expect([notified.mails().length, notified.shown().length]).toEqual([2, 2]);
  });

  it('end when they are turned off, and need a time zone that there is', async () => {
    await notified.server.call('POST tell/quiet', quiet, auth(notified.customer));
    const { quiet: off } = await notified.server.call(
      'POST tell/quiet',
      { on: false },
      auth(notified.customer),
    );
    expect(off).toBeNull();
    const refused = await notified.server.refused(
      'POST tell/quiet',
      { ...quiet, zone: 'Mars/Olympus' },
      auth(notified.customer),
    );
    expect(refused.code).toBe('time_zone_unknown');
    const same = await notified.server.refused(
      'POST tell/quiet',
      { ...quiet, to: quiet.from },
      auth(notified.customer),
    );
    expect(same.code).toBe('invalid_input');
  });
});

describe('notices', () => {
  it('stand in categories, with what is unread of each, and lead to what they are about', async () => {
    await notified.depositPassed();
    await notified.depositPassed();
    await notified.passwordChanged();
    await notified.all();
    const all = await notified.server.call('POST news/list', {}, auth(notified.customer));
    expect([all.unread, all.unread_by_topic]).toEqual([3, { money: 2, security: 1 }]);
    const [notice] = await notified.notices(notified.customer, 'money');
    expect(notice).toMatchObject({
      topic: 'money',
      route: '/pages/assets/record?kind=deposits',
      listing: null,
    });
    expect(await notified.notices(notified.customer, 'chat')).toEqual([]);
    expect(await notified.server.call('POST news/read', { topic: 'money' }, auth(notified.customer))).toEqual(
      {
        unread: 1,
      },
    );
    expect((await notified.notices(notified.customer, 'money')).map(({ unread }) => unread)).toEqual([
      false,
      false,
    ]);
  });
});

describe('announcements', () => {
  const texts = {
    en: { title: 'A market opens', summary: 'Trading begins today.', paragraphs: ['Come and see.'] },
    th: { title: 'เปิดตลาดใหม่', summary: 'เริ่มซื้อขายวันนี้', paragraphs: ['เชิญชม'] },
  };
  let publish: (change: Partial<z.input<typeof noticeChange>>) => Promise<void>;
  const newest = async () =>
    (await notified.server.call('POST news/list', { topic: 'news', limit: 1 }, auth(notified.customer)))
      .items[0]!;
  let chosen: [TestCustomer, TestBrowser];

  beforeAll(async () => {
    const [writer, checker] = [
      await TestDesk.open(notified.server, 'support', 'writer'),
      await TestDesk.open(notified.server, 'compliance', 'checker'),
    ];
    publish = async change => {
      // The tests move the clock by days, so the desk's sessions end.
      await TestDesk.wait(notified.server, 0);
      const whole = { notice_id: null, published_at_ms: null, texts, ...change };
      const { id } = await writer.call('POST desk/propose', { kind: 'notice', change: whole, note: 'news' });
      await checker.call('POST desk/proposal_decide', { id, decision: 'confirm' });
      await notified.all();
    };
  });
  beforeEach(async () => {
    const who = await notified.server.customer();
    chosen = [who, new TestBrowser(notified.service.endpoint(`chose-${who.id}`))];
    await notified.turnOn(...chosen);
    await notified.server.call('POST tell/choose', { event: 'news', push: true }, auth(who));
    // A customer with a device who does not want news.
    await notified.turnOn();
    await notified.server.call('POST tell/choose', { event: 'news', push: false }, auth(notified.customer));
  });

  it('of a listing are pushed once to those who chose them, say what is listed, and lead to its market', async () => {
    const [who, its] = chosen;
    await notified.server.call('POST set/lang', { lang: 'th' }, auth(who));
    const listing = {
      market_id: ETH_USDT,
      issued_on: '2015-07-30',
      listed_at_ms: notified.server.clock.nowMs + HOUR_MS,
    };
    await publish({ listing });
    const route = `/pages/trade/index?market=${ETH_USDT}`;
    const notice = await newest();
    expect(notice).toMatchObject({
      title: 'A market opens',
      route,
      listing: { ...listing, currency: 'ETH', symbol: 'ETH/USDT' },
    });
    const push = {
      topic: 'news',
      title: 'เปิดตลาดใหม่',
      body: 'เริ่มซื้อขายวันนี้',
      route,
      tag: `notice-${notice.id}`,
    };
    expect(notified.shown(its)).toMatchObject([push]);
    expect(notified.shown()).toEqual([]);
    // As after a process that ended before it stored its position.
    await notified.server.database.pool.query(
      `update feed_cursors set office = 0 where name = 'tell-announcements'`,
    );
    await notified.all();
    // A correction is published, but not pushed again.
    await publish({ notice_id: notice.id, published_at_ms: notice.published_at_ms, texts: { en: texts.en } });
    await notified.all(HOUR_MS);
    expect(notified.shown(its)).toHaveLength(1);
  });

  it('come at their time, as they read then; those removed before it do not come', async () => {
    const [, its] = chosen;
    const atMs = notified.server.clock.nowMs + 20 * 60_000;
    const scheduled = async (): Promise<number> => {
      const desk = await TestDesk.open(notified.server, 'support', `reader-${atMs}`);
      return (await desk.call('GET desk/notices', { limit: 1 })).items[0]!.id;
    };
    await publish({ published_at_ms: atMs });
    const id = await scheduled();
    const later = { ...texts.en, title: 'A market opens tomorrow' };
    await publish({ notice_id: id, published_at_ms: atMs + 10 * 60_000, texts: { en: later } });
    await notified.all(20 * 60_000);
    expect(notified.shown(its)).toEqual([]);
    await notified.all(10 * 60_000);
    expect(notified.shown(its)).toMatchObject([
      { title: later.title, route: `/pages/index/notice/notice?id=${id}`, tag: `notice-${id}` },
    ]);
    await publish({ published_at_ms: notified.server.clock.nowMs + 60_000 });
    await publish({ notice_id: id + 1, remove: true });
    await notified.all(HOUR_MS);
    expect(notified.shown(its)).toHaveLength(1);
  });

  it('wait for the end of quiet hours', async () => {
    const [who, its] = chosen;
    const day = Math.ceil(notified.server.clock.nowMs / (24 * HOUR_MS)) * 24 * HOUR_MS;
    notified.server.clock.nowMs = day + HOUR_MS;
    await notified.server.call(
      'POST tell/quiet',
      { on: true, from: '00:30', to: '02:00', zone: 'UTC' },
      auth(who),
    );
    await publish({});
    expect(notified.shown(its)).toEqual([]);
    await notified.all(HOUR_MS);
    expect(notified.shown(its)).toHaveLength(1);
  });
});
