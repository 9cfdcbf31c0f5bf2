import type { Vault } from '../../vault/vault.ts';

/** A withdrawal's destination as it was at the request. */
export type Destination =
  | {
      readonly kind: 'address';
      readonly address: string;
      /** What is sent along; missing in withdrawals from before there were memos. */
      readonly memo?: string | null;
      readonly label: string;
      readonly addedAtMs: number;
    }
  | { readonly kind: 'bank'; readonly card: Readonly<Record<string, string>> };

export interface Particulars {
  readonly destination: Destination;
  /** The customer's own note. */
  readonly remark: string | null;
}

export function sealParticulars(vault: Vault, id: number, particulars: Particulars): Buffer {
  return vault.seal(contextOf(id), JSON.stringify(particulars));
}

export function openParticulars(vault: Vault, id: number, sealed: Uint8Array): Particulars {
  return JSON.parse(vault.openText(contextOf(id), sealed)) as Particulars;
}

export function contextOf(id: number): string {
  return `withdrawal:${id}`;
}

/** The part of a number shown to anyone but the owner's bank: its last four digits. */
export function maskNumber(number: string): string {
  return number === '' ? '' : `•••• ${number.slice(-4)}`;
}

/** A bank card in short: the bank and the last four digits. */
export function nameOfCard(card: Readonly<Record<string, string>>): string {
  return `${card['bank_name'] ?? ''} ${maskNumber(card['card_number'] ?? '')}`.trim();
}

/**
 * An address shortened so that only its owner recognises it. Messages are kept long and unsealed, and whom a customer
 * pays is private.
 */
export function shortDestination(address: string): string {
  return `${address.slice(0, 8)}…${address.slice(-6)}`;
}

/** The destination for messages. */
export function briefNameOf(destination: Destination): string {
  return destination.kind === 'address'
    ? shortDestination(destination.address)
    : nameOfCard(destination.card);
}
