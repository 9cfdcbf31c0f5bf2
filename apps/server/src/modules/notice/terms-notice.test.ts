import { LANGUAGES } from '@tallystick/protocol';
import { expect, it } from 'vitest';
import { TermsNotice } from './terms-notice.ts';
import { TERMS_TEXTS } from './terms-texts.ts';

const AT_MS = Date.UTC(2026, 10, 23, 4, 5);

it('speaks of positions where a market changes, and of withdrawals already asked for where theirs do', async () => {
  const written: string[] = [];
  const db = {
    query: (_sql: string, values: readonly unknown[]) => {
      written.push(JSON.stringify(values));
      const row = { id: '1', number: '1', hash: Buffer.alloc(32) };
      return Promise.resolve({ rows: [row], rowCount: 1 });
    },
  };
  const notice = new TermsNotice({ get: () => ({ notice_hours: 24 }) as never }, () => AT_MS);
  await notice.publish(db as never, 'BTC/USDT', AT_MS, { taker_fee_percent: '0.2' });
  const ofMarket = written.splice(0).join();
  await notice.publish(db as never, 'withdrawals', AT_MS, { withdrawal_fee: '2.5 USDT (TRC20)' });
  const ofWithdrawals = written.join();
  expect(ofWithdrawals).toContain('Withdrawal fee: 2.5 USDT (TRC20)');
  expect(ofWithdrawals).toContain(`${TERMS_TEXTS.esp.fields.withdrawal_fee}: 2,5 USDT (TRC20)`);
  expect(ofWithdrawals).toContain('23 November 2026 at 04:05 UTC');
  for (const language of LANGUAGES) {
    const { kept, keptWithdrawals } = TERMS_TEXTS[language];
    expect([ofMarket.includes(kept), ofMarket.includes(keptWithdrawals)]).toEqual([true, false]);
    expect([ofWithdrawals.includes(kept), ofWithdrawals.includes(keptWithdrawals)]).toEqual([false, true]);
  }
});
