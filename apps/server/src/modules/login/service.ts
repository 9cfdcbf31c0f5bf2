import type { Language } from '@tallystick/protocol';
import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import { finishEach } from '../../module/left-work.ts';
import { inTransaction } from '../../database/transaction.ts';
import type { CommandBus } from '../../engine/command-bus.ts';
import { CallFailure } from '../../http/call-failure.ts';
import type { Caller } from '../../http/caller.ts';
import { networkOf } from '../../http/network.ts';
import type { Session } from '../../http/session.ts';
import type { Outbox } from '../outbox/outbox.ts';
import type { MessageKind } from '../outbox/texts/text.ts';
import { promoterOf, refuseOwnMailbox } from '../referral/invitations.ts';
import type { Documents } from '../document/service.ts';
import type { Holds } from '../security/holds.ts';
import { CODE_LIFETIME_MS, type CodePurpose, type Codes } from '../account/codes.ts';
import type { Contact } from '../account/contact.ts';
import type { KnownDevices } from '../account/known-devices.ts';
import type { LoggedIn, Login } from './login.ts';
import { openInCore } from '../account/open-in-core.ts';
import { checkNewPassword, type Passwords } from '../account/passwords.ts';
import type { Sessions } from '../account/sessions.ts';
import * as store from '../account/store.ts';

export interface AccountOptions {
  readonly pool: pg.Pool;
  readonly bus: CommandBus;
  readonly sessions: Sessions;
  readonly codes: Codes;
  readonly devices: KnownDevices;
  readonly passwords: Passwords;
  readonly outbox: Outbox;
  readonly login: Login;
  readonly holds: Holds;
  readonly documents: Pick<Documents, 'acceptAll'>;
  readonly now: () => number;
  readonly log: FastifyBaseLogger;
  /** Demo: codes are shown on the page. */
  readonly showCodes: boolean;
}

/** Purposes for which visitors may request a code. */
type OpenPurpose = Extract<CodePurpose, 'register' | 'forget'>;

export interface Registration {
  readonly contact: Contact;
  readonly code: string;
  readonly password: string;
  readonly rePassword: string;
  readonly invitationCode: string | null;
  readonly agreement: boolean;
}

/** Registration, password reset, and the customer's own profile. */
export class AccountService {
  readonly #options: AccountOptions;

  constructor(options: AccountOptions) {
    this.#options = options;
  }

  /** The answer does not show whether the account exists; only the message does. Returns the code in the demo. */
  async sendCode(contact: Contact, purpose: OpenPurpose, caller: Caller): Promise<string | null> {
    const { codes, pool, devices, outbox, showCodes } = this.#options;
    const existing = await store.findCustomer(pool, contact);
    const known = await devices.find({ customerId: existing?.id ?? null }, caller.browser);
    const [name = ''] = this.#namesOf(caller);
    devices.introduce(caller.browser);
    const asker = { name, own: known !== null, address: caller.address };
    const code = await codes.issue(contact, purpose, asker);
    const kind: MessageKind =
      purpose === 'register'
        ? existing === null
          ? 'registerCode'
          : 'registerExists'
        : existing === null
          ? 'forgetUnknown'
          : 'forgetCode';
    await outbox.put(
      contact.kind === 'email' ? 'mail' : 'sms',
      contact.target,
      kind,
      existing?.language ?? caller.language,
      { code, minutes: String(CODE_LIFETIME_MS / 60_000) },
    );
    return showCodes ? code : null;
  }

  async checkCode(contact: Contact, purpose: CodePurpose, code: string, caller: Caller): Promise<void> {
    await this.#options.codes.check(contact, purpose, code, this.#namesOf(caller));
  }

  /** Whatever can be refused without the code is refused before the code is used up. */
  async register(registration: Registration, caller: Caller): Promise<LoggedIn> {
    const { contact, code, password, rePassword, invitationCode, agreement } = registration;
    const { pool, codes, devices, passwords, documents, now } = this.#options;
    checkNewPassword(password, rePassword);
    if (!agreement) throw new CallFailure('agreement_required', { field: 'agreement' });
    const promoter = await promoterOf(pool, devices, invitationCode, caller.browser);
    const checked = await codes.check(contact, 'register', code, this.#namesOf(caller));
    refuseOwnMailbox(promoter, contact);
    const passwordHash = await passwords.hash(password);
    const customer = await inTransaction(pool, async client => {
      await codes.use(client, checked);
      const inserted = await store.insertCustomer(client, {
        contact,
        passwordHash,
        invitedBy: promoter?.id ?? null,
        language: caller.language,
        atMs: now(),
      });
      if (inserted !== null) await documents.acceptAll(client, inserted.id, caller.language);
      return inserted;
    });
    // Only the owner of the phone or mailbox, who has the code, learns this.
    if (customer === null) throw new CallFailure('account_exists', { field: 'account' });
    await this.openInCore(customer.id);
    return this.#options.login.open(customer, 'register', caller);
  }

  /** Sets a new password, ends every session and puts withdrawals on hold. */
  async resetPassword(
    contact: Contact,
    code: string,
    password: string,
    rePassword: string,
    caller: Caller,
  ): Promise<void> {
    const { pool, codes, devices, passwords, sessions, outbox, holds, now } = this.#options;
    checkNewPassword(password, rePassword);
    const checked = await codes.check(contact, 'forget', code, this.#namesOf(caller));
    const passwordHash = await passwords.hash(password);
    const customer = await inTransaction(pool, async client => {
      await codes.use(client, checked);
      const found = await store.findCustomer(client, contact);
      if (found === null) return null;
      await store.setPassword(client, found.id, passwordHash, now());
      await holds.start(client, found.id, 'password');
      return { ...found, ended: await sessions.endAllIn(client, found.id) };
    });
    // Again only the owner learns this. (In live mode the message to an unknown account has no code.)
    if (customer === null) throw new CallFailure('account_unknown', { field: 'account' });
    // From here no session can be opened with the old password: see Sessions.open.
    sessions.endedHere(customer.ended);
    // Whoever reads the owner's mail has proven the device, and logs in next.
    await devices.remember({ customerId: customer.id }, caller.browser, 'more');
    const channel = contact.kind === 'email' ? 'mail' : 'sms';
    await outbox.put(channel, contact.target, 'passwordChanged', customer.language ?? 'en', {});
  }

  async setLanguage(session: Session, language: Language): Promise<void> {
    await this.#options.sessions.setLanguage(session, language);
    await store.setLanguage(this.#options.pool, session.customerId, language);
  }

  /** Ends one session of the customer and forgets its device. Throws not_found for any other session. */
  async revoke(session: Session, sessionId: number): Promise<number> {
    const { devices, sessions } = this.#options;
    const own = await sessions.list(session.customerId);
    if (!own.some(open => open.id === sessionId)) throw new CallFailure('not_found', { field: 'session_id' });
    await devices.forgetDeviceOf(sessionId, session.deviceId);
    return sessions.end([sessionId]);
  }

  /** Registers a customer in the core. Repeating it changes nothing. */
  openInCore(customerId: number): Promise<void> {
    return openInCore(this.#options.pool, this.#options.bus, customerId);
  }

  /** Finishes registrations that were interrupted between our table and the core more than `leftForMs` ago. */
  async openForgotten(leftForMs: number): Promise<void> {
    const { pool, now } = this.#options;
    await finishEach(await store.unopenedCustomers(pool, now() - leftForMs), id => this.openInCore(id));
  }

  /** Deletes what no limit or check reads any more. */
  async forgetOld(): Promise<void> {
    await this.#options.codes.forgetOld();
    await this.#options.devices.forgetOld();
  }

  /** The name under which a caller asks for codes: the browser's, or the network's until the browser has an id. */
  #namesOf({ address, browser }: Caller): string[] {
    const name = this.#options.devices.nameOf(browser);
    return [...(name === null ? [] : [name]), `network:${networkOf(address)}`];
  }
}
