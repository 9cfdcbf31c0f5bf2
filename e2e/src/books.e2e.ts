import { readFile } from 'node:fs/promises';
import { DAY_MS } from '@tallystick/core/durations';
import { bankStatement, fundFromBank, provePoint } from '@tallystick/server/modules/books/testing/company';
import { DESK_PASSWORD, TestDesk } from '@tallystick/server/testing/test-desk';
import type { Locator } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { accessibilityFaults, cutTexts, expectFaultless } from './harness/checks.ts';
import { OperatorAtDesk } from './harness/desk.ts';
import { startInProcess, type InProcess } from './harness/in-process.ts';
import { openPhone } from './harness/phone.ts';

const WIDTHS = [320, 390, 768, 1440];
const ACCOUNT = 'Tallystick Ltd., operating';

let app: InProcess;
let accountant: OperatorAtDesk;
let admin: OperatorAtDesk;

/** Two people trade on the last day of November; the house has 5,000 USDT from the bank. */
beforeAll(async () => {
  app = await startInProcess();
  const { server } = app;
  server.clock.nowMs = Date.UTC(2026, 10, 30, 12);
  await fundFromBank(server, 'treasury', 5_000);
  await trade('0.05');
  // What was paid for a bitcoin in this minute, which values it once it is over.
  await server.database.pool.query(
    `insert into candles (market_id, interval, open_ms, open_ticks, high_ticks, low_ticks, close_ticks, volume_lots,
       quote_minor) values (1, '1m', $1, 600000, 600000, 600000, 600000, 1, 1)`,
    [server.clock.nowMs],
  );
  server.clock.nowMs += 60_000;
  await server.services.books.turn();
  [accountant, admin] = [await operator('accountant', 'ann'), await operator('administrator', 'bob')];
});
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await accountant.picture('books-failed');
});
afterAll(() => app?.close());

async function operator(role: 'accountant' | 'administrator', name: string): Promise<OperatorAtDesk> {
  await TestDesk.open(app.server, role, name);
  const arrived = await OperatorAtDesk.arrive(app);
  await arrived.logIn(name, DESK_PASSWORD);
  await arrived.heading('Overview').waitFor();
  return arrived;
}

async function trade(quantity: string): Promise<void> {
  const { server } = app;
  await server.tick(1, 60_000e8);
  for (const side of ['sell', 'buy'] as const) {
    const { token } = await server.customer('funded');
    await server.call(
      'POST coin/trade',
      { market_id: 1, price: '60000.0', quantity, side },
      { token, key: `books-${server.clock.nowMs}-${side}` },
    );
  }
}

/** The books are counted, and what is due leaves. */
async function later(ms: number): Promise<void> {
  await TestDesk.wait(app.server, ms);
  await provePoint(app.server, 1_000, 6_000);
  await app.server.services.books.turn();
}

const table = (name: string): Locator => accountant.page.getByRole('table', { name, exact: true });
const dialog = (): Locator => accountant.page.getByRole('dialog');

/** Nothing is cut, broken or hard to reach, at any width. */
async function expectSound(name: string): Promise<void> {
  const { page } = accountant;
  expect(await accessibilityFaults(page)).toEqual([]);
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 860 });
    expect(await cutTexts(page), `${name} at ${width}`).toEqual([]);
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow, `${name} at ${width}`).toBe(0);
    await accountant.picture(`${name}-${width}`);
  }
  await page.setViewportSize({ width: 1280, height: 860 });
}

/** Sends the form, if there is one, and proposes what the next dialog shows. */
async function propose(form = true): Promise<void> {
  if (form) await dialog().getByRole('button', { name: 'Propose', exact: true }).click();
  await dialog().getByRole('heading', { name: 'Propose this change?' }).waitFor();
  await dialog().getByRole('textbox').last().fill('For the company');
  await dialog().getByRole('button', { name: 'Propose', exact: true }).click();
}

/** Anew, because what the page has loaded is refreshed only now and then. */
async function confirm(subject: string): Promise<void> {
  await admin.page.reload();
  await admin.confirm(subject);
}

/** See `confirm`. */
async function reopen(route: string, heading: string): Promise<void> {
  await accountant.page.reload();
  await accountant.open(route, heading);
}

it('the month’s result stands there by product and day, with fees and whose the money is', async () => {
  await accountant.open('/books', 'Books');
  const result = table('Result by product').getByRole('row').filter({ hasText: 'Spot trading fees' });
  await expect(result.innerText()).resolves.toMatch(/0\.00005 BTC\s+3 USDT\s+6/);
  const fees = table('Fees and rebates').getByRole('row').filter({ hasText: 'USDT' });
  await expect(fees.innerText()).resolves.toContain('3');
  const bank = table('Whose the money is').getByRole('row').filter({ hasText: 'USDT' });
  await expect(bank.innerText()).resolves.toMatch(/5,003/);
  await expectSound('books');
});

it('the ledger comes as a file of balanced postings', async () => {
  const [download] = await Promise.all([
    accountant.page.waitForEvent('download'),
    accountant.button('Ledger (CSV)').click(),
  ]);
  expect(download.suggestedFilename()).toBe('ledger-2026-11.csv');
  const text = await readFile(await download.path(), 'utf8');
  const [head, ...lines] = text.trimEnd().split('\r\n');
  expect(head).toContain('posting,time,reason');
  const sums = new Map<string, number>();
  for (const line of lines) {
    const [posting, , , , , , , currency, debit, credit] = line.replaceAll(/"[^"]*"/g, 'name').split(',');
    const key = `${posting} ${currency}`;
    sums.set(key, (sums.get(key) ?? 0) + Number(debit) - Number(credit));
  }
  expect(sums.size).toBeGreaterThan(3);
  expect([...sums.values()].filter(sum => Math.abs(sum) > 1e-6)).toEqual([]);
  await accountant.page.getByText('The month is not over').waitFor();
});

it('profit needs proof, a named account, two people and a day; then it has left', async () => {
  await reopen('/profit', 'Profit');
  await accountant.button('New account').click();
  await dialog().getByLabel('Name').fill(ACCOUNT);
  await dialog().getByLabel('Address or account number').fill('DE89 3704 0044 0532 0130 00');
  await propose();
  await dialog().waitFor({ state: 'hidden' });
  await confirm(`Account of the company · ${ACCOUNT}`);
  await reopen('/profit', 'Profit');
  await table('Accounts of the company').getByText(ACCOUNT).waitFor();
  const withdraw = async (): Promise<void> => {
    await accountant.button('Withdraw profit').click();
    await dialog().getByLabel('Amount').fill('1500');
    await propose();
  };
  await withdraw();
  await dialog().getByText('not proven beyond what customers are owed').waitFor();
  await accountant.picture('profit-unproven');
  await dialog().getByRole('button', { name: 'Cancel', exact: true }).click();
  await provePoint(app.server, 1_000, 6_000);
  await withdraw();
  await dialog().waitFor({ state: 'hidden' });
  await confirm(`Profit withdrawn · ${ACCOUNT}`);
  await reopen('/profit', 'Profit');
  await table('Withdrawals').getByText('Announced').waitFor();
  await expectSound('profit');
  await later(DAY_MS);
  await reopen('/profit', 'Profit');
  const row = table('Withdrawals').getByRole('row').filter({ hasText: '1,500' });
  await row.getByText('Left', { exact: true }).waitFor();
  await accountant.picture('profit-left');
});

it('anybody reads what has left, with the account’s name', async () => {
  const phone = await openPhone(app.browser);
  await phone.page.goto(`${app.webUrl}#/pages/proof/index`);
  const list = phone.page.getByRole('list', { name: 'Profit that leaves' });
  await list.getByText(ACCOUNT).waitFor();
  await list.getByText('1,500 USDT').waitFor();
  await list.getByText('Left').waitFor();
  await list.scrollIntoViewIfNeeded();
  await phone.picture('profit-public');
  await expectFaultless(phone.page);
});

it('a statement of the bank that differs is a case, and stands beside the ledger', async () => {
  await bankStatement(app.server, 3_490);
  await app.server.services.books.turn();
  await reopen('/reconciliation', 'Reconciliation');
  const bank = table('Reconciliation').getByRole('row').filter({ hasText: 'Bank' });
  await bank.getByText('-10').waitFor();
  await expectSound('reconciliation');
  await bank.getByRole('link', { name: 'Open case' }).click();
  await accountant.page.getByText('Less at the bank than in the ledger').waitFor();
  await expectSound('reconciliation-case');
});

it('a month that is over is closed by two people, and its figures are frozen', async () => {
  await reopen('/books', 'Books');
  await accountant.button('Close month').click();
  await propose(false);
  await dialog().getByText('This month cannot be closed').waitFor();
  await dialog().getByRole('button', { name: 'Cancel', exact: true }).click();
  await accountant.page.getByLabel('Month').selectOption('2026-11');
  await table('Result by product').getByText('Spot trading fees').waitFor();
  await accountant.button('Close month').click();
  await propose(false);
  await dialog().waitFor({ state: 'hidden' });
  await confirm('Month closed · 2026-11');
  await reopen('/books', 'Books');
  await accountant.page.getByLabel('Month').selectOption('2026-11 (closed)');
  await accountant.page.getByText('What is counted still gives what was frozen.').waitFor();
  await accountant.page.getByText('Closed by bob').waitFor();
  await expectSound('books-closed');
});
