import type { Page } from 'playwright-core';
import type { App } from './app.ts';
import { Customer } from './customer.ts';
import { openPhone } from './phone.ts';
import { settled } from './walk.ts';

/** A new customer's session; registering is written in English, on a phone of its own. */
async function sessionOf(app: App, email: string): Promise<Readonly<Record<string, string>>> {
  const phone = await openPhone(app.browser);
  await new Customer(phone, app).register(email);
  const session = await phone.page.evaluate(() => ({
    'tallystick.token': localStorage.getItem('tallystick.token') ?? '',
    'tallystick.user': localStorage.getItem('tallystick.user') ?? '',
  }));
  await phone.close();
  return session;
}

/** Logs a page's phone in as a new customer. */
export async function becomeCustomer(app: App, page: Page, email: string): Promise<void> {
  const session = await sessionOf(app, email);
  await page.evaluate(entries => {
    for (const [key, value] of Object.entries(entries)) localStorage.setItem(key, value);
    location.hash = '#/pages/index/index';
  }, session);
  await page.reload();
  await settled(page);
}
