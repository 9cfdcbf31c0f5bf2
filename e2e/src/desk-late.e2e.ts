import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { App } from './harness/app.ts';
import { OperatorAtDesk } from './harness/desk.ts';
import { holdAnswers } from './harness/held-answers.ts';
import { startPreparedApp } from './harness/prepared-app.ts';

let app: App;
let operator: OperatorAtDesk;

beforeAll(async () => {
  app = await startPreparedApp();
});
afterAll(() => app?.close());
beforeEach(async () => {
  operator = await OperatorAtDesk.loggedIn(app, 'compliance');
});
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await operator.picture('desk-late-failed');
  await operator.page.context().close();
});

describe('the desk on a network whose answers come late', () => {
  it('closes only the dialog whose answer came', async () => {
    const { page } = operator;
    const halt = (market: string) =>
      operator.row(market).getByRole('button', { name: 'Halt', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await operator.open('/markets', 'Markets');
    await halt('BTC/USDT');
    const answers = await holdAnswers(page, 'desk/market_stop');
    await dialog.getByRole('textbox').last().fill('Odd prices at a source.');
    await dialog.getByRole('button', { name: 'Halt', exact: true }).click();
    await answers.left;
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await halt('ETH/USDT');
    await dialog.getByText('ETH/USDT').first().waitFor();
    await answers.release();
    await operator.row('BTC/USDT').getByText('Halted').waitFor();
    await operator.giveReason('Odd prices here, too.', 'Halt');
    await operator.row('ETH/USDT').getByText('Halted').waitFor();
  });

  it('asks for nothing more for an operator who has logged out', async () => {
    const { page } = operator;
    const asked = Promise.withResolvers<void>();
    const answered = Promise.withResolvers<void>();
    const release = Promise.withResolvers<void>();
    // The request is held back: when it arrives, its session has ended.
    await page.route('**/api/desk/queues*', async route => {
      asked.resolve();
      await release.promise;
      await route.continue();
      answered.resolve();
    });
    await asked.promise;
    const ended = page.waitForResponse(/\/api\/desk\/logout$/);
    await operator.button('Log out').click();
    expect((await ended).ok()).toBe(true);
    await operator.button('Log in').waitFor();
    release.resolve();
    await answered.promise;
    await operator.logIn('compliance');
    await operator.heading('Overview').waitFor();
    expect(operator.complaints).toEqual([]);
  });
});
