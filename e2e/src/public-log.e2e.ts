import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Signer } from '@tallystick/server/transparency-log/signer';
import { verifierKeyOf } from '@tallystick/verify/note';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { App } from './harness/app.ts';
import { accessibilityFaults, cutTexts } from './harness/checks.ts';
import { Customer } from './harness/customer.ts';
import { cutInLanguages } from './harness/other-tab.ts';
import { openPhone, type Phone } from './harness/phone.ts';
import { startPreparedApp } from './harness/prepared-app.ts';
import { runVerifier, VERIFIER } from './harness/verifier.ts';

const LOG = '/pages/proof/index';
const PUBLIC = '/pages/proof/public';
const SEED = '42'.repeat(32);
const ORIGIN = 'e2e.example/price-log';
const WIDTHS = [320, 390, 768, 1440];

/** The programs that anybody downloads, as they are beside the app. */
const program = (name: string): string => path.join(path.dirname(VERIFIER), `tallystick-${name}.mjs`);

let app: App;
let phone: Phone;
let page: Page;
let customer: Customer;
let folder: string;
let logKey: string;
const witnesses: { readonly key: string; readonly url: string; readonly process: ChildProcess }[] = [];

async function freePort(): Promise<number> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** A witness of its own, as somebody else would run it. */
async function startWitness(name: string): Promise<void> {
  const files = [
    '--key-file',
    path.join(folder, `${name}.key`),
    '--state',
    path.join(folder, `${name}.json`),
  ];
  const run = (...words: readonly string[]) => [program('witness'), ...files, ...words];
  const key = spawnSync(process.execPath, run('--init', `witness.example/${name}`), {
    encoding: 'utf8',
  }).stdout.trim();
  const port = await freePort();
  const words = run('--origin-key', logKey, '--port', String(port));
  const child = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(child.stdout, 'data');
  witnesses.push({ key, url: `http://127.0.0.1:${port}`, process: child });
}

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'tallystick-public-log-'));
  const signer = new Signer(`${ORIGIN}/public`, [Buffer.from(SEED, 'hex')]);
  const publicKey = signer.keys[0]!.publicKey.toString('hex');
  logKey = verifierKeyOf({ name: signer.origin, publicKey });
  for (const name of ['a', 'b', 'c']) await startWitness(name);
  app = await startPreparedApp({
    PRICE_LOG_CHECKPOINT_MS: '1000',
    PRICE_LOG_ORIGIN: ORIGIN,
    PRICE_LOG_KEY: SEED,
    WITNESSES: witnesses.map(({ key, url }) => `${key} ${url}`).join(', '),
    TRUSTED_WITNESSES: '2',
  });
  phone = await openPhone(app.browser);
  page = phone.page;
  customer = new Customer(phone, app);
});
afterEach(async ({ task }) => {
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  if (task.result?.state === 'fail') await phone.picture('public-log-failed');
});
afterAll(async () => {
  await app?.close();
  for (const { process: child } of witnesses) child.kill();
  await rm(folder, { recursive: true, force: true });
});

const card = (state: string) => page.locator(`[data-public-log="${state}"]`);

/** Loads the app again, with nothing left in memory. */
async function reopen(route: string): Promise<void> {
  await page.goto('about:blank');
  await customer.open(route);
}

describe('the public log in the app', () => {
  it('shows its newest head with the witnesses, kept at first and compared next time', async () => {
    await customer.open(LOG);
    await page.locator('[data-public-log]').getByText('3 of 3 witnesses').waitFor();
    await reopen(LOG);
    await card('same')
      .getByText(/the log only grew/)
      .waitFor();
    await page.getByRole('link', { name: 'See the public log' }).click();
    await page.waitForURL(/#\/pages\/proof\/public/);
    await page.getByText('witness.example/a', { exact: true }).waitFor();
  });

  it('lists records by kind, each checked by this device', async () => {
    await customer.open(PUBLIC);
    await card('same').waitFor();
    await page.getByRole('radio', { name: 'Terms', exact: true }).check();
    const records = page.getByRole('list', { name: 'Public log' }).getByRole('button');
    await records.first().click();
    const sheet = page.getByRole('dialog');
    await sheet.getByText(/Checked on this device: part of the signed log of/).waitFor();
    await sheet.getByText('effective', { exact: true }).waitFor();
    await phone.picture('public-log-record');
    expect(await cutTexts(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('radio', { name: 'Program that runs' }).check();
    await expect.poll(() => records.count()).toBeGreaterThan(0);
  });

  it.each(WIDTHS)('fits a window %i wide', async width => {
    await page.setViewportSize({ width, height: 844 });
    for (const route of [LOG, PUBLIC]) {
      await customer.open(route);
      await card('same').waitFor();
      expect(await cutTexts(page)).toEqual([]);
      expect(await accessibilityFaults(page)).toEqual([]);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(wide).toBeLessThanOrEqual(0);
      await phone.picture(`public-log-${width}${route === LOG ? '-prices' : ''}`);
    }
  });

  it('fits in every language', async () => {
    await page.setViewportSize({ width: 320, height: 844 });
    await customer.open(PUBLIC);
    await card('same').waitFor();
    expect(await cutInLanguages(page, `${app.webUrl}#${PUBLIC}`)).toEqual([]);
    await page.setViewportSize({ width: 390, height: 844 });
  });

  it('says so when a record was changed on its way', async () => {
    await page.route('**/api/public_log/records*', async route => {
      const reply = await route.fetch();
      const before = await reply.text();
      const text = before.replaceAll('effective_at_ms\\":1', 'effective_at_ms\\":2');
      expect(text).not.toBe(before);
      await route.fulfill({ response: reply, body: text });
    });
    await reopen(`${PUBLIC}?kind=terms`);
    await card('same').waitFor();
    await page.getByRole('list', { name: 'Public log' }).getByRole('button').first().click();
    await page
      .getByRole('dialog')
      .getByText(/This record does not fit the signed log/)
      .waitFor();
    await page.keyboard.press('Escape');
  });

  it('shows the size that is signed, whatever is said beside it', async () => {
    await page.route('**/api/public_log/head*', async route => {
      const reply = await route.fetch();
      const body = (await reply.json()) as { readonly data: { readonly newest: { size: number } } };
      body.data.newest.size = 98_765_432;
      await route.fulfill({ response: reply, json: body });
    });
    await reopen(PUBLIC);
    await card('same').waitFor();
    const size = await card('same').locator('b').textContent();
    expect([/^[\d,]+$/.test(size ?? ''), size === '98,765,432']).toEqual([true, false]);
  });

  it('is an alarm when another log is shown', async () => {
    await page.evaluate(() => {
      const kept = JSON.parse(localStorage.getItem('tallystick.publicLog')!) as { note: string };
      // As if this device had seen another tree of the same size, signed by the same key.
      localStorage.setItem('tallystick.publicLog', JSON.stringify({ ...kept, size: 10_000_000 }));
    });
    await reopen(PUBLIC);
    await page.getByRole('alert').filter({ hasText: 'This is not the log this device knew' }).waitFor();
    await page.getByText('The log is shorter than it was.').waitFor();
    await page.getByRole('button', { name: 'Trust the new log' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Trust the new log' }).click();
    // The next head may be there at once.
    await card('first').or(card('same')).waitFor();
  });
});

it('anybody’s own copy is checked offline, with the witnesses', async () => {
  const copy = path.join(folder, 'mirror');
  const mirrored = spawnSync(
    process.execPath,
    [program('mirror'), `${app.url}/tlog/public`, copy, '--key', logKey],
    {
      encoding: 'utf8',
    },
  );
  expect(mirrored).toMatchObject({ status: 0, stderr: '' });
  const trusted = witnesses.flatMap(({ key }) => ['--witness', key]);
  const right = runVerifier(copy, '--key', logKey, ...trusted, '--need', '2');
  expect(right.stdout).toContain('3 of 3 witnesses have signed it');
  expect(right.status).toBe(0);
  const file = path.join(copy, 'checkpoint');
  const note = await readFile(file, 'utf8');
  await writeFile(file, note.replace(/\ntime \d+/, '\ntime 1'));
  expect(runVerifier(copy, '--key', logKey)).toMatchObject({
    status: 1,
    stdout: '✗ checkpoint: a signature is wrong.\n',
  });
});
