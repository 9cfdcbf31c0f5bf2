import { hash } from 'node:crypto';
import { CallFailure } from '../../http/call-failure.ts';
import type { Session } from '../../http/session.ts';

/** Whose conversations: a customer's, or those of whoever has a visitor's secret. */
export type Owner =
  | { readonly customerId: number; readonly visitorHash: null }
  | { readonly customerId: null; readonly visitorHash: Buffer };

/** A session counts before a secret. Null: neither. */
export function ownerOf(
  session: Pick<Session, 'customerId'> | null,
  visitor: string | undefined,
): Owner | null {
  if (session !== null) return { customerId: session.customerId, visitorHash: null };
  if (visitor === undefined) return null;
  return { customerId: null, visitorHash: visitorHashOf(visitor) };
}

/** All the server keeps of a visitor's secret. */
export function visitorHashOf(visitor: string): Buffer {
  return hash('sha256', visitor, 'buffer');
}

/** The same for what cannot be done by nobody. Throws not_found. */
export function knownOwner(session: Pick<Session, 'customerId'> | null, visitor: string | undefined): Owner {
  const owner = ownerOf(session, visitor);
  if (owner === null) throw new CallFailure('not_found', { field: 'visitor' });
  return owner;
}

/** A name for maps and rooms that no other owner has. */
export function ownerKey(owner: Owner): string {
  return owner.customerId === null
    ? `visitor:${owner.visitorHash.toString('base64url')}`
    : `customer:${owner.customerId}`;
}
