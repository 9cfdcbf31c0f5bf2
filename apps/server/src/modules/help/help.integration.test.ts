import { LANGUAGES } from '@tallystick/protocol';
import type { DeskInput } from '@tallystick/protocol/desk';
import type { Role } from '@tallystick/protocol/desk/roles';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TestDesk } from '../../testing/test-desk.ts';
import { TestServer } from '../../testing/test-server.ts';
import { HELP_ARTICLES } from './articles.ts';

let server: TestServer;
let desks: Readonly<Record<Role, TestDesk>>;
beforeAll(async () => {
  server = await TestServer.start();
  desks = await TestDesk.openAll(server);
});
afterAll(() => server.close());

const PHONE = { 'user-agent': 'a phone' };

describe('the help centre, open to visitors', () => {
  it('lists every article with its category, in the language asked for', async () => {
    for (const lang of LANGUAGES) {
      const { items } = await server.call('GET help/articles', {}, { lang });
      expect(items.map(({ slug }) => slug)).toEqual(HELP_ARTICLES.map(({ slug }) => slug));
    }
    const { items } = await server.call('GET help/articles', { category: 'trust' }, { lang: 'th' });
    expect(items.map(({ slug }) => slug)).toEqual(['trust-interest', 'trust-early-exit']);
    expect(items[0]?.title).toMatch(/\p{Script=Thai}/u);
  });

  it('opens one by its slug, by an error’s code, and by what else stops somebody', async () => {
    const bySlug = await server.call('GET help/article', { slug: 'withdrawal-holds' });
    expect(bySlug).toMatchObject({
      title: 'Why a withdrawal has to wait',
      edited_at_ms: null,
      found_useful: null,
    });
    expect(bySlug.related.map(({ slug }) => slug)).toEqual([
      'withdraw',
      'checks-and-closing',
      'mistakes-put-right',
      'freeze-account',
    ]);
    const byCode = await server.call('GET help/article', { code: 'withdrawal_on_hold' });
    expect(byCode.slug).toBe('withdrawal-holds');
    expect((await server.call('GET help/article', { code: 'hold.password' })).slug).toBe('withdrawal-holds');
    expect((await server.call('GET help/article', { code: 'network_error' })).slug).toBe('app-and-offline');
    expect((await server.refused('GET help/article', { slug: 'nothing' })).code).toBe('not_found');
    expect((await server.refused('GET help/article', { code: 'halt_takes_two' })).code).toBe('not_found');
    expect((await server.refused('GET help/article', {})).code).toBe('missing_field');
  });

  it('counts what is read', async () => {
    for (let times = 0; times < 3; times++) await server.call('GET help/article', { slug: 'funding' });
    const { most_read: most } = await server.call('GET help/articles', {});
    expect(most.slice(0, 2)).toEqual(['funding', 'withdrawal-holds']);
    expect((await server.call('GET help/articles', { category: 'contract' })).most_read).toEqual(['funding']);
  });

  it('finds by words and by codes, and refuses what is too long', async () => {
    const { items } = await server.call('GET help/search', { q: 'insufficient_balance' }, { lang: 'kr' });
    expect(items[0]).toMatchObject({ slug: 'accounts-and-transfers', code: 'insufficient_balance' });
    expect(items[0]?.title).toMatch(/\p{Script=Hangul}/u);
    expect((await server.refused('GET help/search', { q: 'x'.repeat(201) })).code).toBe('invalid_input');
  });
});

describe('was it useful', () => {
  const votes = async (slug: string) => {
    const { items } = await desks.support.call('GET desk/articles', {});
    const { useful, not_useful: not } = items.find(one => one.slug === slug)!;
    return [useful, not];
  };

  it('counts once for each visitor and customer; the newest word counts', async () => {
    const slug = 'stops';
    const options = { headers: PHONE, address: '203.0.113.1' };
    await server.call('POST help/useful', { slug, useful: true }, options);
    await server.call('POST help/useful', { slug, useful: true }, options);
    expect(await votes(slug)).toEqual([1, 0]);
    await server.call('POST help/useful', { slug, useful: false }, options);
    expect(await votes(slug)).toEqual([0, 1]);
    expect((await server.call('GET help/article', { slug }, options)).found_useful).toBe(false);
    const { token } = await server.customer();
    await server.call('POST help/useful', { slug, useful: true }, { ...options, token });
    await server.call('POST help/useful', { slug, useful: true }, { address: '198.51.100.7', token });
    expect(await votes(slug)).toEqual([1, 1]);
    expect((await server.refused('POST help/useful', { slug: 'nothing', useful: true })).code).toBe(
      'not_found',
    );
  });

  it('takes a hundred words from one network, whatever its browsers say they are', async () => {
    const vote = (browser: number) =>
      server.try(
        'POST help/useful',
        { slug: 'halts', useful: true },
        { headers: { 'user-agent': `browser ${browser}` }, address: '203.0.113.2' },
      );
    const answers = [];
    for (let browser = 0; browser < 103; browser++) answers.push((await vote(browser)).status);
    expect(answers.filter(status => status === 200)).toHaveLength(100);
    expect(answers.slice(100)).toEqual([429, 429, 429]);
  });

  it('keeps neither address nor browser', async () => {
    const { rows } = await server.database.pool.query<{ voter: Buffer }>('select voter from help_votes');
    expect(rows.every(({ voter }) => voter.length === 32)).toBe(true);
  });
});

describe('an article’s words', () => {
  type Change = DeskInput<'POST desk/propose'>['change'];
  const propose = (change: Change) =>
    desks.support.call('POST desk/propose', { kind: 'article', change, note: 'clearer' });
  const confirm = (id: number, by: Role = 'compliance') =>
    desks[by].call('POST desk/proposal_decide', { id, decision: 'confirm' });
  const words = {
    title: 'New words',
    summary: 'All new.',
    body: 'Nothing <b>old</b> <script>alert(1)</script> [x](javascript:alert(1)).',
  };

  it('are changed by two people, by language, in versions; and go back to what was shipped', async () => {
    const before = await server.call('GET help/article', { slug: 'halts' }, { lang: 'jp' });
    const made = await propose({ slug: 'halts', texts: { en: words } });
    expect(made).toMatchObject({ subject: 'article:halts', after: { en: words } });
    expect(
      await desks.support.refused('POST desk/proposal_decide', { id: made.id, decision: 'confirm' }),
    ).toBe('operator_forbidden');
    expect((await server.call('GET help/article', { slug: 'halts' })).title).not.toBe('New words');
    await confirm(made.id);
    // Stored as it was written: pages must not show it as HTML.
    const shown = await server.call('GET help/article', { slug: 'halts' });
    expect(shown).toMatchObject({ ...words, edited_at_ms: server.clock.nowMs });
    expect(await server.call('GET help/article', { slug: 'halts' }, { lang: 'jp' })).toEqual(before);
    expect((await server.call('GET help/search', { q: 'new words' })).items[0]?.slug).toBe('halts');

    const again = await propose({ slug: 'halts', texts: { en: { ...words, title: 'Newer words' } } });
    await confirm(again.id);
    const back = await propose({ slug: 'halts', texts: {}, as_shipped: ['en'] });
    await confirm(back.id);
    const editor = await desks.support.call('GET desk/article', { slug: 'halts' });
    expect(editor.versions.map(({ language, version, text }) => [language, version, text?.title])).toEqual(
      expect.arrayContaining([
        ['en', 1, 'New words'],
        ['en', 2, 'Newer words'],
        ['en', 3, undefined],
      ]),
    );
    expect(editor.versions[0]).toMatchObject({ made_by: 'support', confirmed_by: 'compliance' });
    expect(editor.texts).toEqual(editor.shipped);
    expect((await server.call('GET help/article', { slug: 'halts' })).title).toBe(editor.shipped.en.title);
  });

  it('that changed meanwhile are proposed anew; unknown articles and no change are refused', async () => {
    const one = await propose({ slug: 'stops', texts: { en: words } });
    const other = await propose({ slug: 'stops', texts: { en: { ...words, title: 'Other' } } });
    await confirm(one.id);
    expect(
      await desks.compliance.refused('POST desk/proposal_decide', { id: other.id, decision: 'confirm' }),
    ).toBe('proposal_outdated');
    const refused = (change: Change) =>
      desks.support.refused('POST desk/propose', { kind: 'article', change, note: 'x' });
    expect(await refused({ slug: 'nothing', texts: { en: words } })).toBe('not_found');
    expect(await refused({ slug: 'stops', texts: { en: words } })).toBe('nothing_changed');
    expect(await refused({ slug: 'stops', texts: { en: { ...words, title: '' } } })).toBe('invalid_input');
    expect(await refused({ slug: 'stops', texts: { en: { ...words, body: 'x'.repeat(20_001) } } })).toBe(
      'invalid_input',
    );
  });
});
