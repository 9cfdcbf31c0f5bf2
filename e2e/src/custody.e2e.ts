import { readFile } from 'node:fs/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { EvmSigner } from '@tallystick/server/chains/testing/evm-signer';
import { USDT } from '@tallystick/protocol/currency-ids';
import { accessibilityFaults, cutTexts } from './harness/checks.ts';
import { OperatorAtDesk } from './harness/desk.ts';
import { CONFIRMATIONS, ExchangeOnAChain } from './harness/exchange-on-a-chain.ts';

/** The server looks at its chains every quarter of a minute. */
const TURN_MS = 40_000;
const WIDTHS = [320, 390, 768, 1440];

let world: ExchangeOnAChain;
let desk: OperatorAtDesk;
const signer = new EvmSigner();

beforeAll(async () => {
  world = await ExchangeOnAChain.start({ CUSTODY_HOT_ETH: signer.hot.address });
  await world.sendMilliEther(signer.hot.address, 2_000n);
  await world.mine(1);
  desk = await OperatorAtDesk.loggedIn(world.app, 'accountant');
});
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await desk.picture('custody-failed');
});
afterAll(() => world?.close());

/** A new customer's deposit address, asked for as the app does. */
async function depositAddress(): Promise<string> {
  const ask = async (path: string, input: object, token?: string) => {
    const response = await fetch(`${world.app.url}/api/${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(token === undefined ? {} : { authorization: token }),
      },
      body: JSON.stringify(input),
    });
    return ((await response.json()) as { data: Record<string, unknown> }).data;
  };
  const email = 'sweep@example.org';
  const { demo_code: code } = await ask('sms_mail', { email, purpose: 'register' });
  const password = 'correct horse';
  const account = { kind: 'email', account: email, code, password, re_password: password, agreement: true };
  const { token } = await ask('user/register', account);
  const wanted = { currency_id: USDT, network: 'ERC20' };
  const { address } = await ask('wallet/get_in_address', wanted, String(token));
  return (address as { address: string }).address;
}

/** Nothing is cut, broken or hard to reach, at any width. */
async function expectSound(name: string): Promise<void> {
  const { page } = desk;
  expect(await accessibilityFaults(page)).toEqual([]);
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 860 });
    expect(await cutTexts(page), `${name} at ${width}`).toEqual([]);
    await desk.picture(`${name}-${width}`);
  }
  await page.setViewportSize({ width: 1280, height: 860 });
}

describe('custody at the desk', () => {
  let address: string;

  it('shows what lies at the chain beside the ledger, and what can be swept', async () => {
    address = await depositAddress();
    await world.sendUsdt(address, 700n);
    await world.mine(CONFIRMATIONS);
    await desk.open('/custody', 'Custody');
    const sweeps = desk.page.getByRole('table', { name: 'Deposit addresses to sweep' });
    await sweeps.getByText('700 USDT').waitFor({ timeout: TURN_MS });
    const balances = desk.page.getByRole('table', { name: 'ERC20', exact: true });
    await expect(balances.getByRole('row').filter({ hasText: 'USDT' }).innerText()).resolves.toMatch(
      /700[\s\S]*Nothing/,
    );
    await expectSound('custody');
  });

  it('takes a batch out, refuses what was changed, takes what was signed in, and sends it', async () => {
    const { page } = desk;
    await desk.button('Draft gas').click();
    await desk.heading(/Batch \d+ · Gas for sweeps/).waitFor();
    const saved = page.waitForEvent('download');
    await desk.button('Download for the signer').click();
    const content = await readFile(await (await saved).path(), 'utf8');
    await page.getByText('With the signer', { exact: true }).waitFor();
    const upload = async (signed: readonly string[]) => {
      const buffer = Buffer.from(JSON.stringify({ signed }));
      const file = { name: 'signed.json', mimeType: 'application/json', buffer };
      await page.getByLabel('Upload the signed file').setInputFiles(file);
    };
    await upload(await signer.sign(content, one => ({ value: String(BigInt(one.value) + 1n) })));
    await page.getByRole('cell', { name: 'Another amount' }).waitFor();
    await expectSound('custody-batch');
    await upload(await signer.sign(content));
    await page.getByText('Signed', { exact: true }).first().waitFor();
    await desk.button('Send').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Send', exact: true }).click();
    await dialog.waitFor({ state: 'hidden' });
    await page.getByText('Waits for a block').waitFor();
    await world.mine(CONFIRMATIONS);
    await page.getByText('Confirmed', { exact: true }).waitFor({ timeout: TURN_MS });
    expect(desk.complaints).toEqual([]);
  });
});
