import { readFile } from 'node:fs/promises';
import { signedFile } from '@tallystick/server/modules/reserves/testing/signed-file';
import { EvmSigner } from '@tallystick/server/chains/testing/evm-signer';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { accessibilityFaults, contrastFaults, cutTexts } from './harness/checks.ts';
import { OperatorAtDesk } from './harness/desk.ts';
import { ExchangeOnAChain } from './harness/exchange-on-a-chain.ts';
import { openPhone, type Phone } from './harness/phone.ts';
import { settled } from './harness/walk.ts';

/** The server looks at its chains every quarter of a minute. */
const TURN_MS = 60_000;
const WIDTHS = [320, 390, 768, 1440];
const ROUTE = '/pages/reserves/index';
const DOCUMENT = Buffer.from('%PDF-1.7 a statement of account');

let world: ExchangeOnAChain;
let desk: OperatorAtDesk;
let phone: Phone;
const signer = new EvmSigner();

beforeAll(async () => {
  world = await ExchangeOnAChain.start({
    CUSTODY_HOT_ETH: signer.hot.address,
    LIABILITIES_EVERY_MS: '10000',
  });
  await world.sendUsdt(signer.hot.address, 700n);
  await world.sendMilliEther(signer.hot.address, 2_000n);
  await world.mine(1);
  desk = await OperatorAtDesk.loggedIn(world.app, 'accountant');
  phone = await openPhone(world.app.browser);
});
afterEach(async ({ task }) => {
  if (task.result?.state !== 'fail') return;
  await desk.picture('reserves-desk-failed');
  await phone.picture('reserves-failed');
});
afterAll(() => world?.close());

async function openPage(): Promise<void> {
  await phone.page.goto(`${world.app.webUrl}#${ROUTE}?currency=USDT`);
  await phone.page.reload();
  await settled(phone.page);
}

/** Asks again until the page shows it: what is published follows within seconds. */
async function untilShown(text: string | RegExp): Promise<void> {
  await expect
    .poll(
      async () => {
        await openPage();
        return phone.page.getByText(text).first().isVisible();
      },
      { timeout: TURN_MS, interval: 2_000 },
    )
    .toBe(true);
}

describe('reserves', () => {
  it('the page says what demo money is and what is not proven', async () => {
    await openPage();
    await phone.page.getByText('This is demo money').waitFor();
    await phone.page.getByRole('heading', { name: 'What this does not prove' }).waitFor();
  });

  it('are shown beside what is owed; what an address has signed is verified on the device', async () => {
    await desk.open('/custody', 'Custody');
    await desk.page
      .getByRole('table', { name: 'ERC20', exact: true })
      .getByRole('row')
      .filter({ hasText: '700' })
      .first()
      .waitFor({ timeout: TURN_MS });
    await desk.open('/reserves', 'Reserves');
    const saved = desk.page.waitForEvent('download');
    await desk.button('Messages for the signers').click();
    const content = await readFile(await (await saved).path(), 'utf8');
    const take = async (file: string): Promise<void> => {
      const chosen = { name: 'signed.json', mimeType: 'application/json', buffer: Buffer.from(file) };
      await desk.page.locator('input[type="file"]').setInputFiles(chosen);
    };
    await take(await signedFile(content.replaceAll('Day: 20', 'Day: 21'), byHot));
    await desk.page.getByText('Signed too long ago, or a day to come').waitFor();
    await take(await signedFile(content, byHot));
    await desk.page.getByText(/^EIP-191, /).waitFor();
    await untilShown('Signed: verified here');
    await phone.page.getByRole('heading', { name: 'USDT over time' }).waitFor();
    await phone.page.getByText('Handed out by the demo').first().waitFor();
  });

  it('a bank statement is entered by one, confirmed by another, and counts from then on', async () => {
    const { page } = desk;
    await desk.open('/reserves', 'Reserves');
    await desk.button('Enter a statement').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Account, as the public reads it').fill('Example Bank …1234');
    await dialog.getByLabel('Balance').fill('300');
    await dialog
      .getByLabel('As of')
      .fill(new Date(Date.now() - 3_600_000).toISOString().slice(0, 16).replace('T', ' '));
    await dialog
      .locator('input[type="file"]')
      .setInputFiles({ name: 'october.pdf', mimeType: 'application/pdf', buffer: DOCUMENT });
    await dialog.getByText(/^Kept sealed/).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await desk.picture('reserves-desk-statement');
    await dialog.getByRole('button', { name: 'Propose' }).click();
    await desk.giveReason('October statement', 'Propose');

    const second = await OperatorAtDesk.loggedIn(world.app, 'admin');
    await second.open('/approvals', 'Approvals');
    await second.button('Confirm').click();
    await second.giveReason('Compared with the document', 'Confirm');
    await untilShown(/^The statement says 300(\.00)? USD/);
    await desk.open('/reserves', 'Reserves');
    await desk.page.getByText('Counts', { exact: true }).waitFor();
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 1_400 });
      expect(await cutTexts(page), `the desk's page at ${width}`).toEqual([]);
      await desk.picture(`reserves-desk-${width}`);
    }
    expect(await accessibilityFaults(page)).toEqual([]);
  });

  it('the page is sound at every width, dark and light', async () => {
    const { page } = phone;
    await openPage();
    expect(await accessibilityFaults(page)).toEqual([]);
    for (const theme of ['dark', 'light'] as const) {
      await page.evaluate(chosen => void (document.documentElement.dataset['theme'] = chosen), theme);
      expect(await contrastFaults(page)).toEqual([]);
      for (const width of WIDTHS) {
        // All of the page is in sight, and on the pictures.
        await page.setViewportSize({ width, height: 3_200 });
        expect(await cutTexts(page), `${theme} at ${width}`).toEqual([]);
        const tooWide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
        expect(tooWide, `${theme} at ${width}`).toBe(false);
        await phone.picture(`reserves-${theme}-${width}`);
      }
    }
    expect(phone.complaints).toEqual([]);
  });
});

function byHot({ address, message }: { readonly address: string; readonly message: string }) {
  return address === signer.hot.address ? signer.hot.signMessage({ message }) : null;
}
