import type { AddressKind } from '../networks.ts';

/** What a chain's decoder makes of a text. Null instead: it does not look like one of this chain's addresses. */
export type Decoded =
  | {
      readonly state: 'address';
      readonly kind: AddressKind;
      /** In its normal spelling. */
      readonly address: string;
      /** Nobody holds the key: what is sent there is lost. */
      readonly burn: boolean;
    }
  /** The shape is right, the checksum is not: mistyped. */
  | { readonly state: 'checksum' }
  | { readonly state: 'testnet' }
  /** Of this chain, but nothing that can be paid to. */
  | { readonly state: 'invalid' };
