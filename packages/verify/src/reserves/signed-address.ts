import { readReserveMessage, type ReserveMessage } from './message.ts';
import { isSignedBy, type SignatureFormat } from './signed-message.ts';

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
  | { readonly ok: false; readonly problem: 'not_signed' | 'other_message' };

/**
 * Whether an address has signed that it is held by that exchange.
 *
 * @param origin of the exchange's logs
 */
export function checkSignedAddress(asset: SignedClaim, origin: string): SignedAddress {
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
  return { ok: true, message: said };
}
