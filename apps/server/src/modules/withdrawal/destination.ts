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

/** The destination in few words: the address, or the masked card. */
export function nameOf(destination: Destination): string {
  return destination.kind === 'address'
    ? destination.address
    : `${destination.card['bank_name'] ?? ''} ${maskNumber(destination.card['card_number'] ?? '')}`.trim();
}
