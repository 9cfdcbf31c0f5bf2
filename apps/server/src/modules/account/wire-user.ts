import type { WireUser } from '@tallystick/protocol';
import type pg from 'pg';
import { CallFailure } from '../../http/call-failure.ts';
import { maskContact } from './contact.ts';
import { contactsOf, findCustomerById, type Customer } from './store.ts';

/** A customer as they see themself. */
export function toWire(customer: Customer): WireUser {
  const { email, phone } = customer;
  const [contact] = contactsOf(customer);
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

/** The customer as stored now. Throws session_invalid if there is none. */
export async function userOf(db: Pick<pg.ClientBase, 'query'>, customerId: number): Promise<WireUser> {
  const customer = await findCustomerById(db, customerId);
  if (customer === null) throw new CallFailure('session_invalid');
  return toWire(customer);
}
