import { hash } from 'node:crypto';
import { CallFailure } from '../../http/call-failure.ts';
import type { Session } from '../../http/session.ts';

/** Owner of conversations: a customer, or a visitor, known by a secret. */
export type Owner =
  | { readonly customerId: number; readonly visitorHash: null }
  | { readonly customerId: null; readonly visitorHash: Buffer };

/** The session's customer, or else the visitor. Null: neither. */
export function ownerOf(
  session: Pick<Session, 'customerId'> | null,
  visitor: string | undefined,
): Owner | null {
  if (session !== null) return { customerId: session.customerId, visitorHash: null };
  if (visitor === undefined) return null;
  return { customerId: null, visitorHash: visitorHashOf(visitor) };
}

/** The server stores only the hash of a visitor's secret. */
export function visitorHashOf(visitor: string): Buffer {
  return hash('sha256', visitor, 'buffer');
}

/** As `ownerOf`, but throws not_found if there is neither. */
export function knownOwner(session: Pick<Session, 'customerId'> | null, visitor: string | undefined): Owner {
  const owner = ownerOf(session, visitor);
  if (owner === null) throw new CallFailure('not_found', { field: 'visitor' });
  return owner;
}

/** The owner's unique key, for maps and socket rooms. */
export function ownerKey(owner: Owner): string {
  return owner.customerId === null
    ? `visitor:${owner.visitorHash.toString('base64url')}`
    : `customer:${owner.customerId}`;
}
