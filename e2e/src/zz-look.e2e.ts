import { afterAll, beforeAll, it } from 'vitest';
import type { App } from './harness/app.ts';
import { OPERATOR_PASSWORD, OperatorAtDesk } from './harness/desk.ts';
import { startPreparedApp } from './harness/prepared-app.ts';

let app: App;
let admin: OperatorAtDesk;
beforeAll(async () => { app = await startPreparedApp(); admin = await OperatorAtDesk.loggedIn(app, 'admin'); });
afterAll(() => app.close());
const WIDTHS = [320, 390, 768, 1024, 1440];

async function as(name: string, path: string, body: object): Promise<any> {
  const send = async (call: string, input: object, token = '') => {
    const response = await fetch(`${app.url}/api/${call}`, { method: 'POST', headers: { 'content-type': 'application/json', authorization: token }, body: JSON.stringify(input) });
    const r = (await response.json()) as any;
    if (r.type !== 'ok') console.log(call, JSON.stringify(r));
    return r.data;
  };
  const login = await send('desk/login', { name, password: OPERATOR_PASSWORD });
  return send(path, body, String(login['token']));
}
async function pics(name: string, widths = WIDTHS) {
  for (const width of widths) {
    await admin.page.setViewportSize({ width, height: 900 });
    await admin.page.waitForTimeout(300);
    const over = await admin.page.evaluate(() => [document.documentElement.scrollWidth - innerWidth, ...[...document.querySelectorAll('.table-frame,dialog')].map(f => f.scrollWidth - f.clientWidth)].join(','));
    console.log(name, width, over);
    await admin.page.screenshot({ path: `/tmp/deskcheck/pics/${name}-${width}.png`, fullPage: true });
  }
}
it('looks', async () => {
  const p = await as('accountant', 'desk/propose', { kind: 'market', change: { market_id: 1, min_notional: '5', maker_fee_percent: '0.15', taker_fee_percent: '0.2', price_band_percent: '10' }, note: 'As decided on Monday by the board.' });
  await as('admin', 'desk/proposal_decide', { id: p?.proposal?.id ?? p?.id, decision: 'confirm', note: '' });
  await as('compliance', 'desk/market_stop', { market_id: 2, status: 'halted', cause: 'prices', minutes: 120, note: 'One of our price sources shows odd prices; we are looking into it and will be back as soon as we can.', reason: 'odd' });
  await as('compliance', 'desk/perpetual_stop', { market_id: 1, status: 'cancelOnly', cause: 'market', note: '', reason: 'odd' });
  await as('compliance', 'desk/propose', { kind: 'market_status', change: { market_id: 2, status: 'halted', cause: 'prices', minutes: 240, note: 'Longer.' }, note: 'Sources still disagree.' });
  await as('accountant', 'desk/propose', { kind: 'market', change: { market_id: 3, min_notional: '5', maker_fee_percent: '0.05', taker_fee_percent: '0.1', price_band_percent: '10' }, note: 'Cheaper.' });
  const alter = (url: string, change: (data: any) => void) =>
    admin.page.route(url, async route => {
      const response = await route.fetch(); const body = await response.json(); change(body.data); await route.fulfill({ response, json: body });
    });
  await alter('**/api/desk/markets', d => {
    d.items[2].index = { used: ['a', 'b', 'c'], dropped: ['binance-global', 'coinbase-exchange'], missing: null };
    d.items[3].index = { used: ['a'], dropped: ['kraken'], missing: 'agreement' }; d.items[3].ticker.stale = true;
    d.items[4].index = { used: [], dropped: [], missing: 'sources' }; d.items[4].ticker.index_price = null;
  });
  await alter('**/api/desk/proposals*', d => { if (d.items[1]) { d.items[1].blocked = { code: 'second_person_related', until_ms: Date.now() + 2592e6 }; d.items[1].may_decide = true; } });
  const seen: any[] = [];
  admin.page.on('console', m => seen.push(m.text()));
  for (const [route, heading] of [['/markets', 'Markets'], ['/contracts', 'Contracts'], ['/approvals', 'Approvals'], ['/operators', 'Operators'], ['/corrections', 'Corrections'], ['/solvency', 'Solvency'], ['/', 'Overview'], ['/clock','Clock']] as const) {
    try {
      await admin.page.setViewportSize({ width: 1440, height: 900 });
      await admin.open(route, heading);
      await pics(`p${route.replace('/', '-')}`);
    } catch (e) { console.log('FAILED', route, String(e).slice(0, 300)); }
  }
  await admin.open('/settings', 'Settings');
  const names = await admin.page.locator('main .tabs button, main button').allTextContents();
  console.log(names.join(' | '));
  for (const n of names.filter(x => /terms|notice|correction|approv|second|fee/i.test(x)).slice(0, 6)) {
    await admin.button(n).first().click();
    await pics(`settings-${n.replaceAll(/\W+/g, '_')}`, [320, 768, 1440]);
  }
  await admin.page.setViewportSize({ width: 1440, height: 900 });
  await admin.open('/markets', 'Markets');
  await admin.row('BTC/USDT').getByRole('button', { name: 'Halt', exact: true }).click();
  await pics('halt', [320, 390, 768, 1440]);
  await admin.page.getByRole('dialog').getByLabel('Minutes, at most 240').fill('999');
  await admin.page.getByRole('dialog').locator('textarea').fill('x');
  await admin.page.getByRole('dialog').getByRole('button', { name: 'Halt', exact: true }).click();
  await pics('halt-999', [390]);
  await admin.page.keyboard.press('Escape');
  await admin.page.setViewportSize({ width: 1440, height: 900 });
  await admin.row('ETH/USDT').getByRole('button', { name: 'Go on', exact: true }).click();
  await pics('goon', [320, 1440]);
  console.log(seen.join('\n'));
});
