import type { AddressKind } from '../networks.ts';

/** A chain decoder's result. Null instead: the text does not look like an address of this chain. */
export type Decoded =
  | {
      readonly state: 'address';
      readonly kind: AddressKind;
      /** In its normal spelling. */
      readonly address: string;
      /** Nobody has the key: money sent there is lost. */
      readonly burn: boolean;
      /** The memo that was part of the text: an X-address of the XRP Ledger. */
      readonly memo?: string;
    }
  /** The shape is right, the checksum is not: mistyped. */
  | { readonly state: 'checksum' }
  | { readonly state: 'testnet' }
  /** A real address of this chain that is not paid to: a Byron address, a program's account. */
  | { readonly state: 'unsupported' }
  /** An address of this chain that cannot be paid to. */
  | { readonly state: 'invalid' };
