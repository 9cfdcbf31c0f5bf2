import { createHash } from 'node:crypto';
import { DAY_MS } from '@tallystick/core/durations';
import { LANGUAGES, type CallName } from '@tallystick/protocol';
import { DOCUMENTS } from '@tallystick/protocol/calls/document';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freshKey, TestServer, type TestCustomer } from '../../testing/test-server.ts';
import { Traders } from '../../testing/traders.ts';
import { loadCatalogue } from './catalogue.ts';
import { withLaterRisk } from './testing/later-risk.ts';

const LATER = '2030-01-01';
const LATER_MS = Date.parse(`${LATER}T00:00:00Z`);

let server: TestServer;
beforeAll(async () => {
  server = await TestServer.start({ documents: withLaterRisk(await loadCatalogue(), LATER) });
});
afterAll(() => server.close());

/** Offers to buy at 59,900 and to sell at 60,100. */
async function offer(): Promise<void> {
  const traders = new Traders(server);
  await traders.begin();
  const maker = await traders.join();
  await traders.place(maker, { side: 'buy', type: 'limit', price: '59900', quantity: '0.02' });
  await traders.place(maker, { side: 'sell', type: 'limit', price: '60100', quantity: '0.02' });
}

const as = (who: TestCustomer, lang = 'en') => ({ token: who.token, lang });
const read = (
  who: TestCustomer | null,
  document: (typeof DOCUMENTS)[number],
  lang = 'en',
  version?: string,
) =>
  server.call(
    'GET document/read',
    { document, ...(version === undefined ? {} : { version }) },
    { lang, ...(who === null ? {} : { token: who.token }) },
  );
const buy = (who: TestCustomer, side: 'buy' | 'sell' = 'buy') =>
  server.try(
    'POST coin/trade',
    { market_id: 1, side, type: 'limit', price: side === 'buy' ? '59000' : '61000', quantity: '0.001' },
    { ...as(who), key: freshKey() },
  );

describe('our documents', () => {
  it.each(LANGUAGES)('are read in %s by everybody, with the hash of their words', async lang => {
    const { items } = await server.call('GET document/list', {}, { lang });
    expect(items.map(one => one.document)).toEqual([...DOCUMENTS]);
    for (const { document } of items) {
      const { title, sections, sha256, accepted, asked } = await read(null, document, lang);
      expect({ accepted, asked }).toEqual({ accepted: null, asked: false });
      const lines = [title, ...sections.flatMap(({ heading, paragraphs }) => [heading, ...paragraphs])];
      const hash = createHash('sha256').update(`${lines.join('\n')}\n`);
      expect(hash.digest('hex')).toBe(sha256);
    }
  });

  it('are accepted by registering: document, version, language, hash, time, and the words themselves', async () => {
    const who = await server.customer();
    for (const document of DOCUMENTS) {
      const { sha256, version, accepted } = await read(who, document);
      expect(accepted).toEqual({ version, lang: 'en', sha256, accepted_at_ms: server.clock.nowMs });
      const { rows } = await server.database.pool.query<{ body: string }>(
        'select body from document_texts where sha256 = $1',
        [sha256],
      );
      const body = createHash('sha256').update(rows[0]?.body ?? '');
      expect(body.digest('hex')).toBe(sha256);
    }
    expect((await buy(who)).body.code).not.toBe('terms_not_accepted');
  });

  it('that are new ask before new risk, and never before closing, cancelling or money that leaves', async () => {
    const who = await server.customer('funded');
    const open = await buy(who);
    expect(open.body.code).toBe(1);
    expect((await read(who, 'risk')).versions).toHaveLength(1);
    await expect(read(who, 'risk', 'en', LATER)).rejects.toThrow(/not_found/);

    server.clock.nowMs = LATER_MS + DAY_MS;
    const { token } = await server.call('POST user/login', {
      kind: 'email',
      account: who.email,
      password: 'correct horse',
    });
    const customer = { ...who, token };
    const { items } = await server.call('GET document/list', {}, as(customer));
    expect(items.filter(one => one.asked).map(one => one.document)).toEqual(['risk']);
    const text = await read(customer, 'risk', 'th');
    expect(text).toMatchObject({ version: LATER, in_force: true, asked: true });
    expect(text.versions).toEqual([
      { version: LATER, changed: 'Changed th' },
      { version: '2026-11-23', changed: null },
    ]);
    const earlier = await read(customer, 'risk', 'th', '2026-11-23');
    expect(earlier).toMatchObject({ in_force: false, version: '2026-11-23' });

    expect((await buy(customer)).body).toMatchObject({
      code: 'terms_not_accepted',
      data: { documents: 'risk' },
    });
    const risky = [
      server.try('POST lever/submit', leverOrder, { ...as(customer), key: freshKey() }),
      server.try('POST lever/reverse', { position_id: 1 } as never, { ...as(customer), key: freshKey() }),
      server.try('POST microtrade/submit', optionOrder, { ...as(customer), key: freshKey() }),
      server.try('POST lh/send/order', { id: 1, amount: '1' } as never, { ...as(customer), key: freshKey() }),
    ];
    for (const answer of await Promise.all(risky)) {
      expect(['terms_not_accepted', 'missing_field', 'invalid_input']).toContain(answer.body.code);
    }
    expect((await risky[0])?.body.code).toBe('terms_not_accepted');
    for (const [name, input] of opening) {
      const answer = await server.try(name, input as never, { ...as(customer), key: freshKey() });
      expect({ name, input, code: answer.body.code }).toEqual({ name, input, code: 'terms_not_accepted' });
    }
    for (const [name, input] of closing) {
      const { body } = await server.try(name, input as never, { ...as(customer), key: freshKey() });
      expect({ name, input, code: body.code }).not.toEqual({ name, input, code: 'terms_not_accepted' });
      expect(['missing_field', 'invalid_input']).not.toContain(body.code);
    }
    const kept = await Promise.all([
      buy(customer, 'sell'),
      server.try('POST coin/cancel_all', {}, as(customer)),
      server.try('POST lever/close', { position_id: 999 } as never, { ...as(customer), key: freshKey() }),
      server.try('GET wallet/out_info' as never, {} as never, as(customer)),
    ]);
    for (const answer of kept) expect(answer.body.code).not.toBe('terms_not_accepted');

    // Converting counts like trading: to a coin as a purchase, to USDT as a sale.
    const convert = async (from: number, to: number) => {
      const { quote } = await server.call(
        'POST convert/quote',
        { from_id: from, to_id: to, amount: from === 3 ? '100' : '0.01' },
        as(customer),
      );
      return server.try('POST convert/accept', { quote }, { ...as(customer), key: freshKey() });
    };
    await offer();
    expect((await convert(3, 1)).body.code).toBe('terms_not_accepted');
    expect((await convert(1, 3)).body.code).toBe(1);

    const words = { document: 'risk', version: text.version, sha256: text.sha256 } as const;
    const wrong = await server.refused('POST document/accept', words, as(customer, 'en'));
    expect(wrong).toMatchObject({ code: 'agreement_changed', status: 409 });
    const before = { ...words, version: '2026-11-23', sha256: earlier.sha256 };
    expect((await server.refused('POST document/accept', before, as(customer, 'th'))).code).toBe(
      'agreement_changed',
    );
    expect(await server.call('POST document/accept', words, as(customer, 'th'))).toEqual({ asked: [] });
    expect(await server.call('POST document/accept', words, as(customer, 'th'))).toEqual({ asked: [] });
    expect((await read(customer, 'risk')).accepted).toMatchObject({ version: LATER, lang: 'th' });
    expect((await buy(customer)).body.code).toBe(1);
    await offer();
    expect((await convert(3, 1)).body.code).toBe(1);
  });

  it('ask nobody who came when they were in force', async () => {
    const who = await server.customer('funded');
    expect((await read(who, 'risk')).asked).toBe(false);
    expect((await buy(who)).body.code).toBe(1);
  });
});

const leverOrder = {
  market_id: 1,
  direction: 'long',
  type: 'market',
  lots: 1,
  multiple: 10,
} as never;
const spotOrder = { market_id: 1, side: 'buy', type: 'limit', price: '59000', quantity: '0.001' };
const linked = {
  market_id: 1,
  side: 'buy',
  quantity: '0.001',
  price: '59000',
  trigger_price: '61000',
  stop_price: '61500',
};
const contractOrder = { market_id: 1, side: 'buy', type: 'limit', price: '59000', lots: 1, multiple: 10 };
const conditional = { market_id: 1, side: 'buy', lots: 1, multiple: 10, trigger_price: '61000' };
const cancel = { do: 'cancel', order_id: 999 };
const batch = (parts: readonly object[]) => ({ parts: JSON.stringify(parts) });

/** Every other call that places an order which may open. */
const opening: readonly (readonly [CallName, object])[] = [
  ['POST coin/order_list', linked],
  ['POST coin/replace', { ...spotOrder, cancel_order_id: 999 }],
  ['POST coin/batch', batch([cancel, { do: 'place', ...spotOrder }])],
  ['POST lever/order', contractOrder],
  ['POST lever/order', { ...contractOrder, position_side: 'long' }],
  ['POST lever/order', { ...contractOrder, side: 'sell', position_side: 'short' }],
  ['POST lever/replace', { ...contractOrder, cancel_order_id: 999 }],
  ['POST lever/batch', batch([cancel, { do: 'place', ...contractOrder }])],
  ['POST lever/conditional_order', conditional],
];
/** The same calls where they sell, reduce or only take off and change what waits. */
const closing: readonly (readonly [CallName, object])[] = [
  [
    'POST coin/order_list',
    { ...linked, side: 'sell', price: '61000', trigger_price: '59000', stop_price: '58500' },
  ],
  ['POST coin/replace', { ...spotOrder, side: 'sell', cancel_order_id: 999 }],
  ['POST coin/batch', batch([cancel, { do: 'place', ...spotOrder, side: 'sell', price: '61000' }])],
  ['POST coin/batch', batch([cancel, { do: 'amend', order_id: 999, price: '58000' }])],
  ['POST lever/order', { ...contractOrder, reduce_only: true }],
  ['POST lever/order', { ...contractOrder, position_side: 'short' }],
  ['POST lever/order', { ...contractOrder, side: 'sell', position_side: 'long' }],
  ['POST lever/replace', { ...contractOrder, reduce_only: true, cancel_order_id: 999 }],
  ['POST lever/batch', batch([cancel, { do: 'place', ...contractOrder, reduce_only: true }])],
  ['POST lever/batch', batch([cancel, { do: 'amend', order_id: 999, price: '58000' }])],
  ['POST lever/conditional_order', { ...conditional, effect: 'reduce' }],
  ['POST lever/check', contractOrder],
  ['POST coin/check', spotOrder],
];
const optionOrder = {
  market_id: 1,
  currency_id: 3,
  direction: 'rise',
  seconds: 60,
  stake: '10',
  payout_percent: '80',
} as never;
