import type { Locator, Page } from 'playwright-core';
import type { App } from './app.ts';
import { complaintsOf } from './complaints.ts';
import { TIMEOUT_MS } from './phone.ts';
import { savePicture } from './picture.ts';
import { slowDown } from './slow-network.ts';
import { settled } from './walk.ts';

export const OPERATOR_PASSWORD = 'tally-desk';

/** An operator at their own screen, who finds everything at the desk by its English text. */
export class OperatorAtDesk {
  readonly page: Page;
  /** See `complaintsOf`. */
  readonly complaints: string[];
  private readonly app: App;

  private constructor(page: Page, complaints: string[], app: App) {
    this.page = page;
    this.complaints = complaints;
    this.app = app;
  }

  /** A browser that has never seen the desk: 1280 × 860, or a phone's screen. */
  static async arrive(app: App, screen: 'desk' | 'phone' = 'desk'): Promise<OperatorAtDesk> {
    const context = await app.browser.newContext({
      viewport: screen === 'desk' ? { width: 1280, height: 860 } : { width: 390, height: 844 },
      locale: 'en-GB',
      reducedMotion: 'reduce',
      acceptDownloads: true,
    });
    const page = await context.newPage();
    page.setDefaultTimeout(TIMEOUT_MS);
    await slowDown(context, page);
    const complaints = await complaintsOf(page);
    await page.goto(`${app.url}/desk/`);
    return new OperatorAtDesk(page, complaints, app);
  }

  /** The demo's operator of that name, logged in. */
  static async loggedIn(app: App, name: string): Promise<OperatorAtDesk> {
    const operator = await OperatorAtDesk.arrive(app);
    await operator.logIn(name);
    await operator.heading('Overview').waitFor();
    return operator;
  }

  async logIn(name: string, password = OPERATOR_PASSWORD): Promise<void> {
    await this.page.getByLabel('Name').fill(name);
    await this.page.getByLabel('Password').fill(password);
    await this.button('Log in').click();
  }

  /** Opens a page of the desk and waits for it. */
  async open(route: string, heading: string | RegExp): Promise<void> {
    await this.page.goto(`${this.app.url}/desk/#${route}`);
    await this.heading(heading).waitFor();
    await settled(this.page);
  }

  /** The exact heading: an item's heading begins with the name of its queue. */
  heading(name: string | RegExp): Locator {
    return this.page.getByRole('heading', { level: 1, name, exact: true });
  }

  button(name: string | RegExp): Locator {
    return this.page.getByRole('button', typeof name === 'string' ? { name, exact: true } : { name });
  }

  row(text: string | RegExp): Locator {
    return this.page.getByRole('row').filter({ hasText: text });
  }

  /** Fills in the reason a dialog asks for, and sends it. */
  async giveReason(reason: string, submit: string): Promise<void> {
    const dialog = this.page.getByRole('dialog');
    await dialog.getByRole('textbox').last().fill(reason);
    await dialog.getByRole('button', { name: submit, exact: true }).click();
    await dialog.waitFor({ state: 'hidden' });
  }

  /** Confirms the open proposal about this. */
  async confirm(subject: string): Promise<void> {
    await this.open('/approvals', 'Approvals');
    const card = this.page.getByRole('region', { name: subject });
    await card.getByRole('button', { name: 'Confirm', exact: true }).click();
    const dialog = this.page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Confirm', exact: true }).click();
    await card.waitFor({ state: 'hidden' });
  }

  /** See `savePicture`. */
  picture(name: string): Promise<void> {
    return savePicture(this.page, name);
  }
}
