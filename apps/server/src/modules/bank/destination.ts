import type { Vault } from '../../vault/vault.ts';

/** Where a withdrawal goes, as it was when it was asked for. */
export type Destination =
  | { readonly kind: 'address'; readonly address: string; readonly label: string; readonly addedAtMs: number }
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

function contextOf(id: number): string {
  return `withdrawal:${id}`;
}

/** What everyone but the owner's bank may see of a number: its last four. */
export function maskNumber(number: string): string {
  return number === '' ? '' : `•••• ${number.slice(-4)}`;
}

/** A bank card in few words: the bank and the last four digits. */
export function nameOfCard(card: Readonly<Record<string, string>>): string {
  return `${card['bank_name'] ?? ''} ${maskNumber(card['card_number'] ?? '')}`.trim();
}

/**
 * As much of an address as its owner needs to know it again. Messages are kept for long and unsealed, and whom a
 * customer pays is nobody's business.
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
