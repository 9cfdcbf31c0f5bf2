import { randomUUID } from 'node:crypto';
import { LANGUAGE_NAMES, type Language } from '@tallystick/protocol/languages';
import type { Locator, Page } from 'playwright-core';
import type { App } from './app.ts';
import { TIMEOUT_MS, type Phone } from './phone.ts';
import { leaveFor, settled } from './walk.ts';
import { HOME } from './walk/routes.ts';

export const PASSWORD = 'correct horse battery';

/** A figure as the app writes it in English (`9,749.95`), in the unit's hundred-millionths: exact, unlike a float. */
export function figure(text: string): bigint {
  const digits = /-?\d[\d,]*(\.\d+)?/.exec(text)?.[0].replaceAll(',', '');
  if (digits === undefined) throw new Error(`no figure in “${text}”`);
  const [whole = '', fraction = ''] = digits.split('.');
  return BigInt(whole + fraction.padEnd(8, '0').slice(0, 8));
}

/** A person with a phone, who finds everything on the screens by its English text. */
export class Customer {
  readonly page: Page;
  private readonly phone: Phone;
  private readonly app: App;

  constructor(phone: Phone, app: App) {
    this.phone = phone;
    this.page = phone.page;
    this.app = app;
  }

  /** Opens a route of the app (without a reload if the app is open) and waits for its page. */
  async open(route: string): Promise<void> {
    await leaveFor(this.page, route);
    await this.goTo(route);
    await settled(this.page);
  }

  /** The same without waiting, for what appears before a page or instead of it. */
  async goTo(route: string): Promise<void> {
    await this.page.goto(`${this.app.webUrl}#${route}`);
  }

  /** Chooses another language on its page, and waits until the app speaks it. */
  async chooseLanguage(language: Language): Promise<void> {
    const { name, tag } = LANGUAGE_NAMES[language];
    await this.open('/pages/settings/language/language');
    await this.button(name).click();
    await this.page.locator(`html[lang="${tag}"]`).waitFor();
  }

  button(name: string | RegExp): Locator {
    return this.page.getByRole('button', typeof name === 'string' ? { name, exact: true } : { name });
  }

  get heading(): Locator {
    return this.page.getByRole('heading', { level: 1 });
  }

  /** Registers with the code that a demo shows on the page; logged in afterwards. */
  async register(email: string): Promise<void> {
    await this.open('/pages/user/login/register');
    await this.page.getByRole('radio', { name: 'E-mail' }).check();
    await this.page.getByLabel('E-mail address').fill(email);
    await this.button('Send code').click();
    await this.button('Fill in').click();
    await this.button('Continue').click();
    await this.page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await this.page.getByLabel('Repeat the password').fill(PASSWORD);
    await this.page.getByRole('checkbox').check();
    await this.button('Create account').click();
    await this.page.waitForURL(/#\/pages\/index\/index$/);
  }

  /** Registers without the form and opens the home page, logged in: for tests about something else. */
  async signUp(email: string): Promise<void> {
    const { demo_code: code } = await this.call<{ demo_code: string }>('sms_mail', {
      email,
      purpose: 'register',
    });
    const session = await this.call<{ token: string; user: object }>('user/register', {
      kind: 'email',
      account: email,
      code,
      password: PASSWORD,
      re_password: PASSWORD,
      agreement: 'true',
    });
    await this.page.goto(`${this.app.url}/healthz`);
    await this.page.evaluate(({ token, user }) => {
      localStorage.setItem('tallystick.token', token);
      localStorage.setItem('tallystick.user', JSON.stringify(user));
    }, session);
    await this.open(HOME);
  }

  /** A call with this phone's cookies, but outside the app's pages. */
  private async call<Data>(path: string, form: Readonly<Record<string, string>>): Promise<Data> {
    const headers = { lang: 'en', 'Idempotency-Key': randomUUID() };
    const { request } = this.page.context();
    const reply = await request.post(`${this.app.url}/api/${path}`, { headers, form, timeout: TIMEOUT_MS });
    const answer = (await reply.json()) as { type: string; message: string; data: Data };
    if (answer.type !== 'ok') throw new Error(`POST ${path}: ${answer.message}`);
    return answer.data;
  }

  /** Fills in and sends the login page that is open. */
  async logIn(email: string, password = PASSWORD): Promise<void> {
    await this.page.getByRole('radio', { name: 'E-mail' }).check();
    await this.page.getByLabel('E-mail address').fill(email);
    await this.page.getByLabel('Password', { exact: true }).fill(password);
    await this.button('Log in').click();
  }

  /** Takes the demo funds without the page that offers them, for tests about something else. */
  async fund(): Promise<void> {
    await this.post('wallet/faucet');
    await this.page.reload();
  }

  /** A call of the app's API with this customer's session, as another device of theirs would make it. */
  async post(path: string, fields: Readonly<Record<string, string>> = {}): Promise<unknown> {
    const body = new URLSearchParams(fields).toString();
    return this.page.evaluate(
      async ([name, text]) => {
        const headers = {
          Authorization: localStorage.getItem('tallystick.token') ?? '',
          'Idempotency-Key': crypto.randomUUID(),
          'Content-Type': 'application/x-www-form-urlencoded',
        };
        const reply = await fetch(`/api/${name}`, { method: 'POST', headers, body: text });
        const answer = (await reply.json()) as { type: string; message: string; data: unknown };
        if (answer.type !== 'ok') throw new Error(`POST ${name}: ${answer.message}`);
        return answer.data;
      },
      [path, body] as const,
    );
  }

  /** The order form of the trade page. */
  get ticket(): Locator {
    return this.page.getByRole('form', { name: 'Place an order' });
  }

  /** A number field of the order form. */
  field(name: 'Price (USDT)' | 'Amount' | 'Total' | 'Budget'): Locator {
    return this.ticket.getByRole('textbox', { name, exact: true });
  }

  /** Fills in and sends a limit order for bitcoin: whole USDT, and a quantity as it is typed. */
  async buyLimit(price: bigint, quantity: string): Promise<void> {
    await this.field('Price (USDT)').fill(String(price));
    await this.field('Amount').fill(quantity);
    await this.send('Buy BTC');
  }

  async chooseOrderType(
    name: 'Limit' | 'Market' | 'Stop-limit' | 'Stop-market' | 'Trailing stop',
  ): Promise<void> {
    await this.ticket.getByRole('button', { name: /^Order type/ }).click();
    const sheet = this.page.getByRole('dialog', { name: 'Order type' });
    await sheet.getByRole('button', { name: new RegExp(`^${name} `) }).click();
    await sheet.waitFor({ state: 'hidden' });
  }

  /** The available balance, as shown beside the order form. */
  async available(): Promise<bigint> {
    return figure(await this.availableLine(/\d/).innerText());
  }

  /** Waits until the available balance is as expected, to the cent shown. */
  async waitForAvailable(expected: bigint): Promise<void> {
    const cents = String(expected / 1_000_000n).padStart(3, '0');
    const whole = BigInt(cents.slice(0, -2)).toLocaleString('en-US');
    await this.availableLine(`${whole}.${cents.slice(-2)} `).waitFor();
  }

  private availableLine(hasText: string | RegExp): Locator {
    return this.ticket.getByRole('button', { name: /^Available/ }).filter({ hasText });
  }

  /** The best price of one side of the order book. */
  async bestPrice(side: 'Bids' | 'Asks'): Promise<bigint> {
    const best = this.page
      .getByRole('list', { name: side })
      .getByRole('button', { name: /^Use price/ })
      .first();
    return figure(await best.innerText());
  }

  /** Presses the form's button, checks the confirmation and sends it. Returns the confirmation's figures. */
  async send(button: string): Promise<string> {
    await this.ticket.getByRole('button', { name: button, exact: true }).click();
    const sheet = this.page.getByRole('dialog', { name: 'Check your order' });
    const said = await sheet.innerText();
    await sheet.getByRole('button', { name: button, exact: true }).click();
    await sheet.waitFor({ state: 'hidden' });
    return said;
  }

  tab(name: string | RegExp): Locator {
    return this.page.getByRole('tab', { name });
  }

  /** See `savePicture`. */
  picture(name: string): Promise<void> {
    return this.phone.picture(name);
  }
}
