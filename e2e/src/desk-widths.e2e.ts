import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { App } from './harness/app.ts';
import { launchBrowser } from './harness/browser.ts';
import { contrastFaults, cutTexts } from './harness/checks.ts';
import { OperatorAtDesk } from './harness/desk.ts';
import { startPreparedApp } from './harness/prepared-app.ts';

/** Every page of the desk by its heading; a customer with something in each part. */
const PAGES = [
  ['/', 'Overview'],
  ['/approvals', 'Approvals'],
  ['/queues/identity', 'Identity'],
  ['/queues/recovery', 'Lost second factors'],
  ['/queues/deposit', 'Deposits'],
  ['/queues/withdrawal', 'Withdrawals'],
  ['/queues/ticket', 'Tickets'],
  ['/queues/feedback', 'Feedback'],
  ['/queues/compliance', 'Compliance'],
  ['/customers', 'Customers'],
  ['/corrections', 'Corrections'],
  ['/articles', 'Help articles'],
  ['/incidents', 'Status page'],
  ['/errors', 'Errors'],
  ['/chats', 'Chat'],
  ['/markets', 'Markets'],
  ['/contracts', 'Contracts'],
  ['/options', 'Second options'],
  ['/trust', 'Trust products'],
  ['/launches', 'New coins'],
  ['/custody', 'Custody'],
  ['/queues/custody', 'Chain and ledger'],
  ['/house', 'House funds'],
  ['/referral', 'Referral'],
  ['/alerts', 'Alerts'],
  ['/settings', 'Settings'],
  ['/notices', 'Notices'],
  ['/solvency', 'Solvency'],
  ['/reserves', 'Reserves'],
  ['/books', 'Books'],
  ['/reconciliation', 'Reconciliation'],
  ['/queues/reconciliation', 'Bank and ledger'],
  ['/profit', 'Profit'],
  ['/audit', 'Audit log'],
  ['/clock', 'Clock'],
  ['/outbox', 'Outbox'],
  ['/operators', 'Operators'],
  ['/account', 'My account'],
  ['/customers/1', /Tallystick House/],
] as const;
const WIDTHS = [320, 390, 768, 1024, 1440];

describe('the desk with the widest of the usual fonts', () => {
  let app: App;
  let wide: Browser;
  let admin: OperatorAtDesk;
  beforeAll(async () => {
    app = await startPreparedApp();
    wide = await launchBrowser('dejavu');
    admin = await OperatorAtDesk.loggedIn({ ...app, browser: wide }, 'admin');
  });
  afterAll(async () => {
    await wide?.close();
    await app?.close();
  });

  /** Texts that are cut, figures broken across lines, and tables that must be scrolled sideways. */
  const faults = async (): Promise<string[]> => {
    const pushed = await admin.page.evaluate(() =>
      [...document.querySelectorAll('.table-frame, .side')]
        .filter(frame => frame.scrollWidth > frame.clientWidth)
        .map(
          frame =>
            `${frame.className}: ${frame.firstElementChild?.getAttribute('aria-label') ?? ''} is wider than its place`,
        ),
    );
    const cut = await cutTexts(admin.page);
    const broken = await admin.page.evaluate(() =>
      [...document.querySelectorAll('td.figure strong, .whole')]
        .filter(figure => /^[\d,.]+$/.test(figure.textContent ?? '') && figure.getClientRects().length > 1)
        .map(figure => `${figure.textContent} is broken`),
    );
    return [...cut, ...broken, ...pushed];
  };

  it('is looked at on every page', async () => {
    const links = admin.page.getByRole('navigation').getByRole('link');
    await expect.poll(() => links.count()).toBeGreaterThan(10);
    const hrefs = await links.evaluateAll(all => all.map(link => link.getAttribute('href') ?? ''));
    const looked: ReadonlySet<string> = new Set(PAGES.map(([route]) => route));
    expect(hrefs.map(href => href.replace(/^.*#/, '')).filter(route => !looked.has(route))).toEqual([]);
  });

  // Looked at in light from here on: other tests look at the desk's colours in dark, which it begins with.
  it('takes the theme that is chosen, also when it is opened again', async () => {
    const theme = () => admin.page.evaluate(() => document.documentElement.dataset['theme']);
    await admin.open('/account', 'My account');
    expect(await theme()).toBe('dark');
    await admin.page.getByRole('button', { name: 'Light', exact: true }).click();
    await expect.poll(theme).toBe('light');
    await admin.page.reload({ waitUntil: 'commit' });
    await expect.poll(theme).toBe('light');
  });

  it.each(PAGES)(
    '%s has room for all of it at every width, enough contrast, and breaks no policy',
    async (route, heading) => {
      await admin.page.setViewportSize({ width: 1440, height: 900 });
      await admin.open(route, heading);
      const found: string[] = [];
      for (const width of WIDTHS) {
        await admin.page.setViewportSize({ width, height: 900 });
        found.push(...(await faults()).map(fault => `${width}: ${fault}`));
        await admin.picture(`desk-wide-${width}${route.replaceAll(/\W+/g, '-')}`);
      }
      found.push(...(await contrastFaults(admin.page)));
      expect([...found, ...admin.complaints]).toEqual([]);
    },
  );
});
