import { describe, expect, it } from 'vitest';
import { inTransaction } from '../../database/transaction.ts';
import { auth } from '../../testing/traders.ts';
import { HOUR_MS, Told } from './testing/told.ts';

const told = Told.forThisFile();

describe('what is chosen', () => {
  it('decides for each event on mail and push; the notice always comes', async () => {
    await told.turnOn();
    const before = await told.server.call('GET tell/settings', {}, auth(told.customer));
    expect(before.events.find(({ event }) => event === 'deposit')).toEqual({
      event: 'deposit',
      topic: 'money',
      mail: true,
      push: true,
      mail_choice: 'free',
    });
    await told.server.call('POST tell/choose', { event: 'deposit', mail: false }, auth(told.customer));
    await told.depositPassed();
    await told.all();
    expect([told.mails().length, told.shown().length, (await told.notices()).length]).toEqual([0, 1, 1]);
    const after = await told.server.call(
      'POST tell/choose',
      { event: 'deposit', mail: true, push: false },
      auth(told.customer),
    );
    expect(after.events.find(({ event }) => event === 'deposit')).toMatchObject({ mail: true, push: false });
    await told.depositPassed();
    await told.all();
    expect([told.mails().length, told.shown().length, (await told.notices()).length]).toEqual([1, 1, 2]);
  });

  it('cannot silence mails of security, nor those that ask whether it was the owner', async () => {
    for (const event of ['security', 'withdrawal'] as const)
      await told.server.call('POST tell/choose', { event, mail: false, push: false }, auth(told.customer));
    await told.passwordChanged();
    const values = { amount: '5', currency: 'USDT', destination: 'x' };
    await inTransaction(told.server.database.pool, client =>
      told.server.services.news.write(client, told.customer.id, 'withdrawalAsked', values),
    );
    await told.all();
    const subjects = told.mails().map(({ subject }) => subject);
    expect(subjects.toSorted()).toEqual([
      'Withdrawal requested: 5 USDT',
      'Your Tallystick password was changed',
    ]);
    expect((await told.notices(told.customer, 'security')).map(({ title }) => title)).toEqual([
      'Your Tallystick password was changed',
    ]);
  });
});

describe('quiet hours', () => {
  const quiet = { on: true, from: '22:00', to: '07:00', zone: 'Asia/Bangkok' } as const;

  it('hold mails and pushes back until they end; notices and security do not wait', async () => {
    await told.turnOn();
    const { quiet: set } = await told.server.call('POST tell/quiet', quiet, auth(told.customer));
    expect(set).toEqual({ from: '22:00', to: '07:00', zone: 'Asia/Bangkok' });
    // 22:30 in Bangkok.
    const day = Math.ceil(told.server.clock.nowMs / (24 * HOUR_MS)) * 24 * HOUR_MS;
    told.server.clock.nowMs = day + 15.5 * HOUR_MS;
    await told.depositPassed();
    await told.all();
    expect([told.mails().length, told.shown().length, (await told.notices()).length]).toEqual([0, 0, 1]);
    await told.passwordChanged();
    await told.all();
    expect(told.shown().map(({ topic }) => topic)).toEqual(['security']);
    expect(told.mails()).toHaveLength(1);

    await told.all(8.5 * HOUR_MS - 1_000);
    expect([told.mails().length, told.shown().length]).toEqual([1, 1]);
    await told.all(1_000);
    expect([told.mails().length, told.shown().length]).toEqual([2, 2]);
    await told.all(HOUR_MS);
    expect([told.mails().length, told.shown().length]).toEqual([2, 2]);
  });

  it('end when they are turned off, and need a time zone that there is', async () => {
    await told.server.call('POST tell/quiet', quiet, auth(told.customer));
    const { quiet: off } = await told.server.call('POST tell/quiet', { on: false }, auth(told.customer));
    expect(off).toBeNull();
    const refused = await told.server.refused(
      'POST tell/quiet',
      { ...quiet, zone: 'Mars/Olympus' },
      auth(told.customer),
    );
    expect(refused.code).toBe('time_zone_unknown');
    const same = await told.server.refused(
      'POST tell/quiet',
      { ...quiet, to: quiet.from },
      auth(told.customer),
    );
    expect(same.code).toBe('invalid_input');
  });
});

describe('notices', () => {
  it('stand in categories, with what is unread of each, and lead to what they are about', async () => {
    await told.depositPassed();
    await told.depositPassed();
    await told.passwordChanged();
    await told.all();
    const all = await told.server.call('POST news/list', {}, auth(told.customer));
    expect([all.unread, all.unread_by_topic]).toEqual([3, { money: 2, security: 1 }]);
    const [notice] = await told.notices(told.customer, 'money');
    expect(notice).toMatchObject({
      topic: 'money',
      route: '/pages/assets/record?kind=deposits',
      listing: null,
    });
    expect(await told.notices(told.customer, 'chat')).toEqual([]);
    expect(await told.server.call('POST news/read', { topic: 'money' }, auth(told.customer))).toEqual({
      unread: 1,
    });
    expect((await told.notices(told.customer, 'money')).map(({ unread }) => unread)).toEqual([false, false]);
  });
});
