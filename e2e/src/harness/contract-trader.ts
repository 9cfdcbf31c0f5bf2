import type { Locator } from 'playwright-core';
import type { CallOutput } from '@tallystick/protocol';
import type { WirePosition } from '@tallystick/protocol/wire';
import { figure, type Customer } from './customer.ts';

export const CONTRACTS = '/pages/lever/index?market=1';

/** The figures that the screen showed for a position before it was opened. */
export interface Said {
  readonly entry: bigint;
  readonly margin: bigint;
  readonly fee: bigint;
  readonly liquidation: bigint;
  readonly worst: bigint;
}

/** A customer on the page of perpetual contracts, and the exchange's record of their account and positions. */
export class ContractTrader {
  readonly customer: Customer;

  constructor(customer: Customer) {
    this.customer = customer;
  }

  get form(): Locator {
    return this.customer.page.getByRole('form', { name: 'Open a position' });
  }

  /** A line of the figures right above the button. */
  line(key: 'margin' | 'fee' | 'liquidation' | 'worst'): Locator {
    return this.form.locator(`[data-line="${key}"] dd`);
  }

  card(position: Pick<WirePosition, 'position_id'>): Locator {
    return this.customer.page.locator(`[data-position="${position.position_id}"]`);
  }

  dialog(name?: string | RegExp): Locator {
    return this.customer.page.getByRole('dialog', name === undefined ? {} : { name });
  }

  async chooseMultiple(multiple: number): Promise<void> {
    await this.form.getByRole('button', { name: /^Leverage / }).click();
    const sheet = this.dialog('Leverage');
    await slideTo(sheet, multiple);
    await sheet.getByRole('button', { name: `Use ${multiple}×` }).click();
    await sheet.waitFor({ state: 'hidden' });
  }

  /** Fills in a market order. */
  async fill(direction: 'Long' | 'Short', lots: number): Promise<void> {
    await this.form.getByRole('radio', { name: direction }).check();
    await this.form.getByRole('textbox', { name: 'Lots' }).fill(String(lots));
  }

  /** Presses the button, checks the confirmation and sends the order. Returns its figures and the position. */
  async open(direction: 'Long' | 'Short', lots: number): Promise<{ said: Said; position: WirePosition }> {
    await this.fill(direction, lots);
    const button = direction === 'Long' ? 'Open long' : 'Open short';
    await this.form.getByRole('button', { name: button, exact: true }).click();
    const sheet = this.dialog('Check your order');
    const answered = this.customer.page.waitForResponse(reply => reply.url().endsWith('/api/lever/submit'));
    await sheet.locator('dd').first().waitFor();
    // All lines are read at once, because they change with the price.
    const lines = await sheet
      .locator('dt')
      .evaluateAll(labels =>
        labels.map(label => [label.textContent, label.parentElement?.querySelector('dd')?.innerText ?? '']),
      );
    const read = (label: string) => figure(lines.find(([name]) => name?.includes(label))?.[1] ?? '');
    const said = {
      entry: read('Expected entry'),
      margin: read('Margin'),
      fee: read('Fee'),
      liquidation: read('Liquidation'),
      worst: read('Most you can lose'),
    };
    await sheet.getByRole('button', { name: button, exact: true }).click();
    const reply = (await (await answered).json()) as {
      readonly type: string;
      readonly message: string;
      readonly data: CallOutput<'POST lever/submit'>;
    };
    if (reply.type !== 'ok') throw new Error(`the order was refused: ${reply.message}`);
    await sheet.waitFor({ state: 'hidden' });
    const { position } = reply.data;
    // A position that is liquidated at once may be gone before it is seen.
    while (!(await this.card(position).isVisible())) {
      if ((await this.now(position)).status !== 'holding') break;
    }
    return { said, position };
  }

  /** Presses a button on a position's card. */
  async act(
    position: WirePosition,
    action: 'Stops' | 'Margin' | 'Reverse' | 'Close',
    options: { readonly timeout?: number } = {},
  ): Promise<void> {
    await this.card(position)
      .getByRole('button', { name: new RegExp(`^${action}: `) })
      .click(options);
  }

  async positions(view: 'holding' | 'pending' | 'history' = 'holding'): Promise<WirePosition[]> {
    const page = (await this.customer.post('lever/my_trade', { view, limit: '100' })) as {
      readonly items: WirePosition[];
    };
    return page.items;
  }

  /** The position's current row in the database, open or closed. */
  async now(position: Pick<WirePosition, 'position_id'>): Promise<WirePosition> {
    const all = [...(await this.positions('holding')), ...(await this.positions('history'))];
    const found = all.find(one => one.position_id === position.position_id);
    if (!found) throw new Error(`there is no position ${position.position_id}`);
    return found;
  }

  /** The contract account in USDT: what is available and what is frozen. */
  async account(): Promise<{ available: bigint; frozen: bigint }> {
    const { balance } = (await this.customer.post('wallet/detail', {
      account: 'contract',
      currency_id: '3',
    })) as CallOutput<'POST wallet/detail'>;
    return { available: figure(balance.available), frozen: figure(balance.frozen) };
  }
}

/** Any whole leverage, on the slider of a sheet. */
export async function slideTo(sheet: Locator, multiple: number): Promise<void> {
  // The slider begins at 0, leverage at 1.
  await sheet.getByRole('slider', { name: 'Leverage' }).fill(String(multiple - 1));
  await sheet
    .locator('output')
    .filter({ hasText: `${multiple}×` })
    .waitFor();
}

/** A figure of the wire, in hundred-millionths, truncated to the cents that screens show. */
export function cents(text: string): bigint {
  return (signed(text) / 1_000_000n) * 1_000_000n;
}

/** A signed decimal of the wire in hundred-millionths. */
export function signed(text: string): bigint {
  return text.startsWith('-') ? -figure(text.slice(1)) : figure(text);
}
