import { samplePicture } from '@tallystick/server/testing/sample-pictures';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { App } from './harness/app.ts';
import { cutTexts, expectFaultless } from './harness/checks.ts';
import { Customer } from './harness/customer.ts';
import { OperatorAtDesk } from './harness/desk.ts';
import { openPhone, type Phone } from './harness/phone.ts';
import { startPreparedApp } from './harness/prepared-app.ts';

const CHAT = '/pages/help-center/chat';
const MARKUP = '<img src=x onerror="window.hacked=1"><script>window.hacked=1</script>{{7*7}}';
const WIDTHS = [320, 390, 768, 1440];

let app: App;
let phone: Phone;
let customer: Customer;
let operator: OperatorAtDesk;
beforeAll(async () => {
  app = await startPreparedApp();
  phone = await openPhone(app.browser);
  customer = new Customer(phone, app);
  operator = await OperatorAtDesk.loggedIn(app, 'support');
});
afterEach(async ({ task }) => {
  if (task.result?.state !== 'fail') return;
  await phone.picture('chat-failed');
  await operator.picture('chat-desk-failed');
});
afterAll(() => app?.close());

const write = async (text: string): Promise<void> => {
  await customer.page.getByRole('textbox', { name: 'Your message' }).fill(text);
  await customer.button('Send').click();
};
const answer = async (text: string): Promise<void> => {
  await operator.page.getByRole('textbox', { name: /^Your answer/ }).fill(text);
  await operator.button('Send').click();
};
const messages = () => customer.page.getByRole('log', { name: 'Messages' });
const atDesk = () => operator.page.getByRole('log', { name: 'Messages' });

/** A customer's phone and the desk's screen; each step builds on the one before. */
describe('live chat', () => {
  it('is open to a visitor, whose question waits at the desk', async () => {
    await customer.open(CHAT);
    await customer.page.getByText('How can we help?').waitFor();
    await expectFaultless(customer.page);
    await customer.picture('chat-empty');
    await operator.open('/chats', 'Chat');
    await write('Do you have fees?');
    await messages().getByText('· Sent').waitFor();
    await operator.page.getByRole('link', { name: /Visitor .* 1 new/ }).click();
    await atDesk().getByText('Do you have fees?').waitFor();
    await messages().getByText('· Read').waitFor();
    await operator.button('Take').click();
    await operator.page.getByText('You answer here').waitFor();
    await answer('Yes: they stand on each form.');
    await messages().getByText('Yes: they stand on each form.').waitFor();
  });

  it('continues for the visitor who registers, and shows the customer’s details at the desk', async () => {
    await customer.register('chat@example.org');
    await customer.open(CHAT);
    await messages().getByText('Yes: they stand on each form.').waitFor();
    const stored = () => customer.page.evaluate(() => localStorage.getItem('tallystick.chatVisitor'));
    await expect.poll(stored).toBeNull();
    await write('Where is my deposit?');
    await operator.open('/chats', 'Chat');
    await operator.page
      .getByRole('link', { name: /Waits for/ })
      .first()
      .click();
    const beside = operator.page.getByRole('complementary', { name: 'With whom' });
    await beside.getByText('Open orders').waitFor();
    await beside.getByRole('heading', { name: 'Tickets' }).waitFor();
    await beside.getByRole('link', { name: 'Everything about this customer' }).waitFor();
    await operator.page.getByText('You answer here').waitFor();
    await operator.page.getByRole('textbox', { name: /^Your answer/ }).pressSequentially('Let me look');
    await customer.page.getByText('Support is writing').waitFor();
    await operator.button('Send').click();
    await messages().getByText('Let me look').waitFor();
    await customer.page.getByRole('textbox', { name: 'Your message' }).pressSequentially('Thank you');
    await operator.page.getByText('Is writing …').first().waitFor();
    await customer.button('Send').click();
    await atDesk().getByText('Thank you').waitFor();
  });

  it('shows markup as plain text, on both sides, and accepts only real pictures', async () => {
    await write(MARKUP);
    await messages().getByText(MARKUP).waitFor();
    await atDesk().getByText(MARKUP).waitFor();
    await answer(MARKUP);
    await expect.poll(() => messages().getByText(MARKUP).count()).toBe(2);
    for (const page of [customer.page, operator.page]) {
      expect(await page.evaluate(() => 'hacked' in window)).toBe(false);
    }
    const file = customer.page.locator('input[type="file"]');
    await file.setInputFiles({
      name: 'a.jpg',
      mimeType: 'image/jpeg',
      buffer: Buffer.from('<svg onload="1"/>'),
    });
    await customer.page.getByText(/not a picture/).waitFor();
    await file.setInputFiles({ name: 'b.jpg', mimeType: 'image/jpeg', buffer: await samplePicture(41) });
    await customer.button('Remove the picture').waitFor();
    await customer.button('Send').click();
    await messages().getByRole('button', { name: 'View the picture' }).waitFor();
    await operator.button('Show the picture').click();
    await atDesk().getByRole('img', { name: 'Picture of the conversation' }).waitFor();
    await operator.page.locator('input[type="file"]').setInputFiles({
      name: 'where-to-press.jpg',
      mimeType: 'image/jpeg',
      buffer: await samplePicture(42),
    });
    await operator.page.getByText('where-to-press.jpg').waitFor();
    for (const width of [1440, 1024]) {
      await operator.page.setViewportSize({ width, height: 860 });
      await operator.picture(`chat-desk-${width}`);
    }
    await operator.button('Send').click();
    await expect.poll(() => messages().getByRole('button', { name: 'View the picture' }).count()).toBe(2);
  });

  it('keeps notes at the desk, and notifies of answers where the chat is not open', async () => {
    await operator.button('Note').click();
    await operator.page.getByRole('textbox', { name: /^A note/ }).fill('Check the voucher first');
    await operator.button('Save the note').click();
    await atDesk().getByText('Check the voucher first').waitFor();
    expect(await messages().getByText('Check the voucher first').count()).toBe(0);
    await customer.open('/pages/index/index');
    await operator.button('Answer').click();
    await answer('It has arrived.');
    await atDesk().getByText('It has arrived.').waitFor();
    await customer.button('Menu').click();
    await customer.page.getByText('Unread answers: 1').waitFor();
    await customer.page.getByRole('link', { name: /Contact us/ }).click();
    await messages().getByText('It has arrived.').waitFor();
    await atDesk().getByText('· read').last().waitFor();
  });

  it('loses nothing when the connection breaks, and then sends what was written meanwhile', async () => {
    const context = customer.page.context();
    await context.setOffline(true);
    await customer.page.getByText('No connection.').waitFor();
    await write('Written in a tunnel');
    await messages().getByText('Not sent').waitFor();
    for (const text of ['First', 'Second', 'Third']) {
      await answer(`${text} while you were away`);
      await atDesk().getByText(`${text} while you were away`).waitFor();
    }
    await context.setOffline(false);
    await messages().getByText('Third while you were away').waitFor();
    await atDesk().getByText('Written in a tunnel').waitFor();
    await expect.poll(() => messages().getByText('Not sent').count()).toBe(0);
    expect(await messages().getByText('Written in a tunnel').count()).toBe(1);
    for (const text of ['First', 'Second']) {
      expect(await messages().getByText(`${text} while you were away`).count()).toBe(1);
    }
  });

  it('fits every width', async () => {
    const found: string[] = [];
    for (const [name, page] of [['phone', customer.page] as const, ['desk', operator.page] as const]) {
      const before = page.viewportSize()!;
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 860 });
        found.push(...(await cutTexts(page)).map(fault => `${name} ${width}: ${fault}`));
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        if (overflow > 0) found.push(`${name} ${width}: ${overflow} px too wide`);
        await (name === 'phone' ? customer : operator).picture(`chat-${name}-${width}`);
      }
      await page.setViewportSize(before);
    }
    expect(found).toEqual([]);
    await expectFaultless(customer.page);
    await expectFaultless(operator.page);
  });

  it('is handed over, ended and rated, and the next message begins another chat', async () => {
    await operator.button('Hand over').click();
    await operator.page.getByRole('dialog').getByLabel('To').selectOption('role:accountant');
    await operator.giveReason('Knows the bank', 'Hand over');
    await atDesk().getByText('Knows the bank').waitFor();
    await operator.button('Take').click();
    await operator.button('End').click();
    await operator.page.getByText('This conversation has ended.').waitFor();
    await customer.button('4 of 5 stars').click();
    await customer.page.getByRole('textbox', { name: /What should we know/ }).fill('Quick and kind');
    await customer.picture('chat-rating');
    await customer.button('Send rating').click();
    await customer.page.getByText('You gave 4 of 5 stars').waitFor();
    await operator.page.getByText('4 / 5 Quick and kind').waitFor();
    await write('One more thing');
    await customer.page.getByText(/^Conversation of/).waitFor();
    await operator.page
      .getByRole('link', { name: /Waits for/ })
      .first()
      .waitFor();
  });

  it('has logged no unexpected errors', () => {
    // Expected are those of the cut connection and the refused file.
    const lost = /ERR_INTERNET_DISCONNECTED|WebSocket|status of 415/;
    expect(phone.complaints.filter(line => !lost.test(line))).toEqual([]);
    expect(operator.complaints).toEqual([]);
  });
});
