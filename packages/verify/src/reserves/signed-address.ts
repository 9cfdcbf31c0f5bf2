import { DAY_MS } from '@tallystick/core/durations';
import { readReserveMessage, type ReserveMessage } from './message.ts';
import { isSignedBy, type SignatureFormat } from './signed-message.ts';

/** A key may be lost or sold: so long after its day a message counts. */
export const SIGNATURE_COUNTS_MS = 90 * DAY_MS;

/** What is claimed of an address, and what is to show it; nulls: nothing is. */
export interface SignedClaim {
  readonly network: string;
  readonly address: string | null;
  readonly format: SignatureFormat | null;
  readonly message: string | null;
  readonly signature: string | null;
}

/** What a signed message says; or why it proves nothing. */
export type SignedAddress =
  | { readonly ok: true; readonly message: ReserveMessage }
  | { readonly ok: false; readonly problem: 'not_signed' | 'other_message' | 'other_day' };

/**
 * Whether an address has signed that it is held by that exchange, so that it counts in a record of that time.
 *
 * @param origin of the exchange's logs
 * @param atMs when the record was published
 */
export function checkSignedAddress(asset: SignedClaim, origin: string, atMs: number): SignedAddress {
  const { address, network, format, message, signature } = asset;
  const isWhole = address !== null && format !== null && message !== null && signature !== null;
  if (!isWhole || !isSignedBy(format, address, message, signature))
    return { ok: false, problem: 'not_signed' };
  const said = readReserveMessage(message);
  // EVM addresses may be written in letters of any case.
  const isSame = said?.address.toLowerCase() === address.toLowerCase();
  if (said === null || !isSame || said.network !== network || said.origin !== origin) {
    return { ok: false, problem: 'other_message' };
  }
  if (!countsAt(said, atMs)) return { ok: false, problem: 'other_day' };
  return { ok: true, message: said };
}

/** Whether a message of that day counts then: not before the day, nor 90 days after it. */
export function countsAt({ day }: Pick<ReserveMessage, 'day'>, atMs: number): boolean {
  const dayMs = Date.parse(`${day}T00:00:00Z`);
  return atMs >= dayMs && atMs <= dayMs + SIGNATURE_COUNTS_MS + DAY_MS;
}
