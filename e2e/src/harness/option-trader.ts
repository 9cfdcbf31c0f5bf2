import type { Locator, Page } from 'playwright-core';
import type { CallOutput } from '@tallystick/protocol';
import type { App } from './app.ts';
import { Customer, figure } from './customer.ts';
import { SHORT } from './option-exchange.ts';
import type { Phone } from './phone.ts';

/** A customer on the option screen, who finds everything by its English text. */
export class OptionTrader extends Customer {
  readonly on: Page;
  /** Texts of the results that were closed, by the number of the option. */
  readonly #closedResults = new Map<string, string>();
  readonly #at: App;
  /** For calls of the API. */
  #token = '';

  constructor(on: Phone, at: App) {
    super(on, at);
    this.on = on.page;
    this.#at = at;
  }

  get form(): Locator {
    return this.on.getByRole('form', { name: 'Buy an option' });
  }

  get running(): Locator {
    return this.on.locator('li[data-option]');
  }

  /** The card that shows a result: one at a time. */
  get results(): Locator {
    return this.on.locator('section[data-option]');
  }

  result(optionId: string): Locator {
    return this.on.locator(`section[data-option="${optionId}"]`);
  }

  /** Closes the result that is shown, and stores its text. */
  private async close(): Promise<void> {
    const optionId = (await this.results.first().getAttribute('data-option')) ?? '';
    const card = this.result(optionId);
    this.#closedResults.set(optionId, await card.innerText());
    await card.getByRole('button').click();
    await card.waitFor({ state: 'detached' });
  }

  /** Call before using the bottom of the page, which new results cover. */
  async closeResults(): Promise<void> {
    while (await this.results.first().isVisible()) await this.close();
  }

  async typeStake(amount: string): Promise<void> {
    await this.form.getByRole('textbox', { name: 'Amount' }).fill(amount);
  }

  async choose(seconds: number): Promise<void> {
    await this.form.getByRole('radio', { name: new RegExp(`^${seconds} s`) }).check();
  }

  async press(direction: 'Rise' | 'Fall'): Promise<void> {
    await this.closeResults();
    await this.form.getByRole('button', { name: new RegExp(`^${direction} `) }).click();
  }

  /** Buys what the form shows and confirms. Returns the option's number. */
  async buy(direction: 'Rise' | 'Fall'): Promise<string> {
    await this.tab(/^Running/).click();
    // Option numbers only rise. On a slow page an option may appear only as a result.
    const last = Math.max(0, ...(await this.numbers('[data-option]')).map(Number));
    await this.press(direction);
    const sheet = this.on.getByRole('dialog', { name: 'Check your option' });
    await sheet.getByRole('button', { name: `Buy ${direction.toLowerCase()}`, exact: true }).click();
    await sheet.waitFor({ state: 'hidden' });
    const bought = await this.on.waitForFunction(
      before =>
        [...document.querySelectorAll('[data-option]')]
          .map(card => Number(card.getAttribute('data-option')))
          .find(id => id > before),
      Math.max(last, ...[...this.#closedResults.keys()].map(Number)),
    );
    return String(await bought.jsonValue());
  }

  /** The numbers of the running options, or of those on any cards. */
  numbers(cards = 'li[data-option]'): Promise<string[]> {
    return this.on
      .locator(cards)
      .evaluateAll(found => found.map(card => card.getAttribute('data-option') ?? ''));
  }

  /** Waits for the result of an option, closes it and those before it, and returns its text. */
  async resultOf(optionId: string): Promise<string> {
    for (;;) {
      const text = this.#closedResults.get(optionId);
      if (text !== undefined) return text;
      await this.results.first().waitFor();
      await this.close();
    }
  }

  /** Logs in as the demo's ready customer, who is verified. */
  async arrive(): Promise<void> {
    await this.open('/pages/user/login/login');
    await this.logIn('demo@tallystick.example', 'tally-demo');
    await this.on.waitForURL(/#\/pages\/index\/index$/);
    this.#token = await this.on.evaluate(() => localStorage.getItem('tallystick.token') ?? '');
  }

  /** The exchange's record of an option of the logged-in customer. */
  async stateOf(optionId: string): Promise<string> {
    const { option } = await this.#get<CallOutput<'GET microtrade/detail'>>(
      `microtrade/detail?option_id=${optionId}`,
    );
    return option.state;
  }

  /** Buys five USDT on a fall, for the shortest time, as another device of theirs would. Returns its number. */
  buyElsewhere(marketId: number): Promise<string> {
    return this.buyOption(marketId, SHORT);
  }

  /** The same for a time of that many seconds. */
  async buyOption(marketId: number, seconds: number): Promise<string> {
    const terms = await this.#get<CallOutput<'GET microtrade/seconds'>>(
      `microtrade/seconds?market_id=${marketId}`,
    );
    const { option } = (await this.post('microtrade/submit', {
      market_id: String(marketId),
      direction: 'fall',
      seconds: String(seconds),
      currency_id: '3',
      amount: '5',
      terms_version: String(terms.terms_version),
    })) as CallOutput<'POST microtrade/submit'>;
    return String(option.option_id);
  }

  async #get<Data>(call: string): Promise<Data> {
    const reply = await fetch(`${this.#at.url}/api/${call}`, { headers: { Authorization: this.#token } });
    return ((await reply.json()) as { data: Data }).data;
  }

  async stakeable(): Promise<bigint> {
    return figure(await this.form.getByRole('button', { name: /^Available/ }).innerText());
  }

  /** Waits until this many whole units can be staked. */
  async waitForStakeable(units: bigint): Promise<void> {
    await this.form.getByRole('button', { name: `Available ${units.toLocaleString('en-US')}.00 ` }).waitFor();
  }
}
