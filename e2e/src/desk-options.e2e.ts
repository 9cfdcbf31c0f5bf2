import { afterAll, beforeAll, expect, it } from 'vitest';
import type { App } from './harness/app.ts';
import { accessibilityFaults, cutTexts } from './harness/checks.ts';
import { OperatorAtDesk } from './harness/desk.ts';
import { startPreparedApp } from './harness/prepared-app.ts';

let app: App;
let accountant: OperatorAtDesk;
let admin: OperatorAtDesk;

beforeAll(async () => {
  app = await startPreparedApp();
  [accountant, admin] = await Promise.all([
    OperatorAtDesk.loggedIn(app, 'accountant'),
    OperatorAtDesk.loggedIn(app, 'admin'),
  ]);
});
afterAll(() => app?.close());

interface Terms {
  readonly terms_version: number;
  readonly stale_ms: number;
  readonly times: readonly { readonly seconds: number; readonly payout_rate: string }[];
}

/** What customers' apps receive. */
async function offered(): Promise<Terms> {
  const response = await fetch(`${app.url}/api/microtrade/seconds?market_id=1`);
  return ((await response.json()) as { data: Terms }).data;
}

it('terms of second options change by four eyes, and nothing at the desk can set a result', async () => {
  await accountant.open('/options', 'Second options');
  await accountant.page.getByText('Terms hold for what is sold from now on.').waitFor();
  const funds = accountant.page.getByRole('table', { name: 'Pool and escrow' });
  await funds.getByText('1,000,000').waitFor();
  expect(await accessibilityFaults(accountant.page)).toEqual([]);
  expect(await cutTexts(accountant.page)).toEqual([]);
  await accountant.picture('desk-options');

  await accountant.row('BTC/USDT').getByRole('button', { name: 'Edit' }).click();
  const times = accountant.page.getByLabel('Times: seconds and payout in percent, one per line');
  await times.fill('30 80\nsoon 85');
  await accountant.button('Propose').click();
  await accountant.page.getByRole('alert').getByText('This line cannot be read: soon 85').waitFor();
  await times.fill('60 75.5\n300 88');
  await accountant.page.getByLabel('Stale limit, ms').fill('5000');
  await accountant.button('Propose').click();
  await accountant.giveReason('Longer times only.', 'Propose');
  const before = await offered();

  await admin.confirm('Second option terms · BTC/USDT');
  await expect.poll(offered).toMatchObject({
    terms_version: before.terms_version + 1,
    stale_ms: 5_000,
    times: [
      { seconds: 60, payout_rate: '0.755' },
      { seconds: 300, payout_rate: '0.88' },
    ],
  });
});
