import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HOUR_MS } from '@tallystick/core/durations';
import type { App } from './harness/app.ts';
import { accessibilityFaults, cutTexts } from './harness/checks.ts';
import { OPERATOR_PASSWORD, OperatorAtDesk } from './harness/desk.ts';
import { startPreparedApp } from './harness/prepared-app.ts';
import { totpAt } from './harness/totp.ts';

const WIDTHS = [320, 390, 768, 1440];

let app: App;
let admin: OperatorAtDesk;
let compliance: OperatorAtDesk;
let nora: OperatorAtDesk;
beforeAll(async () => {
  app = await startPreparedApp();
});
afterAll(() => app.close());

/** A call of the demo's operator of that name, without a screen. */
async function as(name: string, path: string, body: object): Promise<void> {
  const send = async (call: string, input: object, token = '') => {
    const response = await fetch(`${app.url}/api/${call}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: token },
      body: JSON.stringify(input),
    });
    const { type, data } = (await response.json()) as { type: string; data: Record<string, unknown> };
    expect({ call, type, data }).toMatchObject({ type: 'ok' });
    return data;
  };
  const login = await send('desk/login', { name, password: OPERATOR_PASSWORD });
  await send(path, body, String(login['token']));
}

const proposeFees = (by: string, percent: string, note: string) =>
  as(by, 'desk/propose', {
    kind: 'market',
    change: {
      market_id: 1,
      min_notional: '5',
      maker_fee_percent: percent,
      taker_fee_percent: percent,
      price_band_percent: '10',
    },
    note,
  });
const card = (operator: OperatorAtDesk, note: string) =>
  operator.page.getByRole('region', { name: /Market terms/ }).filter({ hasText: note });
const confirm = (operator: OperatorAtDesk, note: string) =>
  card(operator, note).getByRole('button', { name: 'Confirm', exact: true });

async function expectFaultless(operator: OperatorAtDesk, picture: string): Promise<void> {
  const before = operator.page.viewportSize() ?? { width: 1280, height: 860 };
  for (const width of WIDTHS) {
    await operator.page.setViewportSize({ width, height: 860 });
    expect(await cutTexts(operator.page)).toEqual([]);
    const wider = () => document.documentElement.scrollWidth - document.documentElement.clientWidth;
    expect(await operator.page.evaluate(wider), `${picture} at ${width}`).toBe(0);
    await operator.picture(`${picture}-${width}`);
  }
  await operator.page.setViewportSize(before);
  expect(await accessibilityFaults(operator.page)).toEqual([]);
}

/** The link in the newest mail, as the demo's outbox shows it. */
async function linkInOutbox(): Promise<string> {
  await compliance.open('/outbox', 'Outbox');
  const mail = compliance.page.getByText('#invitation=').first();
  return /\/desk\/#invitation=[\w-]{43}/.exec((await mail.textContent()) ?? '')?.[0] ?? '';
}

describe('a new operator', () => {
  it('is proposed with an own address, and neither proposer nor confirmer sees the link', async () => {
    [admin, compliance] = (await Promise.all(
      ['admin', 'compliance'].map(name => OperatorAtDesk.loggedIn(app, name)),
    )) as [OperatorAtDesk, OperatorAtDesk];
    await admin.open('/operators', 'Operators');
    await admin.button('New operator').click();
    const dialog = admin.page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('nora');
    await dialog.getByLabel('E-mail').fill('nora@desk.example');
    await dialog.getByLabel('Role').selectOption('administrator');
    await dialog.getByRole('button', { name: 'Propose', exact: true }).click();
    await admin.giveReason('Nora begins on Monday.', 'Propose');
    await compliance.confirm('Operator · nora');
    await admin.open('/operators', 'Operators');
    await admin.row('nora@desk.example').getByText('Invited').waitFor();
    await admin.row('nora@desk.example').getByText('Not before they have used their link').waitFor();
    await expectFaultless(admin, 'operators');
  });

  it('opens the link once, and chooses password and second factor', async () => {
    const link = await linkInOutbox();
    nora = await OperatorAtDesk.arrive(app, 'phone');
    await nora.page.goto('about:blank');
    await nora.page.goto(`${app.url}${link}`);
    await nora.page.getByText('This link opens once.').waitFor();
    await expectFaultless(nora, 'invitation');
    await nora.button('Continue').click();
    await nora.page.getByText('nora, Administrator').waitFor();
    // Reloading the page continues where it was.
    await nora.page.reload();
    await nora.page.getByText('nora, Administrator').waitFor();
    await expectFaultless(nora, 'invitation-opened');
    await nora.page.getByLabel('New password', { exact: true }).fill('a password of her own');
    await nora.page.getByLabel('Repeat the new password').fill('a password of her own');
    const secret = (await nora.page.locator('.mono').textContent()) ?? '';
    await nora.page.getByLabel('Then enter the code it shows').fill(totpAt(secret, Date.now()));
    await nora.button('Start to work').click();
    await nora.heading('Overview').waitFor();
    await nora.page.setViewportSize({ width: 1280, height: 860 });

    const other = await OperatorAtDesk.arrive(app);
    await other.page.goto('about:blank');
    await other.page.goto(`${app.url}${link}`);
    await other.button('Continue').click();
    await other.page.getByRole('alert').getByText('This link has been opened before, at').waitFor();
    await expectFaultless(other, 'invitation-used');
    await other.page.context().close();
  });

  it('sees why and until when she cannot confirm, and confirms afterwards', async () => {
    await proposeFees('accountant', '0.31', 'Costs have risen');
    await proposeFees('admin', '0.32', 'Costs rise on');
    await nora.open('/approvals', 'Approvals');
    await card(nora, 'Costs have risen').getByText('You count as a second person only from').waitFor();
    await card(nora, 'Costs rise on').getByText('One of you made the account of the other').waitFor();
    expect(await confirm(nora, 'Costs have risen').isDisabled()).toBe(true);
    expect(await confirm(nora, 'Costs rise on').isDisabled()).toBe(true);
    await expectFaultless(nora, 'approvals-waiting');

    await as('admin', 'desk/clock_advance', { by: 24 * HOUR_MS, reason: 'Nora waits' });
    await nora.page.reload();
    await nora.heading('Approvals').waitFor();
    await confirm(nora, 'Costs have risen').click();
    const dialog = nora.page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Confirm', exact: true }).click();
    await card(nora, 'Costs have risen').waitFor({ state: 'hidden' });
    expect(await confirm(nora, 'Costs rise on').isDisabled()).toBe(true);
    await admin.open('/operators', 'Operators');
    await admin.row('nora@desk.example').getByText('Counts').waitFor();
    await admin.row('nora@desk.example').getByText('not with compliance').waitFor();
    await expectFaultless(admin, 'operators-joined');
    expect([admin, compliance, nora].flatMap(operator => operator.complaints)).toEqual([]);
  });
});
