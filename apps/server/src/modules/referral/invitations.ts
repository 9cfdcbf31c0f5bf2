import { isHouseAccount } from '@tallystick/protocol/house-accounts';
import type pg from 'pg';
import type { Browser } from '../../http/browser.ts';
import { CallFailure } from '../../http/call-failure.ts';
import type { Contact } from '../account/contact.ts';
import type { KnownDevices } from '../account/known-devices.ts';
import { contactsOf, findCustomerByInvitation, type Customer } from '../account/store.ts';

/** Mail services that ignore dots in addresses. */
const DOTLESS = new Set(['gmail.com', 'googlemail.com']);

/**
 * The customer whose code it is; null without a code. Throws invitation_unknown, and self_referral if this browser
 * is a known device of theirs.
 */
export async function promoterOf(
  pool: pg.Pool,
  devices: Pick<KnownDevices, 'find'>,
  code: string | null,
  browser: Browser,
): Promise<Customer | null> {
  if (code === null) return null;
  const promoter = await findCustomerByInvitation(pool, code);
  // The house's own accounts invite nobody.
  if (promoter === null || isHouseAccount(promoter.id)) {
    throw new CallFailure('invitation_unknown', { field: 'invitation_code' });
  }
  if ((await devices.find({ customerId: promoter.id }, browser)) !== null) refuseSelf();
  return promoter;
}

/**
 * Throws self_referral for another spelling of the promoter's own mailbox. Call it only after the mailbox was verified:
 * otherwise the answer would show whose code it is.
 */
export function refuseOwnMailbox(promoter: Customer | null, contact: Contact): void {
  if (promoter === null || contact.kind !== 'email') return;
  const own = contactsOf(promoter).find(({ kind }) => kind === 'email');
  if (own !== undefined && mailboxOf(own.target) === mailboxOf(contact.target)) refuseSelf();
}

function refuseSelf(): never {
  throw new CallFailure('self_referral', { field: 'invitation_code' });
}

/** Addresses that differ only after a plus sign, or by ignored dots, are one mailbox. */
function mailboxOf(address: string): string {
  const at = address.lastIndexOf('@');
  const domain = address.slice(at + 1);
  const [local = ''] = address.slice(0, at).split('+', 1);
  return DOTLESS.has(domain) ? `${local.replaceAll('.', '')}@gmail.com` : `${local}@${domain}`;
}
