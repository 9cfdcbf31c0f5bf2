import { QueryClient, QueryClientProvider, type InfiniteData } from '@tanstack/react-query';
import { LANGUAGES } from '@tallystick/protocol/languages';
import type { ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { loadTexts, switchTexts } from '#i18n/texts.ts';
import {
  inviteesQuery,
  leadersQuery,
  rebatesQuery,
  type Invitee,
  type Overview,
  type RebateOf,
} from '../api/referral.ts';
import { FillSheet } from './fill-sheet.tsx';
import { FriendsList } from './friends-list.tsx';
import { LeadersList } from './leaders-list.tsx';
import { RebatesList } from './rebates-list.tsx';
import { Summary } from './summary.tsx';

// Browser globals that modules need when loaded. Pages are rendered here without a browser.
vi.hoisted(() => {
  const nothing = () => undefined;
  vi.stubGlobal('window', {
    addEventListener: nothing,
    removeEventListener: nothing,
    location: { origin: 'https://tally.example', pathname: '/web/' },
    matchMedia: () => ({ matches: false, addEventListener: nothing, removeEventListener: nothing }),
  });
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: nothing, removeItem: nothing });
});

// Stores cannot be read in server rendering.
vi.mock('#lib/settings.ts', async original => ({
  ...(await original<object>()),
  useSettings: () => ({ hideBalances: false }),
}));
vi.mock('#realtime/use-valuation.ts', async () => {
  const { valuationIn } = await import('#lib/valuation.ts');
  return { useValuation: () => valuationIn('USDT', null) };
});

const AT_MS = Date.parse('2026-01-31T12:00:00Z');
const BTC = { currency: 'BTC', amount: '0.00000123', value_usdt: '0.07' };

const OVERVIEW: Overview = {
  code: 'TALLY123',
  link: '/web/?code=TALLY123#/pages/user/login/register',
  hash_link: '/web/#/pages/user/login/register?code=TALLY123',
  account: 'a***@friends.example',
  earning: false,
  frozen: true,
  ratios: { first_percent: '20', second_percent: '5' },
  announced: { first_percent: '15', second_percent: '5', effective_at_ms: AT_MS },
  promoted: 10_000,
  promoted_second: 12,
  earned: [BTC],
  earned_usdt: '1234.5',
  earned_btc: '0.02',
  pending: [BTC],
  pending_usdt: '0.07',
  settled_usdt: '1234.43',
  settles_at_ms: AT_MS,
  rank: 7,
};
const FRIEND: Invitee = {
  person: 'b***@friends.example',
  level: 1,
  registered_at_ms: AT_MS,
  verified: true,
  traded: false,
  amounts: [BTC],
  value_usdt: '0.07',
};
const FILL: RebateOf<'fill'> = {
  kind: 'fill',
  rebate_id: '9.taker.1',
  posting_id: 9,
  line: 'spot',
  trade_id: 4,
  role: 'taker',
  level: 1,
  person: FRIEND.person,
  currency: 'BTC',
  fee: '0.00000615',
  ratio_percent: '20',
  amount: BTC.amount,
  at_ms: AT_MS,
  settled: true,
};

const pages = <Item,>(
  items: readonly Item[],
): InfiniteData<{ items: readonly Item[]; next_cursor: null }> => ({
  pages: [{ items, next_cursor: null }],
  pageParams: [''],
});

/** The rendered text without tags. */
function shown(content: ReactNode): string {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
  client.setQueryData<unknown>(inviteesQuery(1).queryKey, pages([FRIEND]));
  client.setQueryData<unknown>(rebatesQuery('fills').queryKey, pages([FILL]));
  client.setQueryData(leadersQuery.queryKey, {
    items: [{ rank: 1, name: 'ta***c', value_usdt: '99.5', own: false }],
    own: { rank: 7, name: 'an***a', value_usdt: '1.25', own: true },
    at_ms: AT_MS,
  });
  const html = renderToString(
    <MemoryRouter>
      <QueryClientProvider client={client}>{content}</QueryClientProvider>
    </MemoryRouter>,
  );
  return html.replaceAll(/<!-- -->|<\/span><wbr\/>/g, '').replaceAll(/<[^>]*>/g, '|');
}

describe.each(LANGUAGES)('the referral page in %s', language => {
  beforeAll(async () => {
    await Promise.all([loadTexts('common'), loadTexts('referral')]);
    await switchTexts(language);
  });
  afterAll(() => switchTexts('en'));

  it('sums up: earned, pending, paid, invited, ratios, rank, account, and what keeps rebates away', () => {
    const text = shown(<Summary overview={OVERVIEW} />);
    for (const figure of ['BTC', 'USDT', '0.07', '20%', 'a***@friends.example', '12', '7']) {
      expect(text.replaceAll(',', '.')).toContain(figure);
    }
    expect(text.replaceAll(/[.,\s]/g, '')).toContain('10000');
    expect(text).not.toMatch(/\{|referral:|summary\.|state\./);
  });

  it('lists friends with their steps, rebates with their fees, and the ten best with the own place', () => {
    expect(shown(<FriendsList twoLevels />)).toContain('b***@friends.example');
    expect(shown(<RebatesList />).replaceAll(',', '.')).toContain('0.00000615');
    const best = shown(<LeadersList />);
    expect(best).toContain('ta***c');
    expect(best).toContain('an***a');
    expect(shown(<FillSheet fill={FILL} onClose={() => undefined} />)).not.toMatch(/\{|fill\./);
  });
});
