import { pushMessage, type PushMessage } from '@tallystick/protocol';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { inTransaction } from '../../database/transaction.ts';
import { TestServer, type TestCustomer } from '../../testing/test-server.ts';
import { auth, Traders } from '../../testing/traders.ts';
import { TestBrowser } from '../push/testing/test-browser.ts';
import { TestPushService } from '../push/testing/test-push-service.ts';
import { SecurityMessenger } from '../security/security-messenger.ts';

/** An exchange with a push service, and for each test a new customer with a browser. */
export class NotifiedCustomer {
  service!: TestPushService;
  server!: TestServer;
  traders!: Traders;
  customer!: TestCustomer;
  browser!: TestBrowser;

  /** Sets it up before the tests of a file, and closes it after them. */
  static forThisFile(): NotifiedCustomer {
    const notified = new NotifiedCustomer();
    beforeAll(async () => {
      notified.service = await TestPushService.start();
      notified.server = await TestServer.start({ push: notified.service.settings() });
      notified.traders = new Traders(notified.server);
      // As at a start: subscribers begin with new events.
      await notified.server.services.feed.catchUp();
    });
    beforeEach(async () => {
      notified.customer = await notified.server.customer();
      notified.browser = new TestBrowser(notified.service.endpoint(`of-${notified.customer.id}`));
      notified.service.reset();
    });
    afterAll(async () => {
      await notified.server.close();
      await notified.service.stop();
    });
    return notified;
  }

  /** Advances the clock by `ms` and sends every message due by then. */
  async all(ms = 0): Promise<void> {
    const { clock, services } = this.server;
    clock.nowMs += ms;
    await services.alertWatch.idle();
    await services.feed.catchUp();
    for (const outbox of [services.outbox, services.push.outbox]) {
      outbox.wake();
      await outbox.idle();
    }
  }

  turnOn(who: TestCustomer = this.customer, of: TestBrowser = this.browser) {
    return this.server.call('POST push/subscribe', of.subscription, auth(who));
  }

  /** What was pushed to the browser, decrypted. */
  shown(of: TestBrowser = this.browser): PushMessage[] {
    return this.service.pushes
      .filter(({ path }) => of.endpoint.endsWith(path))
      .map(({ body }) => pushMessage.parse(of.decrypt(body)));
  }

  /** Mails without verification codes. */
  mails(who: TestCustomer = this.customer) {
    return this.server.messages.filter(
      ({ recipient, subject }) => recipient === who.email && !subject.includes('code'),
    );
  }

  async notices(who: TestCustomer = this.customer, topic?: PushMessage['topic']) {
    const input = topic === undefined ? {} : { topic };
    const { items } = await this.server.call('POST news/list', input, auth(who));
    return items.filter(({ kind }) => kind === 'message');
  }

  /** Writes the message that the desk writes when a deposit has passed. */
  depositPassed(who: TestCustomer = this.customer): Promise<void> {
    const { database, services } = this.server;
    const values = { amount: '25', currency: 'USDT' };
    return inTransaction(database.pool, client =>
      services.news.write(client, who.id, 'depositPassed', values),
    );
  }

  passwordChanged(who: TestCustomer = this.customer): Promise<void> {
    const { database, services, clock } = this.server;
    const messenger = new SecurityMessenger({ outbox: services.outbox, now: () => clock.nowMs });
    return inTransaction(database.pool, client => messenger.write(client, who.id, 'passwordChanged'));
  }
}
