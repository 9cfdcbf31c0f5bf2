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
    }
  /** The shape is right, the checksum is not: mistyped. */
  | { readonly state: 'checksum' }
  | { readonly state: 'testnet' }
  /** An address of this chain that cannot be paid to. */
  | { readonly state: 'invalid' };
