import { domainToASCII } from 'node:url';
import { parsePhoneNumberFromString } from 'libphonenumber-js';
import { CallFailure } from '../../http/call-failure.ts';
import { isCallingCode } from './countries.ts';

/** Where a customer is reached and by what they log in: the normal form of a phone number or e-mail address. */
export interface Contact {
  readonly kind: 'phone' | 'email';
  /** E.164 (`+84912345678`) or the address in lower case. */
  readonly target: string;
}

export function contactOf(input: {
  readonly kind: 'phone' | 'email';
  readonly account: string;
  readonly area_code?: string | undefined;
}): Contact {
  if (input.kind === 'email') return emailContact(input.account, 'account');
  return phoneContact(input.area_code, input.account, 'account');
}

/** A national number under its calling code, with or without the trunk prefix. Throws phone_invalid. */
export function phoneContact(areaCode: string | undefined, phone: string, field = 'phone'): Contact {
  const callingCode = areaCode?.replace(/^\+/, '') ?? '';
  if (!isCallingCode(callingCode)) throw new CallFailure('area_code_invalid', { field: 'area_code' });
  const number = parsePhoneNumberFromString(phone.trim(), {
    defaultCallingCode: callingCode,
    extract: false,
  });
  if (number === undefined || !number.isValid() || number.countryCallingCode !== callingCode) {
    throw new CallFailure('phone_invalid', { field });
  }
  return { kind: 'phone', target: number.number };
}

const LOCAL_PART = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;
const DOMAIN = /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/;

/** An address as it is stored: lower case, the domain in ASCII. Throws email_invalid. */
export function emailContact(address: string, field = 'email'): Contact {
  const text = address.trim().toLowerCase();
  const at = text.lastIndexOf('@');
  const local = text.slice(0, at);
  const domain = domainToASCII(text.slice(at + 1));
  const target = `${local}@${domain}`;
  if (at < 1 || local.length > 64 || target.length > 254 || !LOCAL_PART.test(local) || !DOMAIN.test(domain)) {
    throw new CallFailure('email_invalid', { field });
  }
  return { kind: 'email', target };
}

/** As others may see it: `a***@example.org`, `+84*****678`. */
export function maskContact(contact: Contact): string {
  const { target } = contact;
  if (contact.kind === 'email') {
    const at = target.lastIndexOf('@');
    return `${target.slice(0, at > 3 ? 2 : 1)}***${target.slice(at)}`;
  }
  return `${target.slice(0, 3)}${'*'.repeat(Math.max(3, target.length - 6))}${target.slice(-3)}`;
}
