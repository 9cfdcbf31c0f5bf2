import type pg from 'pg';
import { inTransaction } from '../../database/transaction.ts';
import { CallFailure } from '../../http/call-failure.ts';
import type { Caller } from '../../http/caller.ts';
import { maskContact, type Contact } from '../account/contact.ts';
import { contactsOf, findCustomerById, setContact } from '../account/store.ts';
import type { Hold, Holds } from './holds.ts';
import type { Proofs } from './proofs.ts';
import type { SecurityMessenger } from './security-messenger.ts';
import type { Tryer } from './tries.ts';
import type { TwoFactor } from './two-factor.ts';

export interface ContactsOptions {
  readonly pool: pg.Pool;
  readonly proofs: Proofs;
  readonly twoFactor: TwoFactor;
  readonly holds: Holds;
  readonly messenger: SecurityMessenger;
}

export interface Binding {
  readonly contact: Contact;
  /** Sent to the contact. */
  readonly newCode: string;
  /** Sent to the contact that is bound now. */
  readonly code: string;
  readonly twoFactorCode: string | null;
}

/** The phone number and e-mail address for logging in and for messages. */
export class Contacts {
  readonly #options: ContactsOptions;

  constructor(options: ContactsOptions) {
    this.#options = options;
  }

  /** The answer does not show whether another account has the contact. Returns the code in the demo. Throws contact_unchanged, code_too_soon. */
  async sendCode(by: Tryer, contact: Contact, caller: Caller): Promise<string | null> {
    await this.#own(by.customerId, contact);
    return this.#options.proofs.sendToNew(by, contact, caller);
  }

  /** Adds a contact or replaces one; replacing puts withdrawals on hold. Throws contact_taken. */
  async bind(by: Tryer, binding: Binding): Promise<Hold | null> {
    const { pool, proofs, twoFactor, holds, messenger } = this.#options;
    const { contact } = binding;
    const { customerId } = by;
    const own = await this.#own(customerId, contact);
    const replaced = own.find(one => one.kind === contact.kind);
    const checkedNew = await proofs.checkNew(by, contact, binding.newCode);
    const checked = await proofs.check(by, 'contact', binding.code);
    await twoFactor.check(by, binding.twoFactorCode);
    const hold = await inTransaction(pool, async client => {
      await proofs.use(client, checkedNew);
      await proofs.use(client, checked);
      // Only the owner of the phone or mailbox, who has the code, learns this.
      if (!(await setContact(client, customerId, contact))) {
        throw new CallFailure('contact_taken', { field: 'account' });
      }
      const values = { contact: maskContact(contact) };
      await messenger.record(client, customerId, 'contactChanged', values);
      for (const told of own) await messenger.write(client, customerId, 'contactChanged', values, told);
      return replaced === undefined ? null : holds.start(client, customerId, 'contact');
    });
    messenger.wake();
    return hold;
  }

  async #own(customerId: number, contact: Contact): Promise<Contact[]> {
    const own = contactsOf(await findCustomerById(this.#options.pool, customerId));
    if (own.some(one => one.target === contact.target)) {
      throw new CallFailure('contact_unchanged', { field: 'account' });
    }
    return own;
  }
}
