import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TestServer } from '../../testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await TestServer.start();
});
afterAll(() => server.close());

describe('languages', () => {
  it('come from the header, else the session, else the browser, else the operator', async () => {
    const { token } = await server.customer();
    const messageOf = async (options: Parameters<TestServer['try']>[2]) =>
      (await server.try('POST user/revoke_session', { session_id: 2_000_000_000 }, { token, ...options }))
        .body.message;
    expect(await messageOf({})).toBe('Not found.');
    expect(await messageOf({ headers: { 'accept-language': 'de, ja;q=0.8, en;q=0.5' } })).toBe(
      '見つかりません。',
    );
    await server.call('POST set/lang', { lang: 'th' }, { token });
    expect(await messageOf({ headers: { 'accept-language': 'ja' } })).toBe('ไม่พบข้อมูล');
    expect(await messageOf({ lang: 'esp' })).toBe('No encontrado.');
    expect(await messageOf({ lang: 'klingon' })).toBe('ไม่พบข้อมูล');
    expect((await server.call('POST get/lang', {}, { token })).lang).toBe('th');
    expect((await server.call('GET user/center', {}, { token })).lang).toBe('th');
  });

  it('are eight, and no other', async () => {
    expect((await server.call('POST get/lang', {})).languages).toHaveLength(8);
    expect((await server.refused('POST set/lang', { lang: 'de' })).code).toBe('language_unknown');
    expect(await server.call('POST set/lang', { lang: 'yn' })).toEqual({ lang: 'yn' });
  });

  it('name the countries', async () => {
    const { items } = await server.call('POST area_code', {}, { lang: 'kr' });
    expect(items.find(item => item.country === 'VN')).toEqual({
      country: 'VN',
      name: '베트남',
      area_code: '+84',
    });
    expect(items.length).toBeGreaterThan(200);
  });
});
