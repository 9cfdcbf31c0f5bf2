import type { PROOF_PURPOSES } from '@tallystick/protocol/calls/security';
import type pg from 'pg';
import { CallFailure } from '../../http/call-failure.ts';
import type { Caller } from '../../http/caller.ts';
import { CODE_LIFETIME_MS, type CheckedCode, type Codes } from '../account/codes.ts';
import type { Contact } from '../account/contact.ts';
import { contactsOf, findCustomerById } from '../account/store.ts';
import type { Outbox } from '../outbox/outbox.ts';
import type { Tries, Tryer } from './tries.ts';

/** A code is valid for one action only. */
type ProofPurpose = (typeof PROOF_PURPOSES)[number];

export interface ProofsOptions {
  readonly pool: pg.Pool;
  readonly codes: Codes;
  readonly outbox: Outbox;
  readonly tries: Pick<Tries, 'whoIs'>;
  /** Demo: codes are shown on the page. */
  readonly showCodes: boolean;
}

/** Codes sent to the customer's phone or mailbox, required before actions that a thief would take. */
export class Proofs {
  readonly #options: ProofsOptions;

  constructor(options: ProofsOptions) {
    this.#options = options;
  }

  /**
   * Sends to the contact asked for, else to the mailbox, else to the phone. `demoCode`: in the demo, the code itself.
   * Throws contact_missing, code_too_soon.
   */
  async send(
    by: Tryer,
    purpose: ProofPurpose,
    via: Contact['kind'] | undefined,
    caller: Caller,
  ): Promise<{ readonly contact: Contact; readonly demoCode: string | null }> {
    const { customerId } = by;
    const customer = await findCustomerById(this.#options.pool, customerId);
    const contact = contactsOf(customer).find(one => via === undefined || one.kind === via);
    if (contact === undefined) throw new CallFailure('contact_missing', { field: 'via' });
    const demoCode = await this.#send(
      by,
      contact,
      ofCustomer(customerId, contact),
      purpose,
      caller,
      customer?.language ?? caller.language,
    );
    return { contact, demoCode };
  }

  /** A code to a contact that is not the customer's yet. Returns it in the demo. Throws code_too_soon. */
  sendToNew(by: Tryer, contact: Contact, caller: Caller): Promise<string | null> {
    return this.#send(by, contact, contact, 'bind', caller, caller.language);
  }

  /**
   * Checks the newest code this device asked for, by mail or SMS. Pass the result to `use` in the transaction that acts on
   * it. Throws code_required, code_wrong, code_expired or code_too_many_tries. Never called within a transaction.
   */
  async check(by: Tryer, purpose: ProofPurpose, code: string): Promise<CheckedCode> {
    return this.#options.codes.check(ofCustomer(by.customerId), purpose, code, await this.#names(by));
  }

  async checkNew(by: Tryer, contact: Contact, code: string): Promise<CheckedCode> {
    return this.#options.codes.check(contact, 'bind', code, await this.#names(by), 'new_code');
  }

  /** Uses up a checked code. Throws code_wrong if it was used meanwhile. */
  use(client: pg.ClientBase, checked: CheckedCode): Promise<void> {
    return this.#options.codes.use(client, checked);
  }

  /** Codes belong to the customer; those that a trusted device asked for are valid on it alone. */
  async #names(by: Tryer): Promise<string[]> {
    return [`customer:${by.customerId}:${await this.#options.tries.whoIs(by)}`];
  }

  async #send(
    by: Tryer,
    contact: Contact,
    owner: Contact,
    purpose: ProofPurpose | 'bind',
    caller: Caller,
    language: Caller['language'],
  ): Promise<string | null> {
    const { codes, outbox, showCodes } = this.#options;
    const [name = ''] = await this.#names(by);
    const code = await codes.issue(owner, purpose, {
      name,
      own: purpose !== 'bind',
      address: caller.address,
    });
    await outbox.put(contact.kind === 'email' ? 'mail' : 'sms', contact.target, 'securityCode', language, {
      code,
      minutes: String(CODE_LIFETIME_MS / 60_000),
    });
    return showCodes ? code : null;
  }
}

/** Codes are kept per customer, not per contact: the newest is valid, whichever contact got it. */
function ofCustomer(customerId: number, contact?: Contact): Contact {
  return { kind: contact?.kind ?? 'email', target: `customer:${customerId}` };
}
