import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setOptionTerms } from '@tallystick/server/testing/option-terms';
import { FILES } from '@tallystick/verify/testing/sample-files';
import type { Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { App } from './harness/app.ts';
import { accessibilityFaults, cutTexts } from './harness/checks.ts';
import { Customer } from './harness/customer.ts';
import { SHORT, STALE_MS } from './harness/option-exchange.ts';
import { holdAnswers } from './harness/held-answers.ts';
import { cutInLanguages } from './harness/other-tab.ts';
import { openPhone, type Phone } from './harness/phone.ts';
import { startPreparedApp } from './harness/prepared-app.ts';
import { runVerifier, VERIFIER } from './harness/verifier.ts';

const LOG = '/pages/proof/index';
const OPTION = '/pages/option/detail?market=1';
const STEPS = [
  'terms',
  'head',
  'chain',
  'entry',
  'exit',
  'result',
  'payout',
  'signature',
  'inclusion',
  'consistency',
  'device',
];

let app: App;
let phone: Phone;
let page: Page;
let customer: Customer;
let folder: string;
/** Id of the option bought on the screen. */
let optionId: string;
let proofFile: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'tallystick-proof-'));
  // 60 times faster, two ticks and one signature per second: a proof is ready soon after its option.
  app = await startPreparedApp({
    FEED_SPEED: '60',
    FEED_INTERVAL_MS: '500',
    PRICE_LOG_CHECKPOINT_MS: '1000',
  });
  await setOptionTerms(app.url, { marketId: 1, staleMs: STALE_MS, times: [[SHORT, '80']] });
  phone = await openPhone(app.browser);
  page = phone.page;
  customer = new Customer(phone, app);
  await customer.open('/pages/user/login/login');
  // This verified account exists in every demo.
  await customer.logIn('demo@tallystick.example', 'tally-demo');
  await page.waitForURL(/#\/pages\/index\/index$/);
  await customer.post('wallet/change', { from: 'spot', to: 'option', currency_id: '3', amount: '300' });
});
afterEach(async ({ task }) => {
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  if (task.result?.state === 'fail') await phone.picture('proof-failed');
});
afterAll(async () => {
  await app?.close();
  await rm(folder, { recursive: true, force: true });
});

const proofPage = (id: string): string => `${LOG}?option=${id}`;
const verdict = (title: string): Locator => page.getByRole('heading', { level: 2, name: title, exact: true });
const alarm = (): Locator =>
  page.getByRole('alert').filter({ hasText: 'This is not the log this device knew' });
const step = (name: string): Locator => page.locator(`[data-step="${name}"]`);
const steps = (state: string): Promise<string[]> =>
  page
    .locator(`[data-step][data-state="${state}"]`)
    .evaluateAll(items => items.map(item => item.getAttribute('data-step') ?? ''));

/** Loads the app again, with nothing left in memory. */
async function reopen(route: string): Promise<void> {
  await page.goto('about:blank');
  await customer.open(route);
}

/** Changes replies of a call, as an attacker on the network could. */
async function changeReplies(call: string, change: (text: string) => string): Promise<void> {
  await page.route(`**/api/${call}*`, async route => {
    const reply = await route.fetch();
    const before = await reply.text();
    const text = change(before);
    expect(text).not.toBe(before);
    await route.fulfill({ response: reply, body: text });
  });
}

/** Replaces the first digit after `before` by another one. */
function otherDigit(text: string, before: RegExp): string {
  return text.replace(new RegExp(`(${before.source})(\\d)`), (_, start: string, digit: string) => {
    return `${start}${(parseInt(digit, 10) + 1) % 9 || 9}`;
  });
}

async function expectFaultless(): Promise<void> {
  expect(await cutTexts(page)).toEqual([]);
  expect(await accessibilityFaults(page)).toEqual([]);
}

describe('the proof of a settled option', () => {
  it('is one tap from its receipt, and passes in the customer’s own browser', async () => {
    await customer.open(OPTION);
    const form = page.getByRole('form', { name: 'Buy an option' });
    await form.getByRole('radio', { name: new RegExp(`^${SHORT} s`) }).check();
    await form.getByRole('textbox', { name: 'Amount' }).fill('50');
    await form.getByRole('button', { name: /^Rise / }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Buy rise', exact: true }).click();
    // The running option or, if the page is slow, its result.
    optionId = (await page.locator('[data-option]').first().getAttribute('data-option')) ?? '';
    expect(optionId).toMatch(/^\d+$/);
    await customer.open(`/pages/option/order?id=${optionId}`);
    await page.getByRole('link', { name: 'Check the proof' }).click();
    await page.waitForURL(/#\/pages\/proof\/index\?option=/);
    await verdict('The result is right').waitFor();
    await step('device').waitFor();
    await expect.poll(() => steps('passed')).toEqual(STEPS);
    const told = await page.getByRole('list', { name: 'What was checked' }).innerText();
    expect(told).toContain(`Rise on BTC/USDT, 50.00 USDT for ${SHORT} s. A win adds 40.00 USDT.`);
    expect(told).toContain('This device kept the receipt at purchase: it is the same.');
    expect(told).toMatch(/the first after purchase\.\s+Its only source: replay\./);
    expect(told).toMatch(/The price (went|did not go) your way|Exactly the same price/);
    await page.getByText(/^Checked on this device in \d+ ms$/).waitFor();
    await phone.picture('proof');
    await expectFaultless();
  });

  it('is a file that a program of its own checks without a network', async () => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      customer.button('Download proof').click(),
    ]);
    proofFile = path.join(folder, download.suggestedFilename());
    await download.saveAs(proofFile);
    const [prices] = await Promise.all([
      page.waitForEvent('download'),
      customer.button('Download prices').click(),
    ]);
    const pricesFile = path.join(folder, prices.suggestedFilename());
    await prices.saveAs(pricesFile);
    expect(runVerifier(proofFile)).toMatchObject({ status: 0, stderr: '' });
    expect(runVerifier(proofFile).stdout).toContain('The result is right.');
    expect(runVerifier(pricesFile).stdout).toContain('every hash fits, none is missing');
    const served = await fetch(`${app.webUrl}tallystick-verify.mjs`);
    expect(await served.text()).toBe(await readFile(VERIFIER, 'utf8'));
  });

  it.each<[string, RegExp, string, RegExp]>([
    ['a price', /"ticks":\[.*?\},\{"number":\d+,"market_id":\d+,"price_e8":/, 'chain', /Tick [\d,]+ is not/],
    ['a time', /"ticks":\[.*?\},\{"number":\d+,.*?"at_ms":\d{11}/, 'chain', /Tick [\d,]+|backwards/],
    ['a source', /"ticks":\[\{.*?"sources":\[\{"name":"replay","price_e8":/, 'chain', /Tick [\d,]+ is not/],
    ['the payout', /"payout_minor":"/, 'payout', /The rules give another payout/],
    ['the entry', /"entry":\{"number":/, 'entry', /another entry price/],
    ['a hash of the tree', /"inclusion":\["[a-f]*/, 'inclusion', /not in what was signed/],
    ['the signed text', /time /, 'signature', /The signature is wrong/],
  ])('fails when one digit of %s is changed on the way', async (_what, before, name, words) => {
    await changeReplies('microtrade/proof', text => otherDigit(text, before));
    await reopen(proofPage(optionId));
    await verdict('Something does not fit').waitFor();
    await expect.poll(() => steps('failed')).toContain(name);
    await step(name).getByText(words).waitFor();
    await phone.picture(`proof-wrong-${name}`);
  });

  it('fails when a tick is left out', async () => {
    await changeReplies('microtrade/proof', text =>
      text.replace(/("ticks":\[\{.*?\}\],"hash":"\w+"\}),\{.*?\}\],"hash":"\w+"\}/, '$1'),
    );
    await reopen(proofPage(optionId));
    await verdict('Something does not fit').waitFor();
    await step('chain')
      .getByText(/A tick is missing or too many/)
      .waitFor();
    await expectFaultless();
  });

  it('passes again when nobody is in between', async () => {
    await reopen(proofPage(optionId));
    await verdict('The result is right').waitFor();
  });

  it('waits for a signature that is still to come, and goes on by itself', async () => {
    let waiting = true;
    await page.route('**/api/microtrade/proof*', async route => {
      const body = { type: 'error', code: 'not_yet_signed', message: '', data: {} };
      await (waiting ? route.fulfill({ status: 409, json: body }) : route.continue());
    });
    await page.goto('about:blank');
    await customer.goTo(proofPage(optionId));
    await verdict('Waiting for the next signature').waitFor();
    waiting = false;
    await verdict('The result is right').waitFor();
  });
});

describe('the price log', () => {
  it('shows its newest signature and finds and checks any price', async () => {
    await reopen(LOG);
    await page.getByText('Prices in the signed log').waitFor();
    await page.locator('[data-device="same"]').waitFor();
    await customer.button('Newest').click();
    await page.getByText('Hash computed again: it fits, and follows from the tick before.').waitFor();
    await page.getByRole('textbox', { name: 'Tick number' }).fill('1');
    await customer.button('Find').click();
    await page.getByText(/^Part of the signed log of [\d,]+ ticks\.$/).waitFor();
    await phone.picture('price-log');
    await expectFaultless();
    // The checked result stays when newer signatures come, because they add nothing to its proof.
    const said = page.getByText(/^Part of the signed log of [\d,]+ ticks\.$/);
    const before = await said.innerText();
    const answers = await holdAnswers(page, 'price_log/inclusion');
    const newest = page.locator('[data-log] b');
    const size = await newest.innerText();
    await expect.poll(() => newest.innerText()).not.toBe(size);
    expect(await said.allInnerTexts()).toEqual([before]);
    await answers.release();
    await page.getByRole('textbox', { name: 'Tick number' }).fill('999999999');
    await customer.button('Find').click();
    await page.getByText('There is no tick 999,999,999 yet.').waitFor();
  });

  it('checks a proof that came as a file, right or spoiled', async () => {
    const input = page.locator('input[type="file"]');
    await input.setInputFiles(proofFile);
    await verdict('The result is right').waitFor();
    const text = await readFile(proofFile, 'utf8');
    const buffer = Buffer.from(otherDigit(text, /"price_e8": /));
    await input.setInputFiles({ name: 'spoiled.json', mimeType: 'application/json', buffer });
    await verdict('Something does not fit').waitFor();
    const nothing = { name: 'x.json', mimeType: 'application/json', buffer: Buffer.from('hello') };
    await input.setInputFiles(nothing);
    await page.getByText('This file cannot be read as a proof.').waitFor();
  });

  it('is compared on the home page, by a device that has looked at it before', async () => {
    await reopen('/pages/index/index');
    await page.getByRole('link', { name: /^Price log verified/ }).click();
    await page.waitForURL(/#\/pages\/proof\/index$/);
  });

  it('is not believed when somebody on the way says that it was rewritten', async () => {
    await changeReplies('price_log/consistency', text => otherDigit(text, /"hashes":\["[a-f]*/));
    await reopen(LOG);
    await alarm().getByText('The signed log was rewritten since.').waitFor();
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.locator('[data-device="same"]').waitFor();
  });

  it('is not believed when it lost its end, until the customer says so', async () => {
    // A page of the same origin that does not use the log.
    await page.goto(`${app.url}/healthz`);
    await page.evaluate(() => {
      const key = 'tallystick.priceLog';
      const trust = JSON.parse(localStorage.getItem(key) ?? '') as { size: number };
      localStorage.setItem(key, JSON.stringify({ ...trust, size: trust.size + 1_000_000 }));
    });
    await reopen(LOG);
    await alarm().getByText('The log is shorter than it was.').waitFor();
    await phone.picture('price-log-alarm');
    await expectFaultless();
    await alarm().getByRole('button', { name: 'Trust the new log' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Trust the new log' }).click();
    await page.locator('[data-device]').waitFor();
    await alarm().waitFor({ state: 'detached' });
  });

  it('is not believed under another signature', async () => {
    await reopen(LOG);
    await page.locator('[data-device="same"]').waitFor();
    await changeReplies('price_log/checkpoint', text => text.replaceAll(/time (\d)/g, 'time 9'));
    await reopen(LOG);
    await page.getByRole('alert').getByText('The signature is wrong.').waitFor();
  });
});

it('both pages have room for their texts in every language', async () => {
  const proof = await cutInLanguages(page, `${app.webUrl}#${proofPage(optionId)}`, {
    widths: [390],
    prepare: () => page.locator('[data-step="device"]').waitFor(),
    seen: language => phone.picture(`proof-${language}`),
  });
  const log = await cutInLanguages(page, `${app.webUrl}#${LOG}`, {
    widths: [390],
    prepare: () => page.locator('[data-device="same"]').waitFor(),
  });
  expect([...proof, ...log]).toEqual([]);
});

/** Files of another exchange. The report also says that they are not signed by this exchange's log. */
const FILES_OF_KINDS = [
  FILES.liquidation,
  FILES['funding received'],
  FILES.trigger,
  FILES.deleveraging,
  FILES.offset,
  FILES.allocation,
  FILES['trust redeemed'],
];

it.each(FILES_OF_KINDS)('a narrow phone has room for the report on $kind in every language', async file => {
  const kind = file.kind.split(' ')[1]!;
  const buffer = Buffer.from(JSON.stringify(file));
  const given = { name: `${kind}.json`, mimeType: 'application/json', buffer };
  const report = page.locator(`[data-kind="${kind}"]`);
  const isSigned = kind === 'allocation' || kind === 'trust';
  const faults: string[] = [];
  const cut = await cutInLanguages(page, `${app.webUrl}#${LOG}`, {
    widths: [320],
    prepare: async () => {
      await page.locator('[data-device="same"]').waitFor();
      await page.locator('input[type="file"]').setInputFiles(given);
      await report.waitFor();
      expect(await report.getAttribute('data-verdict')).toBe(isSigned ? 'right' : 'wrong');
    },
    seen: async language => {
      if (language === 'en') faults.push(...(await accessibilityFaults(page)));
      await report.scrollIntoViewIfNeeded();
      await phone.picture(`report-${kind}-${language}`);
    },
  });
  expect([...cut, ...faults]).toEqual([]);
});

it('leaves no complaint in the console but the refusals it provoked', () => {
  expect(phone.complaints.filter(text => !/responded with a status of 409/.test(text))).toEqual([]);
});

// Must be last, because the browser logs errors while the server is away.
it('survives a restart of the exchange: the log goes on where it was', async () => {
  await reopen(LOG);
  await page.locator('[data-device="same"]').waitFor();
  await app.restart();
  await reopen(LOG);
  await page.locator('[data-device="same"]').waitFor();
  await reopen(proofPage(optionId));
  await verdict('The result is right').waitFor();
});
