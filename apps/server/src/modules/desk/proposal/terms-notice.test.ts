import { LANGUAGES } from '@tallystick/protocol';
import { expect, it } from 'vitest';
import { TermsNotice, momentIn } from './terms-notice.ts';
import { TERMS_TEXTS } from './terms-texts.ts';

const AT_MS = Date.UTC(2026, 10, 23, 4, 5);

it('writes the moment as the language does, never as a machine, and in the same UTC for all', () => {
  expect(momentIn('en', AT_MS)).toBe('23 November 2026 at 04:05 UTC');
  expect(momentIn('zh', AT_MS)).toBe('2026年11月23日 04:05 UTC');
  expect(momentIn('esp', AT_MS)).toContain('23 de noviembre de 2026');
  for (const language of LANGUAGES) {
    const moment = momentIn(language, AT_MS);
    expect(moment).toMatch(/2026.*\b0?4:05 UTC$|04:05.*2026 UTC$/u);
    expect(moment).not.toContain('2026-11-23');
  }
});

it('speaks of positions where a market changes, and of withdrawals already asked for where theirs do', async () => {
  const written: string[] = [];
  const db = {
    query: (_sql: string, values: readonly unknown[]) => {
      written.push(JSON.stringify(values));
      return Promise.resolve({ rows: [{ id: '1' }], rowCount: 1 });
    },
  };
  const notice = new TermsNotice({ get: () => ({ notice_hours: 24 }) as never }, () => AT_MS);
  await notice.publish(db as never, 'BTC/USDT', AT_MS, { taker_fee_percent: '0.2' });
  const ofMarket = written.splice(0).join();
  await notice.publish(db as never, 'withdrawals', AT_MS, { withdrawal_fee: '2 USDT' });
  const ofWithdrawals = written.join();
  for (const language of LANGUAGES) {
    const { kept, keptWithdrawals } = TERMS_TEXTS[language];
    expect([ofMarket.includes(kept), ofMarket.includes(keptWithdrawals)]).toEqual([true, false]);
    expect([ofWithdrawals.includes(kept), ofWithdrawals.includes(keptWithdrawals)]).toEqual([false, true]);
  }
});
