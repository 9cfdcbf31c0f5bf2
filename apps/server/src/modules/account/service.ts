import type { Language, WireUser } from '@tallystick/protocol';
import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import { inTransaction } from '../../database/transaction.ts';
import type { CommandBus } from '../../engine/command-bus.ts';
import { hashInput } from '../../engine/idempotency/hash-input.ts';
import { CallFailure } from '../../http/call-failure.ts';
import type { Session } from '../../http/session.ts';
import type { Outbox } from '../outbox/outbox.ts';
import type { MessageKind } from '../outbox/texts/text.ts';
import type { Holds } from '../security/holds.ts';
import type { LoginGate } from '../security/login-gate.ts';
import type { LoginMethod } from '../security/login-history.ts';
import { submitCommand } from '../submit.ts';
import { CODE_LIFETIME_MS, RESEND_AFTER_MS, type CodePurpose, type Codes } from './codes.ts';
import { maskContact, type Contact } from './contact.ts';
import type { LoginGuard } from './login-guard.ts';
import { checkNewPassword, type Passwords } from './passwords.ts';
import type { Sessions } from './sessions.ts';
import * as store from './store.ts';
import type { Customer } from './store.ts';

export interface AccountOptions {
  readonly pool: pg.Pool;
  readonly bus: CommandBus;
  readonly sessions: Sessions;
  readonly codes: Codes;
  readonly guard: LoginGuard;
  readonly passwords: Passwords;
  readonly outbox: Outbox;
  readonly gate: LoginGate;
  readonly holds: Holds;
  readonly now: () => number;
  readonly log: FastifyBaseLogger;
  /** Demo: codes are shown on the page. */
  readonly showCodes: boolean;
}

/** What visitors may ask a code for. */
type OpenPurpose = Extract<CodePurpose, 'register' | 'forget'>;

export interface Caller {
  readonly address: string;
  readonly device: string;
  readonly language: Language;
}

export interface Registration {
  readonly contact: Contact;
  readonly code: string;
  readonly password: string;
  readonly rePassword: string;
  readonly invitationCode: string | null;
  readonly agreement: boolean;
}

/** Registering, logging in and out, and what a customer sees of themself. See docs/decisions/0010. */
export class AccountService {
  readonly #options: AccountOptions;

  constructor(options: AccountOptions) {
    this.#options = options;
  }

  /** The reply is the same whether or not the account exists; what the message says is not. */
  async sendCode(contact: Contact, purpose: OpenPurpose, caller: Caller): Promise<SentCode> {
    const { codes, pool, outbox, showCodes } = this.#options;
    const code = await codes.issue(contact, purpose, caller.address);
    const existing = await store.findCustomer(pool, contact);
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
    return {
      resend_after_s: RESEND_AFTER_MS / 1000,
      expires_in_s: CODE_LIFETIME_MS / 1000,
      demo_code: showCodes ? code : null,
    };
  }

  async checkCode(contact: Contact, purpose: CodePurpose, code: string): Promise<void> {
    await this.#options.codes.check(contact, purpose, code);
  }

  /** Everything that can be wrong without the code is said before the code is used up. */
  async register(registration: Registration, caller: Caller): Promise<LoggedIn> {
    const { contact, code, password, rePassword, invitationCode, agreement } = registration;
    const { pool, codes, passwords, now } = this.#options;
    checkNewPassword(password, rePassword);
    if (!agreement) throw new CallFailure('agreement_required', { field: 'agreement' });
    const inviter =
      invitationCode === null ? null : await store.findCustomerByInvitation(pool, invitationCode);
    if (invitationCode !== null && inviter === null) {
      throw new CallFailure('invitation_unknown', { field: 'invitation_code' });
    }
    const checked = await codes.check(contact, 'register', code);
    const passwordHash = await passwords.hash(password);
    const customer = await inTransaction(pool, async client => {
      await codes.use(client, checked);
      return store.insertCustomer(client, {
        contact,
        passwordHash,
        invitedBy: inviter?.id ?? null,
        language: caller.language,
        atMs: now(),
      });
    });
    // Only who holds the code, and so the phone or mailbox, learns this.
    if (customer === null) throw new CallFailure('account_exists', { field: 'account' });
    await this.openInCore(customer.id);
    return this.#logIn(customer, 'register', caller);
  }

  async login(contact: Contact, password: string, caller: Caller): Promise<LoggedIn> {
    const { pool, guard, passwords, gate } = this.#options;
    await guard.check(contact.target, caller.address);
    const customer = await store.findCustomer(pool, contact);
    const matches = await passwords.verify(customer?.passwordHash ?? null, password);
    if (customer === null || !matches) {
      await guard.failed(contact.target, caller.address);
      await gate.failed(customer?.id ?? null, 'password', caller);
      throw new CallFailure('login_failed');
    }
    await guard.succeeded(contact.target, caller.address);
    if (!customer.opened) await this.openInCore(customer.id);
    await gate.afterPassword(customer);
    return this.#logIn(customer, 'password', caller);
  }

  /** For someone who has proven who they are. */
  async openSession(customerId: number, method: LoginMethod, caller: Caller): Promise<LoggedIn> {
    const customer = await store.findCustomerById(this.#options.pool, customerId);
    if (customer === null) throw new CallFailure('login_failed');
    if (!customer.opened) await this.openInCore(customer.id);
    return this.#logIn(customer, method, caller);
  }

  /** Sets a new password, ends every session and puts withdrawals on hold. */
  async resetPassword(contact: Contact, code: string, password: string, rePassword: string): Promise<void> {
    const { pool, codes, passwords, sessions, outbox, holds, now } = this.#options;
    checkNewPassword(password, rePassword);
    const checked = await codes.check(contact, 'forget', code);
    const passwordHash = await passwords.hash(password);
    const customer = await inTransaction(pool, async client => {
      await codes.use(client, checked);
      const found = await store.findCustomer(client, contact);
      if (found === null) return null;
      await store.setPassword(client, found.id, passwordHash, now());
      await holds.start(client, found.id, 'password');
      return found;
    });
    // As above: said to who holds the code. (In live nobody does: that message has none.)
    if (customer === null) throw new CallFailure('not_found', { field: 'account' });
    // None can be opened with the old password any more: see Sessions.open.
    await sessions.endAllOf(customer.id);
    const channel = contact.kind === 'email' ? 'mail' : 'sms';
    await outbox.put(channel, contact.target, 'passwordChanged', customer.language ?? 'en', {});
  }

  async user(customerId: number): Promise<WireUser> {
    const customer = await store.findCustomerById(this.#options.pool, customerId);
    if (customer === null) throw new CallFailure('session_invalid');
    return toWire(customer);
  }

  async setLanguage(session: Session, language: Language): Promise<void> {
    await this.#options.sessions.setLanguage(session, language);
    await store.setLanguage(this.#options.pool, session.customerId, language);
  }

  /** Ends one other session of the customer; not_found for any that is not theirs. */
  async revoke(session: Session, sessionId: number): Promise<number> {
    const { sessions } = this.#options;
    const own = await sessions.list(session.customerId);
    if (!own.some(open => open.id === sessionId)) throw new CallFailure('not_found', { field: 'session_id' });
    return sessions.end([sessionId]);
  }

  /** Tells the core of a customer; repeating is harmless. */
  async openInCore(customerId: number): Promise<void> {
    const idempotency = {
      scope: 'account',
      key: `open-${customerId}`,
      inputHash: hashInput({ customerId }),
    };
    try {
      await submitCommand(this.#options.bus, { type: 'openCustomer', customerId }, { idempotency });
    } catch (error) {
      if (!(error instanceof CallFailure) || error.code !== 'customer_exists') throw error;
    }
    await store.markOpened(this.#options.pool, customerId);
  }

  /** Customers whose registration was cut short between our table and the core. */
  async openForgotten(): Promise<void> {
    for (const id of await store.unopenedCustomers(this.#options.pool)) await this.openInCore(id);
  }

  /** Drops what no limit and no check looks at any more. */
  async forgetOld(): Promise<void> {
    await this.#options.codes.forgetOld();
    await this.#options.guard.forgetOld();
  }

  async #logIn(customer: Customer, method: LoginMethod, caller: Caller): Promise<LoggedIn> {
    // No language yet: each request says its own, until one is chosen with set/lang.
    const token = await this.#options.sessions.open(customer, caller.device, caller.address);
    if (token === null) throw new CallFailure('login_failed');
    await this.#options.gate.succeeded(customer.id, method, caller);
    return { token, user: toWire(customer) };
  }
}

export interface SentCode {
  readonly resend_after_s: number;
  readonly expires_in_s: number;
  readonly demo_code: string | null;
}

export interface LoggedIn {
  readonly token: string;
  readonly user: WireUser;
}

function toWire(customer: Customer): WireUser {
  const { email, phone } = customer;
  const [contact] = store.contactsOf(customer);
  return {
    id: customer.id,
    nickname: customer.nickname,
    account: contact === undefined ? customer.nickname : maskContact(contact),
    phone,
    email,
    invitation_code: customer.invitationCode,
    lang: customer.language,
    verification: customer.verification,
    has_fund_password: customer.hasFundPassword,
    two_factor: customer.hasTwoFactor,
    frozen: customer.isFrozen,
    demo: customer.demo,
    created_at_ms: customer.createdAtMs,
  };
}
